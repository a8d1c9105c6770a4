import type { Posting } from "../../../ledger/posting.ts";
import { rowValues, valuesClause } from "../sql/columns.ts";
import type { SqlClient } from "../sql/database.ts";
import { POSTING, type PostedEntry } from "./posting-rows.ts";

/** `firstLine` is the number of postings that the entry has already; absent means none. */
type ContinuedEntry = PostedEntry & { readonly firstLine?: number };

/** Writes postings outside the payment path, in the transaction that makes them true. */
export async function insertPostings(
  sql: SqlClient,
  postings: readonly Posting[],
  { merchantId, mode, entryId, orderId, at, firstLine = 0 }: ContinuedEntry,
): Promise<void> {
  for (const [index, posting] of postings.entries()) {
    const line = firstLine + index;
    await sql.query(
      `with posted as (
         insert into posting ${valuesClause(POSTING.columns)}
         returning merchant_id, attempt_id, line
       )
       insert into posting_unsealed select * from posted`,
      rowValues(POSTING.columns, { ...posting, merchantId, mode, entryId, orderId, at, line }),
    );
  }
}
