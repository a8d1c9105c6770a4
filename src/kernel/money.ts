import { assert } from "./assert.ts";
import type { Currency } from "./currency.ts";

/**
 * An amount in minor units (kuruş, cent) together with its currency.
 * The reasons are in docs/decisions/money.md.
 */
export type Money = { readonly minor: bigint; readonly currency: Currency };

/** A rounding of an exact fraction to whole minor units; each call names the one that it uses. */
export type Rounding = (numerator: bigint, denominator: bigint) => bigint;

export function money(minor: bigint, currency: Currency): Money {
  return { minor, currency };
}

export function add(left: Money, right: Money): Money {
  return money(left.minor + sameCurrency(left, right).minor, left.currency);
}

export function subtract(left: Money, right: Money): Money {
  return money(left.minor - sameCurrency(left, right).minor, left.currency);
}

/** Returns −1, 0 or 1 if `left` is less than, equal to or more than `right`. */
export function compare(left: Money, right: Money): number {
  const difference = left.minor - sameCurrency(left, right).minor;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Rounds halves away from zero, as Turkish commission statements do. */
export const roundHalfUp: Rounding = (numerator, denominator) => {
  assert(denominator > 0n, "a rate's denominator is positive");
  const doubled = numerator * 2n;
  return numerator >= 0n
    ? (doubled + denominator) / (denominator * 2n)
    : (doubled - denominator) / (denominator * 2n);
};

/** `amount` times `basisPoints` / 10 000, rounded by the named rule. */
export function applyRate(amount: Money, basisPoints: bigint, round: Rounding): Money {
  return money(round(amount.minor * basisPoints, 10_000n), amount.currency);
}

function sameCurrency(left: Money, right: Money): Money {
  assert(left.currency === right.currency, `${left.currency} and ${right.currency} do not mix`);
  return right;
}
