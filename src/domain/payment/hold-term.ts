import type { CardBrand } from "../card/card-number.ts";
import { dayInTurkey } from "../../kernel/calendar-day.ts";
import { DAY, HOUR, later, type Instant } from "../../kernel/clock.ts";

/** The terminal that holds an amount, as far as it decides how long the hold lives. */
export type HoldTerminal = {
  readonly protocol: string;
  readonly bank: string;
  /** The days of the merchant's contract; absent: those of the table. */
  readonly days: number | undefined;
};

/** The days of a hold by one brand, or at one protocol or bank of it, from a day on. */
export type HoldTerm = (
  | { readonly brand: CardBrand }
  | { readonly protocol: string; readonly bank?: string }
) & {
  /** The first day in Turkey of an authorization to which the row applies, `YYYY-MM-DD`. */
  readonly from: string;
  readonly days: number;
  readonly source: string;
};

/** The days where no row of the table applies. */
export const DEFAULT_HOLD_DAYS = 7;

/**
 * How long a hold lives. Schemes change these days in April and October: a change is a new row with
 * its first day, and earlier holds keep their end. The reasons are in docs/decisions/hold-end.md.
 */
export const HOLD_TERMS: readonly HoldTerm[] = [
  {
    brand: "visa",
    from: "2026-01-01",
    days: 7,
    source: "Visa Core Rules, 18 April 2026: 10 days if the customer pays; acquirers give 7 to 10",
  },
  {
    brand: "mastercard",
    from: "2026-01-01",
    days: 7,
    source: "Mastercard: a final authorization has 7 days, one marked as preauthorization 30",
  },
  { brand: "amex", from: "2026-01-01", days: 7, source: "American Express: 7 days (Stripe)" },
  { brand: "troy", from: "2026-01-01", days: 7, source: "not published; taken as the others" },
  {
    protocol: "nestpay",
    from: "2026-01-01",
    days: 15,
    source: "NestPay: CORE-2513 refuses a capture after 15 days",
  },
  {
    protocol: "garanti",
    from: "2026-01-01",
    days: 15,
    source: "Garanti BBVA: 7 to 9 days on the card; the bank's record ends after 15",
  },
  { protocol: "sandbox", from: "2026-01-01", days: 7, source: "the test bank" },
];

/** Returns the end of a hold: the contract's days, or the fewest of the terminal and the brand. */
export function holdEnd(
  terminal: HoldTerminal | undefined,
  card: { readonly brand: CardBrand } | undefined,
  authorizedAt: Instant,
): Instant {
  return later(authorizedAt, daysOf(terminal, card?.brand, authorizedAt) * DAY);
}

function daysOf(
  terminal: HoldTerminal | undefined,
  brand: CardBrand | undefined,
  at: Instant,
): number {
  if (terminal?.days !== undefined) return terminal.days;
  const day = dayInTurkey(at);
  const newest = (isMeant: (term: HoldTerm) => boolean): number | undefined =>
    HOLD_TERMS.filter((term) => isMeant(term) && term.from <= day).toSorted((left, right) =>
      right.from < left.from ? -1 : 1,
    )[0]?.days;
  const isTerminal = (bank: string | undefined) => (term: HoldTerm) =>
    "protocol" in term && term.protocol === terminal?.protocol && term.bank === bank;
  const ofTerminal = newest(isTerminal(terminal?.bank)) ?? newest(isTerminal(undefined));
  const ofBrand = newest((term) => "brand" in term && term.brand === brand);
  return Math.min(ofTerminal ?? DEFAULT_HOLD_DAYS, ofBrand ?? DEFAULT_HOLD_DAYS);
}

/** `payment.hold_expiring` is sent this long before the end of a hold, in ms. */
const ANNOUNCED_MS = DAY;
/** The void or capture at the end of a hold is sent this long before it, in ms. */
const SENT_MS = HOUR;

export function announcedAt(captureBefore: Instant): Instant {
  return later(captureBefore, -ANNOUNCED_MS);
}

export function endedAt(captureBefore: Instant): Instant {
  return later(captureBefore, -SENT_MS);
}
