import type pg from "pg";
import type { Instant } from "../../../kernel/clock.ts";
import { money } from "../../../kernel/money.ts";
import { slicesOf } from "../../../kernel/slices.ts";
import type { DatedSale } from "../../../settlement/date-sales.ts";
import type { SettlementOwner } from "../../../settlement/ports.ts";
import type { ExpectedLine } from "../../../settlement/settlement-line.ts";
import { insertPostings } from "../ledger/insert-postings.ts";
import { inTransaction, type SqlClient } from "../sql/database.ts";
import { bigint, integer, type Row } from "../sql/rows.ts";

/** The number of sales that are dated in one commit. */
const TOGETHER = 100;

type Dating = {
  readonly owner: SettlementOwner;
  readonly sales: readonly DatedSale[];
  readonly at: Instant;
};

// The postings of a sale that is still undated and unsettled.
const STILL_UNDATED = `
  select (max(line) + 1)::integer as first_line
  from posting
  where posting.merchant_id = $1 and posting.attempt_id = $2 and not exists (
    select from settlement_line as settled
    where settled.merchant_id = $1 and settled.attempt_id = $2 and settled.kind = 'sale'
  ) and not exists (
    select from attempt
    where attempt.merchant_id = $1 and attempt.attempt_id = $2 and state = 'declined'
  )
  having not bool_or(value_date is not null or 'acquirer_commission' in (debit, credit))`;

/** Posts the dates of sales, and returns the sales that were still undated. */
export async function dateSales(
  pool: pg.Pool,
  { owner, sales, at }: Dating,
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
  { owner, sales, at }: Dating,
): Promise<readonly DatedSale[]> {
  const dated: DatedSale[] = [];
  // A settlement of the same sale waits for this lock, because either one must see the commission
  // that the other has posted. See `holdDates`.
  await sql.query("select from merchant where merchant_id = $1 for no key update", [
    owner.merchantId,
  ]);
  for (const one of sales) {
    const { attemptId, orderId } = one.sale;
    const { rows } = await sql.query<Row>(STILL_UNDATED, [owner.merchantId, attemptId]);
    if (rows[0] === undefined) continue;
    const firstLine = integer(rows[0], "first_line");
    const { merchantId, mode } = owner;
    const entry = { merchantId, mode, entryId: attemptId, orderId, at, firstLine };
    await insertPostings(sql, one.postings, entry);
    dated.push(one);
  }
  return dated;
}

/** Lets no sale of the merchant be dated before the end of the transaction. */
export async function holdDates(sql: SqlClient, { merchantId }: SettlementOwner): Promise<void> {
  await sql.query("select from merchant where merchant_id = $1 for share", [merchantId]);
}

/** Returns the line with the commission that was posted after the line was read. */
export async function withLaterCommission(
  sql: SqlClient,
  { owner, expected }: { readonly owner: SettlementOwner; readonly expected: ExpectedLine },
): Promise<ExpectedLine> {
  if (expected.commission !== undefined || expected.kind !== "sale") return expected;
  const { rows } = await sql.query<Row>(
    `select sum(amount)::bigint as commission from posting
     where merchant_id = $1 and attempt_id = $2 and debit = 'acquirer_commission'
     having count(*) > 0`,
    [owner.merchantId, expected.attemptId],
  );
  if (rows[0] === undefined) return expected;
  const commission = money(bigint(rows[0], "commission"), expected.gross.currency);
  return { ...expected, commission };
}
