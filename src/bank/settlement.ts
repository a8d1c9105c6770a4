import { dayInTurkey, nextWorkingDay, type CalendarDay } from "../kernel/calendar-day.ts";
import { applyRate, roundHalfUp } from "../kernel/money.ts";
import type { Entry } from "./entry.ts";

/** The bank's commission in basis points, and the calendar days until its payout. */
type Price = { readonly rateBasisPoints: number; readonly valueDays: number };

const INSTALLMENTS = [1, 2, 3, 6, 9, 12] as const;
/** The rate includes the share of the wallet, the lender or Papel. */
const HOSTED: Price = { rateBasisPoints: 250, valueDays: 1 };

function priceOf(installments: number): Price {
  return installments > 1
    ? { rateBasisPoints: 179 + 75 * (installments - 1), valueDays: 15 }
    : { rateBasisPoints: 179, valueDays: 1 };
}

/** The bank's contract with its merchants, as a file for `vezne settlement terms`. */
export function contractCsv(): string {
  return [
    "payment_type,installment_count,commission_rate,value_days,valid_from",
    ...INSTALLMENTS.map((count) => row("creditcard", count, priceOf(count))),
    row("debitcard", 1, priceOf(1)),
    ...["wallet", "shopping_credit", "papel"].map((type) => row(type, "", HOSTED)),
    "",
  ].join("\n");
}

/** The settlement file of a terminal: the bank's payouts and deductions up to a day. */
export function settlementCsv(entries: readonly Entry[], until: CalendarDay): string {
  const rows = entries.flatMap((entry) => rowOf(entry, until));
  return `${["reference,kind,gross,commission,currency,paid_on", ...rows].join("\n")}\n`;
}

function row(type: string, count: number | "", { rateBasisPoints, valueDays }: Price): string {
  return `${type},${count},${(rateBasisPoints / 100).toFixed(2)},${valueDays},2020-01-01`;
}

function rowOf(entry: Entry, until: CalendarDay): string[] {
  const payout = payoutOf(entry);
  if (payout === undefined || payout.paidOn > until) return [];
  const { kind, commission, paidOn } = payout;
  const { minor, currency } = entry.amount;
  return [[entry.requestId, kind, minor, commission, currency, paidOn].join(",")];
}

/** Money that the bank pays out for an entry, or takes back; undefined if it does neither. */
export type Payout = {
  readonly kind: "sale" | "refund";
  readonly commission: bigint;
  readonly paidOn: CalendarDay;
};

export function payoutOf(entry: Entry): Payout | undefined {
  const { type, state, card, amount, installments } = entry;
  if (state !== "approved" || !["sale", "capture", "refund"].includes(type)) return undefined;
  const isRefund = type === "refund";
  const price = card === undefined && type === "sale" ? HOSTED : priceOf(installments);
  const { valueDays, rateBasisPoints } = isRefund ? { valueDays: 1, rateBasisPoints: 0 } : price;
  const paidOn = nextWorkingDay(dayInTurkey(entry.bookedAt), valueDays);
  const commission = applyRate(amount, BigInt(rateBasisPoints), roundHalfUp).minor;
  return { kind: isRefund ? "refund" : "sale", commission, paidOn };
}
