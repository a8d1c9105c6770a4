import type pg from "pg";
import { toIso, type Instant } from "../../kernel/clock.ts";
import { merchantOf } from "../../kernel/ids.ts";
import {
  DIFFERENCE_CAUSES,
  DIFFERENCES_KEPT,
  type ReturnDifference,
  type ReturnDifferences,
  type SignedField,
} from "../../domain/connection/store-key.ts";
import { rowValues, valuesClause } from "../../database/mapping/columns.ts";
import { column, record } from "../../database/mapping/mapping.ts";
import type { Row } from "../../database/mapping/rows.ts";

const DELETE_BATCH_SIZE = 1_000;

const DIFFERENCE = record<ReturnDifference>({
  connectionId: column.id("connection_id"),
  attemptId: column.id("attempt_id"),
  at: column.instant("at"),
  algorithm: column.text("algorithm"),
  fields: column.json<readonly SignedField[]>("fields"),
  own: column.text("own"),
  given: column.text("given"),
  causes: column.listOf("causes", DIFFERENCE_CAUSES),
});

const NOTED = [
  ["merchant_id", "text", ({ connectionId }: ReturnDifference) => merchantOf(connectionId)],
  ...DIFFERENCE.columns,
] as const;

const NEWEST = `
  select * from return_difference where merchant_id = $1 and connection_id = $2
  order by at desc, attempt_id limit ${DIFFERENCES_KEPT}`;

/** The differences of returns; each connection keeps its newest ones. */
export function createReturnDifferences(pool: pg.Pool): ReturnDifferences {
  return {
    async note(difference) {
      const { rowCount } = await pool.query(
        `insert into return_difference ${valuesClause(NOTED)} on conflict do nothing`,
        rowValues(NOTED, difference),
      );
      if (rowCount === 0) return;
      const { connectionId } = difference;
      await pool.query(
        `delete from return_difference where merchant_id = $1 and connection_id = $2
           and attempt_id not in (select attempt_id from (${NEWEST}) as newest)`,
        [merchantOf(connectionId), connectionId],
      );
    },
    async list(connectionId) {
      const { rows } = await pool.query<Row>(NEWEST, [merchantOf(connectionId), connectionId]);
      return rows.map(DIFFERENCE.read);
    },
  };
}

/** Deletes a batch of the differences before `before`; resolves to true if more may be left. */
export async function forgetReturnDifferences(pool: pg.Pool, before: Instant): Promise<boolean> {
  const { rowCount } = await pool.query(
    `delete from return_difference where ctid = any (array(
       select ctid from return_difference where at < $1 limit ${DELETE_BATCH_SIZE}
     ))`,
    [toIso(before)],
  );
  return rowCount === DELETE_BATCH_SIZE;
}
