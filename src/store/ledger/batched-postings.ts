import type { Posting } from "../../domain/ledger/posting.ts";
import {
  columnValues,
  namesOf,
  unnestClause,
  type Column,
} from "../../database/mapping/columns.ts";
import { POSTING, type PostedEntry, type PostedRow } from "./posting-rows.ts";

/** The postings of one item of a batch. */
export type PostedItem = {
  readonly entry: PostedEntry;
  readonly postings: readonly Posting[];
  /** The number of postings that the entry has already; absent means none. */
  readonly firstLine?: number | undefined;
};

type BatchedPosting = PostedRow & {
  /** The position of the item in its batch, from 1. */
  readonly ord: number;
};

// Each posting repeats its item's ids, mode and time, because PostgreSQL would join the postings
// with the items in a nested loop.
const BATCHED_POSTING: readonly Column<BatchedPosting>[] = [
  ["change_ord", "bigint", ({ ord }) => ord],
  ...POSTING.columns,
];

/**
 * The common table expressions that insert the postings of a batch. `written` is the common table
 * expression whose column `ord` lists the items that are written.
 */
export function insertBatchedPostings(firstParameter: number, written: string): string {
  return `
postings as (
  insert into posting (${namesOf(POSTING.columns)})
  select ${namesOf(POSTING.columns)} from ${unnestClause(BATCHED_POSTING, firstParameter)}
  where (change_ord in (select ord from ${written})) is true
  returning merchant_id, attempt_id, line
),
unsealed as (
  insert into posting_unsealed (merchant_id, attempt_id, line) select * from postings
)`;
}

/** The values of `insertBatchedPostings`, one list for each column. */
export function batchedPostingValues(items: readonly PostedItem[]): unknown[] {
  const rows = items.flatMap(({ entry, postings, firstLine = 0 }, index) =>
    postings.map((posting, line): BatchedPosting => ({
      line: firstLine + line,
      ord: index + 1,
      ...entry,
      ...posting,
    })),
  );
  return columnValues(BATCHED_POSTING, rows);
}
