import type { Currency } from "../../kernel/currency.ts";
import type { Payment } from "../payment/payment.ts";
import { PAYMENT_STATUSES, PUBLIC_STATUS, type PaymentStatus } from "../payment/states.ts";

/** The money of a payment by where it is, in minor units of its currency. */
export type MovedMoney = {
  /** The session's amount, which the summary adds up over successful payments. */
  readonly amountMinor: bigint;
  /** Taken by card or received by transfer; 0 unless money was taken. */
  readonly takenMinor: bigint;
  /** Held on the card and neither captured nor released yet. */
  readonly heldMinor: bigint;
  readonly refundedMinor: bigint;
};

export type PaymentTotal = MovedMoney & {
  readonly status: PaymentStatus;
  readonly currency: Currency;
  readonly payments: number;
};

export function movedMoney(payment: Payment): MovedMoney {
  const isHeld = PUBLIC_STATUS[payment.state] === "authorized";
  return {
    amountMinor: payment.amount.minor,
    takenMinor: payment.capturedMinor,
    heldMinor: isHeld ? payment.chargedAmount.minor : 0n,
    refundedMinor: payment.refundedMinor,
  };
}

/** Adds payments up by status and currency, as they come. */
export class PaymentTotals {
  readonly #totals = new Map<string, PaymentTotal>();

  add(payment: Payment): void {
    const status = PUBLIC_STATUS[payment.state];
    const { currency } = payment.amount;
    const key = `${status} ${currency}`;
    const one = { ...movedMoney(payment), status, currency, payments: 1 };
    const sum = this.#totals.get(key);
    this.#totals.set(key, sum === undefined ? one : { ...one, ...sumOf([sum, one]) });
  }

  /** One total for each status and currency that occurred, by currency and status. */
  all(): readonly PaymentTotal[] {
    const place = ({ status }: PaymentTotal): number => PAYMENT_STATUSES.indexOf(status);
    return [...this.#totals.values()]
      .toSorted((one, other) => place(one) - place(other))
      .toSorted((one, other) => one.currency.localeCompare(other.currency));
  }
}

export function sumOf(
  totals: readonly Omit<PaymentTotal, "status" | "currency">[],
): Omit<PaymentTotal, "status" | "currency"> {
  const sum = (name: keyof MovedMoney): bigint =>
    totals.reduce((total, one) => total + one[name], 0n);
  return {
    payments: totals.reduce((total, { payments }) => total + payments, 0),
    amountMinor: sum("amountMinor"),
    takenMinor: sum("takenMinor"),
    heldMinor: sum("heldMinor"),
    refundedMinor: sum("refundedMinor"),
  };
}
