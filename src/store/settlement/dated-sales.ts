import type pg from "pg";
import type { Instant } from "../../kernel/clock.ts";
import { slicesOf } from "../../kernel/slices.ts";
import type { DatedSale } from "../../domain/settlement/dated-sale.ts";
import type { SettlementOwner } from "../../domain/settlement/ports.ts";
import { insertPostings } from "../ledger/insert-postings.ts";
import { inTransaction, type SqlClient } from "../../database/connection/database.ts";
import { integer, text, type Row } from "../../database/mapping/rows.ts";
import { isVoided } from "./voided-sales.ts";

/** The number of sales that are dated in one commit. */
const TOGETHER = 100;

type DatedUpdate = {
  readonly owner: SettlementOwner;
  readonly sales: readonly DatedSale[];
  readonly at: Instant;
};

// The sales that are still undated and unsettled, each with the number of its next posting.
const STILL_UNDATED = `
  select attempt_id, (max(line) + 1)::integer as first_line
  from posting
  where posting.merchant_id = $1 and posting.attempt_id = any ($2) and not exists (
    select from settlement_line as settled
    where settled.merchant_id = $1 and settled.attempt_id = posting.attempt_id
      and settled.kind = 'sale'
  ) and not exists (
    select from settlement_part as part
    where part.merchant_id = $1 and part.attempt_id = posting.attempt_id and part.kind = 'sale'
  ) and not exists (
    select from attempt
    where attempt.merchant_id = $1 and attempt.attempt_id = posting.attempt_id
      and state = 'declined'
  ) and not ${isVoided("posting")}
  group by attempt_id
  having not bool_or(value_date is not null or 'acquirer_commission' in (debit, credit))`;

/** Posts the dates of sales, and returns the sales that were still undated. */
export async function dateSales(
  pool: pg.Pool,
  { owner, sales, at }: DatedUpdate,
): Promise<readonly DatedSale[]> {
  const dated: DatedSale[] = [];
  for (const part of slicesOf(sales, TOGETHER)) {
    const written = await inTransaction(pool, (sql) => datePart(sql, { owner, sales: part, at }));
    dated.push(...written);
  }
  return dated;
}

async function datePart(
  sql: SqlClient,
  { owner, sales, at }: DatedUpdate,
): Promise<readonly DatedSale[]> {
  const { merchantId, mode } = owner;
  await holdDates(sql, owner);
  const attempts = sales.map(({ sale }) => sale.attemptId);
  const { rows } = await sql.query<Row>(STILL_UNDATED, [merchantId, attempts]);
  const nextLines = new Map(
    rows.map((row) => [text(row, "attempt_id"), integer(row, "first_line")]),
  );
  const dated = sales.filter(({ sale }) => nextLines.has(sale.attemptId));
  await insertPostings(
    sql,
    dated.map(({ sale: { attemptId, orderId }, postings }) => ({
      entry: { merchantId, mode, entryId: attemptId, orderId, at },
      postings,
      firstLine: nextLines.get(attemptId),
    })),
  );
  return dated;
}

/**
 * Lets no sale of the merchant be dated or settled elsewhere before the end of the transaction,
 * because a date and a settlement must each see the commission that the other has posted.
 *
 * Two settlements could share the lock on one PostgreSQL. On a distributed database the insert that
 * follows takes a stronger one for the foreign key, and two that share the first would deadlock.
 */
export async function holdDates(sql: SqlClient, { merchantId }: SettlementOwner): Promise<void> {
  await sql.query("select from merchant where merchant_id = $1 for no key update", [merchantId]);
}
