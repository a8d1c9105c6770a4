import type { Instant } from "../../kernel/clock.ts";
import type { Secret } from "../../kernel/secret.ts";
import { brandOf, type CardBrand } from "./card-number.ts";

/** A card as its holder typed it; exists only in the pay command and in the bank's request. */
export type CardDetails = {
  readonly number: Secret;
  readonly expiry: CardExpiry;
  /** Absent if a stored card is charged without one. */
  readonly cvc: Secret | undefined;
  readonly holderName: string;
};

export type CardExpiry = { readonly month: number; readonly year: number };

/**
 * The part of a card that may be stored and shown (PCI DSS 3.4.1: BIN and last four digits at
 * most).
 */
export type CardSummary = {
  /** First eight digits, or six for numbers shorter than 16 digits (PCI SSC FAQ 1091). */
  readonly bin: string;
  readonly lastFour: string;
  readonly brand: CardBrand;
};

export function summarizeCard(number: Secret): CardSummary {
  const digits = number.reveal();
  return {
    bin: digits.slice(0, digits.length >= 16 ? 8 : 6),
    lastFour: digits.slice(-4),
    brand: brandOf(digits),
  };
}

/**
 * True if a card has expired. It is valid until its month has ended everywhere on Earth (UTC−12).
 */
export function hasExpired(expiry: CardExpiry, now: Instant): boolean {
  return now >= Date.UTC(expiry.year, expiry.month, 1, 12);
}
