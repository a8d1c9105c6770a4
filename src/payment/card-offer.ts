import type { BinMatch } from "../card/bin-table.ts";
import type { BinDirectory } from "../card/ports.ts";
import type { Session } from "../checkout/session.ts";
import { dayInTurkey } from "../kernel/calendar-day.ts";
import type { Instant } from "../kernel/clock.ts";
import type { Money } from "../kernel/money.ts";
import { offersFor, type InstallmentOption } from "../installment/offer.ts";
import type { InstallmentTermsBook } from "../installment/ports.ts";

/** What decides the ways to pay by a card; both answer from memory, at most a second old. */
export type CardOfferDeps = {
  readonly bins: BinDirectory;
  readonly installmentTerms: InstallmentTermsBook;
};

/** The ways to pay an amount in a session by a card that its digits have told of (spec 4.4). */
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

/** What a payment by card takes and is recorded as. */
export type CardCharge = {
  readonly paymentType: "creditcard" | "debitcard";
  readonly chargedAmount: Money;
  readonly bankName: string | undefined;
  readonly program: string | undefined;
};

/**
 * The charge for a card number in a number of installments; `undefined` where that is not on offer.
 * A single charge is the bare amount for any card and asks nobody's terms.
 */
export async function chargeFor(
  deps: CardOfferDeps,
  session: Session,
  wish: { readonly number: string; readonly installmentCount: number; readonly now: Instant },
): Promise<CardCharge | undefined> {
  const match = deps.bins.table(session.mode).find(wish.number);
  const { type, bankName, program } = match.best;
  const charge: CardCharge = {
    // Prepaid cards are debit cards to the banks' fees, and to reports.
    paymentType: type === "debit" || type === "prepaid" ? "debitcard" : "creditcard",
    chargedAmount: session.amount,
    bankName,
    program,
  };
  if (wish.installmentCount === 1) return charge;
  const quote = { amount: session.amount, match, now: wish.now };
  const offers = await offersOfSession(deps, session, quote);
  const option = offers.find(({ count }) => count === wish.installmentCount);
  return option === undefined ? undefined : { ...charge, chargedAmount: option.total };
}
