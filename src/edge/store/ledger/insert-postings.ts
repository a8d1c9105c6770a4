import { toIso, type Instant } from "../../../kernel/clock.ts";
import type { MerchantId, OrderId } from "../../../kernel/ids.ts";
import type { Posting } from "../../../ledger/posting.ts";
import type { Mode } from "../../../merchant/merchant.ts";
import type { SqlClient } from "../sql/database.ts";

/** Whose books, and what the entry is of; a second entry of the same is refused by its key. */
export type PostedEntry = {
  readonly merchantId: MerchantId;
  readonly mode: Mode;
  /** The attempt that moved the money, or a name of what else did. */
  readonly entryId: string;
  readonly orderId?: OrderId | undefined;
  readonly at: Instant;
};

/** Writes postings outside the payment path, in the transaction that makes them true. */
export async function insertPostings(
  sql: SqlClient,
  postings: readonly Posting[],
  entry: PostedEntry,
): Promise<void> {
  for (const [line, posting] of postings.entries()) {
    await sql.query(
      `with posted as (
         insert into posting (merchant_id, attempt_id, line, order_id, mode, debit, credit, amount,
           currency, value_date, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
         returning merchant_id, attempt_id, line
       )
       insert into posting_unsealed select * from posted`,
      [
        entry.merchantId,
        entry.entryId,
        line,
        entry.orderId ?? null,
        entry.mode,
        posting.debit,
        posting.credit,
        posting.amount.minor,
        posting.amount.currency,
        posting.valueDate ?? null,
        toIso(entry.at),
      ],
    );
  }
}
