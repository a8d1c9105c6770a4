import type { Booking } from "./judge-statements.ts";

/** The most bookings of which all selections are tried; each more doubles the work. */
const TRIED_MAX = 12;

/**
 * Finds the bookings of a statement that adds up which may be a payer's text: those behind a full
 * line of text that bring nothing together, such as a credit and a debit of one amount. Without
 * them the balances fit as well, so the balances don't prove that they are entries.
 */
export function doubtfulAmong(bookings: readonly Booking[]): ReadonlySet<Booking> {
  const suspects = bookings.filter(({ mayBeText, change = 0n }) => mayBeText && change !== 0n);
  const isMixed = new Set(suspects.map(({ change = 0n }) => change > 0n)).size === 2;
  if (!isMixed) return new Set();
  return suspects.length <= TRIED_MAX ? bySelections(suspects) : byPairs(suspects);
}

function bySelections(suspects: readonly Booking[]): ReadonlySet<Booking> {
  const found = new Set<Booking>();
  for (let selection = 1; selection < 2 ** suspects.length; selection += 1) {
    const chosen = suspects.filter((_, index) => Math.floor(selection / 2 ** index) % 2 === 1);
    const sum = chosen.reduce((total, { change = 0n }) => total + change, 0n);
    if (sum === 0n) for (const booking of chosen) found.add(booking);
  }
  return found;
}

function byPairs(suspects: readonly Booking[]): ReadonlySet<Booking> {
  const amounts = new Set(suspects.map(({ change = 0n }) => change));
  return new Set(suspects.filter(({ change = 0n }) => amounts.has(-change)));
}
