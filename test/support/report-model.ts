import type { Currency } from "../../src/kernel/currency.ts";
import type { Mode } from "../../src/domain/merchant/merchant.ts";
import type { Payment } from "../../src/domain/payment/payment.ts";
import { paymentRecord } from "../../src/domain/payment/record.ts";
import { PUBLIC_STATUS } from "../../src/domain/payment/states.ts";

/** A query as a client writes it; the model accepts no other spellings. */
export type ReportQuery = {
  readonly start_date?: string | undefined;
  readonly end_date?: string | undefined;
  readonly status?: string | undefined;
  readonly payment_type?: string | undefined;
  readonly min_amount?: number | undefined;
  readonly max_amount?: number | undefined;
};

export type ReportPlace = { readonly mode: Mode; readonly timeZone: string };

/** The matches in the order of a list, from a scan of all payments and their local times. */
export function matchesOf(
  payments: readonly Payment[],
  query: ReportQuery,
  { mode, timeZone }: ReportPlace,
): readonly Payment[] {
  const day = new Intl.DateTimeFormat("sv-SE", { timeZone });
  return payments
    .filter((payment) => {
      const date = day.format(payment.createdAt);
      return (
        payment.mode === mode &&
        (query.start_date === undefined || date >= query.start_date) &&
        (query.end_date === undefined || date <= query.end_date) &&
        (query.status === undefined || PUBLIC_STATUS[payment.state] === query.status) &&
        (query.payment_type === undefined || payment.paymentType === query.payment_type) &&
        (query.min_amount === undefined || payment.amount.minor >= query.min_amount) &&
        (query.max_amount === undefined || payment.amount.minor <= query.max_amount)
      );
    })
    .toSorted(newestFirst);
}

function newestFirst(one: Payment, other: Payment): number {
  if (one.createdAt !== other.createdAt) return other.createdAt - one.createdAt;
  return one.orderId < other.orderId ? 1 : -1;
}

/** The short summary of the payments in a currency. */
export function figuresOf(payments: readonly Payment[], currency: Currency) {
  const records = payments.map(paymentRecord).filter((record) => record.currency === currency);
  const successful = records.filter(({ status }) =>
    ["completed", "authorized", "refunded"].includes(status),
  );
  const failed = records.filter(({ status }) => status === "failed");
  const judged = successful.length + failed.length;
  return {
    total_transactions: records.length,
    total_amount: successful.reduce((sum, { amount }) => sum + amount, 0),
    successful: successful.length,
    failed: failed.length,
    refunded: records.filter((record) => record.refunded_amount > 0).length,
    approval_rate:
      judged === 0 ? 0 : Number(((successful.length / judged) * 100 + 1e-9).toFixed(2)),
  };
}
