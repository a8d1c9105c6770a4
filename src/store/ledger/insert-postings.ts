import {
  columnValues,
  namesOf,
  unnestClause,
  type Column,
} from "../../database/mapping/columns.ts";
import type { SqlClient } from "../../database/connection/database.ts";
import type { PostedItem } from "./batched-postings.ts";
import { POSTING, type PostedRow } from "./posting-rows.ts";

const UNSEALED: readonly Column<PostedRow>[] = [
  ["merchant_id", "text", ({ merchantId }) => merchantId],
  ["attempt_id", "text", ({ entryId }) => entryId],
  ["line", "smallint", ({ line }) => line],
];

/**
 * Writes the postings of entries outside the payment path, in the transaction that makes them true.
 * Their merchants may differ. There are two statements, because Citus plans no expression that
 * changes rows of several merchants.
 */
export async function insertPostings(
  sql: SqlClient,
  entries: readonly PostedItem[],
): Promise<void> {
  const rows = entries.flatMap(({ entry, postings, firstLine = 0 }) =>
    postings.map((posting, index): PostedRow => ({
      ...entry,
      ...posting,
      line: firstLine + index,
    })),
  );
  if (rows.length === 0) return;
  await sql.query(insertInto("posting", POSTING.columns), columnValues(POSTING.columns, rows));
  await sql.query(insertInto("posting_unsealed", UNSEALED), columnValues(UNSEALED, rows));
}

function insertInto(table: string, columns: readonly Column<PostedRow>[]): string {
  const names = namesOf(columns);
  return `insert into ${table} (${names}) select ${names} from ${unnestClause(columns)}`;
}
