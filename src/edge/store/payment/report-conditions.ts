import { toIso } from "../../../kernel/clock.ts";
import {
  PAYMENT_STATES,
  PUBLIC_STATUS,
  statesOf,
  type PaymentState,
} from "../../../payment/states.ts";
import type { TransactionFilter } from "../../../report/transaction-filter.ts";

/** Turns a value into what stands for it in a statement: a parameter's number, or a literal. */
export type Bind = (value: string) => string;

/** Collects the values of a statement with parameters. */
export function parameters(): { readonly bind: Bind; readonly values: string[] } {
  const values: string[] = [];
  return { values, bind: (value) => `$${values.push(value)}` };
}

/**
 * What a payment must fulfil to pass a filter, as the conditions of a `where`. `amount` may be an
 * expression that no index has.
 */
export function conditionsOf(filter: TransactionFilter, bind: Bind, amount = "amount"): string {
  const { period, status, paymentType } = filter;
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
  if (hasAmounts(filter)) conditions.push(amountConditions(filter, bind, amount));
  return conditions.join("\n  and ");
}

type Amounts = Pick<TransactionFilter, "minMinor" | "maxMinor">;

export function hasAmounts({ minMinor, maxMinor }: Amounts): boolean {
  return minMinor !== undefined || maxMinor !== undefined;
}

/** The bounds of a filter's amounts; of one that has any. */
export function amountConditions(
  { minMinor, maxMinor }: Amounts,
  bind: Bind,
  amount = "amount",
): string {
  const bound = (sign: string, minor: bigint | undefined): string[] =>
    minor === undefined ? [] : [`${amount} ${sign} ${bind(String(minor))}::bigint`];
  return [...bound(">=", minMinor), ...bound("<=", maxMinor)].join(" and ");
}

/** An expression for the published status of a state, each wrapped by `wrap`. */
export function statusOf(state: string, wrap = (status: string): string => status): string {
  const frequent: readonly PaymentState[] = ["completed", "failed"];
  const rest = PAYMENT_STATES.filter((one) => !frequent.includes(one));
  const cases = [...frequent, ...rest].map(
    (one) => `when '${one}' then '${wrap(PUBLIC_STATUS[one])}'`,
  );
  return `case ${state} ${cases.join(" ")} end`;
}
