import { statusOf } from "./report-conditions.ts";

/** The columns or expressions of a row that hold the facts which the roll-up counts. */
export type RollupFacts = { readonly state: string; readonly refundedAmount: string };

/** The facts of a row of `payment`. */
export const ROLLED_UP: RollupFacts = { state: "state", refundedAmount: "refunded_amount" };

/**
 * The `insert` that keeps the roll-up correct. It must be a common table expression of every
 * statement that writes a payment's state or refunds, or reports will be wrong. Another common
 * table expression, whose name is `rows`, comes before it: it returns `merchant_id`, `mode`,
 * `created_at`, `payment_type`, `currency` and `amount` of each written payment, and the columns
 * that the facts name. New payments have no `before`.
 * The reasons are in docs/decisions/report-rollup.md.
 */
export function rollupChange(rows: string, after: RollupFacts, before?: RollupFacts): string {
  const sides = [side(rows, 1, after), ...(before === undefined ? [] : [side(rows, -1, before)])];
  return `
  insert into payment_tally_change (merchant_id, mode, quarter, payment_type, status, currency,
    payments, amount, refunded)
  select merchant_id, mode, quarter, payment_type, status, currency,
    sum(sign), sum(sign * amount), sum(sign * refunded)
  from (${sides.join(" union all")}) as side
  group by 1, 2, 3, 4, 5, 6
  having sum(sign) <> 0 or sum(sign * amount) <> 0 or sum(sign * refunded) <> 0`;
}

function side(rows: string, sign: 1 | -1, { state, refundedAmount }: RollupFacts): string {
  return `
    select merchant_id, mode, date_bin('15 minutes', created_at, 'epoch') as quarter, payment_type,
      ${statusOf(state)} as status, currency, ${sign} as sign, amount,
      (${refundedAmount} > 0)::int as refunded
    from ${rows}`;
}
