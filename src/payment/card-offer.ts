import type { BinMatch } from "../card/bin-table.ts";
import type { BinDirectory } from "../card/ports.ts";
import type { Session } from "../checkout/session.ts";
import { dayInTurkey } from "../kernel/calendar-day.ts";
import type { Instant } from "../kernel/clock.ts";
import type { Money } from "../kernel/money.ts";
import { offersFor, type InstallmentOption } from "../installment/offer.ts";
import type { InstallmentTermsBook } from "../installment/ports.ts";

/**
 * Sources of the installment options of a card; both answer from memory, with data that is at most
 * one second old.
 */
export type CardOfferDeps = {
  readonly bins: BinDirectory;
  readonly installmentTerms: InstallmentTermsBook;
};

/**
 * Returns the installment options of an amount in a session, for the card that the BIN table found
 * (spec 4.4).
 */
export async function offersOfSession(
  deps: CardOfferDeps,
  session: Session,
  quote: { readonly amount: Money; readonly match: BinMatch; readonly now: Instant },
): Promise<readonly InstallmentOption[]> {
  const terms = await deps.installmentTerms.find(session);
  return offersFor(terms, {
    amount: quote.amount,
    possible: quote.match.possible,
    categories: session.basket.flatMap(({ category }) => category ?? []),
    day: dayInTurkey(quote.now),
  });
}

/** The amount that a card payment charges, and the facts that are recorded with it. */
export type CardCharge = {
  readonly paymentType: "creditcard" | "debitcard";
  readonly chargedAmount: Money;
  readonly bankName: string | undefined;
  readonly program: string | undefined;
};

/**
 * Returns the charge for a card number and an installment count, or `undefined` if that count is
 * not offered. A single charge is the amount itself for every card and reads no terms.
 */
export async function chargeFor(
  deps: CardOfferDeps,
  session: Session,
  request: { readonly number: string; readonly installmentCount: number; readonly now: Instant },
): Promise<CardCharge | undefined> {
  const match = deps.bins.table(session.mode).find(request.number);
  const { type, bankName, program } = match.best;
  const charge: CardCharge = {
    // The banks' fees and the reports treat a prepaid card as a debit card.
    paymentType: type === "debit" || type === "prepaid" ? "debitcard" : "creditcard",
    chargedAmount: session.amount,
    bankName,
    program,
  };
  if (request.installmentCount === 1) return charge;
  const quote = { amount: session.amount, match, now: request.now };
  const offers = await offersOfSession(deps, session, quote);
  const option = offers.find(({ count }) => count === request.installmentCount);
  return option === undefined ? undefined : { ...charge, chargedAmount: option.total };
}
