import type pg from "pg";
import {
  isJobKind,
  JOB_KINDS,
  PAUSES_MS,
  type FailedItem,
  type ItemKey,
} from "../../domain/job/failed-item.ts";
import type { FailedItems, Failure, KeptItem } from "../../domain/job/ports.ts";
import { assert } from "../../kernel/assert.ts";
import { toIso } from "../../kernel/clock.ts";
import { maskText } from "../../system/logger.ts";
import { inTransaction, type SqlClient } from "../../database/connection/database.ts";
import { ENDED, GIVEN_UP, MADE_DUE } from "./failed-item-owners.ts";
import { id, integer, moment, optionalText, text, type Row } from "../../database/mapping/rows.ts";

/** Characters of an error's text that are stored. */
const ERROR_LENGTH = 300;
/** The most items that a list returns. */
const LISTED = 1_000;

const ADD = `
  insert into failed_item (merchant_id, kind, item_id, tries, error, first_at, last_at, due_at,
    content)
  values ($1, $2, $3, 1, $4, $5, $5, $5::timestamptz + ($6::bigint[])[1] * interval '1 ms',
    $7)
  on conflict (merchant_id, kind, item_id) do update
  set tries = failed_item.tries + 1, error = excluded.error, last_at = excluded.last_at,
    due_at = $5::timestamptz + interval '1 ms' *
      ($6::bigint[])[least(failed_item.tries + 1, cardinality($6::bigint[]))]
  returning *`;

/**
 * Counts a failure of an item and sets the time of its next try. If `sql` is a client, this is part
 * of the client's transaction.
 */
export async function addFailedItem(
  sql: SqlClient | pg.Pool,
  { key, error, now, content }: Failure,
): Promise<FailedItem> {
  const words = maskText(describe(error)).slice(0, ERROR_LENGTH).replaceAll("\0", "");
  const values = [...valuesOf(key), words, toIso(now), [...PAUSES_MS], content ?? null];
  const { rows } = await sql.query<Row>(ADD, values);
  assert(rows[0] !== undefined, "an upsert gives its row back");
  return readItem(rows[0]);
}

export function createFailedItemStore(pool: pg.Pool): FailedItems {
  const query = async (sql: string, values: readonly unknown[]): Promise<readonly Row[]> =>
    (await pool.query<Row>(sql, [...values])).rows;
  return {
    add: (failure) => addFailedItem(pool, failure),

    async remove(keys) {
      if (keys.length === 0) return;
      await query(
        `delete from failed_item using unnest($1::text[], $2::text[], $3::text[])
           as gone (merchant_id, kind, item_id)
         where failed_item.merchant_id = gone.merchant_id and failed_item.kind = gone.kind
           and failed_item.item_id = gone.item_id`,
        [
          keys.map((key) => key.merchantId),
          keys.map((key) => key.kind),
          keys.map((key) => key.itemId),
        ],
      );
    },

    async of(kind) {
      const rows = await query("select * from failed_item where kind = $1 order by due_at", [kind]);
      return rows.map(readKept);
    },

    async list({ merchantId }) {
      for (const ended of ENDED) await query(ended, []);
      const rows = await query(
        `select * from failed_item
         where ($1::text is null or merchant_id = $1) and kind = any ($2)
         order by first_at limit ${LISTED}`,
        // A later release may have left items of kinds that this release does not know.
        [merchantId ?? null, [...JOB_KINDS]],
      );
      return rows.map(readItem);
    },

    retry: (key) => retry(pool, key),

    async drop(key) {
      return inTransaction(pool, async (sql) => {
        const givenUp = GIVEN_UP[key.kind];
        if (givenUp !== undefined) await sql.query(givenUp, valuesOf(key));
        const { rowCount } = await sql.query(`delete from failed_item where ${KEY}`, valuesOf(key));
        return rowCount === 1;
      });
    },
  };
}

const KEY = "merchant_id = $1 and kind = $2 and item_id = $3";

/**
 * Makes an item due now: its due time becomes the time of its first failure, which is in the past
 * by the clock of every process.
 */
async function retry(pool: pg.Pool, key: ItemKey): Promise<boolean> {
  return inTransaction(pool, async (sql) => {
    const { rows } = await sql.query<Row>(
      `update failed_item set due_at = first_at where ${KEY} returning first_at`,
      valuesOf(key),
    );
    const [found] = rows;
    if (found === undefined) return false;
    const madeDue = MADE_DUE[key.kind];
    const values = [...valuesOf(key), toIso(moment(found, "first_at"))];
    if (madeDue !== undefined) await sql.query(madeDue, values);
    return true;
  });
}

function valuesOf({ merchantId, kind, itemId }: ItemKey): unknown[] {
  return [merchantId, kind, itemId];
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

function readItem(row: Row): FailedItem {
  const kind = text(row, "kind");
  assert(isJobKind(kind), "a failed item is of a known job");
  return {
    kind,
    merchantId: id(row, "merchant_id"),
    itemId: text(row, "item_id"),
    tries: integer(row, "tries"),
    error: text(row, "error"),
    firstAt: moment(row, "first_at"),
    lastAt: moment(row, "last_at"),
    dueAt: moment(row, "due_at"),
  };
}

function readKept(row: Row): KeptItem {
  return { item: readItem(row), content: optionalText(row, "content") };
}
