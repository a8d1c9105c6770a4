import { toIso } from "../../kernel/clock.ts";
import {
  PAYMENT_STATES,
  PUBLIC_STATUS,
  statesOf,
  type PaymentState,
} from "../../domain/payment/states.ts";
import type { PaymentDetail } from "../../domain/report/find-payments.ts";
import type { TransactionFilter } from "../../domain/report/transaction-filter.ts";

/** Returns the SQL text for a value: a parameter such as `$3`, or a literal. */
export type Bind = (value: string) => string;

/** Collects the parameter values of a statement. */
export function parameters(): { readonly bind: Bind; readonly values: string[] } {
  const values: string[] = [];
  return { values, bind: (value) => `$${values.push(value)}` };
}

/**
 * The conditions of a `where` for a filter. To keep the planner from an index on amounts, a caller
 * passes as `amount` an equal expression that no index contains.
 */
export function conditionsOf(
  filter: TransactionFilter & PaymentDetail,
  bind: Bind,
  amount = "amount",
): string {
  const { period, status, paymentType, declineReason, cardBank } = filter;
  const conditions = [
    `merchant_id = ${bind(filter.merchantId)}`,
    `mode = ${bind(filter.mode)}`,
    `created_at >= ${bind(toIso(period.from))}::timestamptz`,
    `created_at < ${bind(toIso(period.until))}::timestamptz`,
  ];
  if (status !== undefined) {
    conditions.push(`state in (${statesOf(status).map(bind).join(", ")})`);
  }
  if (paymentType !== undefined) conditions.push(`payment_type = ${bind(paymentType)}`);
  if (declineReason !== undefined) conditions.push(`decline_reason = ${bind(declineReason)}`);
  if (cardBank !== undefined) conditions.push(`card_bank = ${bind(cardBank)}`);
  if (hasAmounts(filter)) conditions.push(amountConditions(filter, bind, amount));
  return conditions.join("\n  and ");
}

type Amounts = Pick<TransactionFilter, "minMinor" | "maxMinor">;

export function hasAmounts({ minMinor, maxMinor }: Amounts): boolean {
  return minMinor !== undefined || maxMinor !== undefined;
}

/** The conditions on the amount; the filter must have at least one bound. */
export function amountConditions(
  { minMinor, maxMinor }: Amounts,
  bind: Bind,
  amount = "amount",
): string {
  const bound = (sign: string, minor: bigint | undefined): string[] =>
    minor === undefined ? [] : [`${amount} ${sign} ${bind(String(minor))}::bigint`];
  return [...bound(">=", minMinor), ...bound("<=", maxMinor)].join(" and ");
}

/**
 * Returns an SQL expression for the published status of `state`, which is an SQL expression too;
 * `wrap` changes the text of each status.
 */
export function statusOf(state: string, wrap = (status: string): string => status): string {
  const frequent: readonly PaymentState[] = ["completed", "failed"];
  const rest = PAYMENT_STATES.filter((one) => !frequent.includes(one));
  const cases = [...frequent, ...rest].map(
    (one) => `when '${one}' then '${wrap(PUBLIC_STATUS[one])}'`,
  );
  return `case ${state} ${cases.join(" ")} end`;
}
