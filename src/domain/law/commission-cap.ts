import type { CalendarDay } from "../../kernel/calendar-day.ts";
import { inForceOn, told, type DatedRule } from "./dated-rule.ts";

/**
 * The most that a bank may charge a merchant for a payment in one part that it pays out on the next
 * day, or the most days until the payout of a merchant who pays no commission.
 */
export type CommissionCap = DatedRule & {
  /** A payment type of the reports. */
  readonly paymentType: "creditcard" | "debitcard";
  /** In hundredths of a percent. */
  readonly rateBasisPoints: number;
  readonly valueDays: number;
};

/** The cap of credit cards moves with the central bank's monthly rate: 3,56 % when it was told. */
const NOTICE = told(
  "2025-09-18",
  "Resmî Gazete of 2025-09-18, as ekonomim.com and cumhuriyet.com.tr told it",
  "2025-11-01",
);

export const COMMISSION_CAPS: readonly CommissionCap[] = [
  { paymentType: "creditcard", rateBasisPoints: 356, valueDays: 40, ...NOTICE },
  { paymentType: "debitcard", rateBasisPoints: 104, valueDays: 15, ...NOTICE },
];

/** The commission that a bank took for a payment, in minor units. */
type TakenCommission = {
  readonly paymentType: string;
  readonly count: number;
  readonly gross: bigint;
  readonly commission: bigint;
};

/** Returns the part of a commission that is above the cap of a day, in minor units; 0 if none. */
export function commissionAboveCap(
  { paymentType, count, gross, commission }: TakenCommission,
  day: CalendarDay,
): bigint {
  const cap = inForceOn(COMMISSION_CAPS, day).find((one) => one.paymentType === paymentType);
  if (cap === undefined || count > 1) return 0n;
  const most = (gross * BigInt(cap.rateBasisPoints) + RATE_UNIT - 1n) / RATE_UNIT;
  return commission > most ? commission - most : 0n;
}

/** A rate of 1 in hundredths of a percent. */
const RATE_UNIT = 10_000n;

/** A payment in one part, as a contract or an extract has it. */
export type ChargedCommission = {
  readonly paymentType: string;
  /** Absent: any number of installments, and so a single charge as well. */
  readonly count: number | undefined;
  /** In hundredths of a percent. */
  readonly rateBasisPoints: number;
  /** Days until the payout; absent where nothing tells them. */
  readonly valueDays: number | undefined;
};

/** Which caps a commission crosses: the rate, the days of a commission-free payout, or none. */
export type CrossedCap = { readonly cap: CommissionCap; readonly crosses: "rate" | "days" };

/** Returns the cap that a commission crosses on a day; undefined if there is none. */
export function crossedCap(
  { paymentType, count, rateBasisPoints, valueDays = 0 }: ChargedCommission,
  day: CalendarDay,
): CrossedCap | undefined {
  if (count !== undefined && count > 1) return undefined;
  const cap = inForceOn(COMMISSION_CAPS, day).find((one) => one.paymentType === paymentType);
  if (cap === undefined) return undefined;
  if (rateBasisPoints > cap.rateBasisPoints) return { cap, crosses: "rate" };
  return valueDays > cap.valueDays ? { cap, crosses: "days" } : undefined;
}
