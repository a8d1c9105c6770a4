import type { CardDetails } from "../../domain/card/card-details.ts";

/** Month and year of a card's expiry, two digits each. */
export function expiryDigits({ expiry }: Pick<CardDetails, "expiry">): {
  readonly month: string;
  readonly year: string;
} {
  return { month: twoDigits(expiry.month), year: twoDigits(expiry.year % 100) };
}

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}
