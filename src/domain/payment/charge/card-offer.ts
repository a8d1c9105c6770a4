import type { BinMatch } from "../../card/bin-table.ts";
import type { CardBrand } from "../../card/card-number.ts";
import type { BinDirectory } from "../../card/ports.ts";
import type { Session } from "../../session/session.ts";
import type { ConnectionRoster } from "../../connection/ports.ts";
import { canServe } from "../../connection/route-payment.ts";
import { dayInTurkey } from "../../../kernel/calendar-day.ts";
import type { Instant } from "../../../kernel/clock.ts";
import type { Money } from "../../../kernel/money.ts";
import { offersFor, type InstallmentOption } from "../../installment/offer.ts";
import type { InstallmentTermsBook } from "../../installment/ports.ts";

/**
 * Sources of the installment options of a card; all answer from memory, with data that is at most
 * one second old.
 */
export type CardOfferDeps = {
  readonly bins: BinDirectory;
  readonly installmentTerms: InstallmentTermsBook;
  readonly connectionRoster: Pick<ConnectionRoster, "of" | "rules">;
};

/**
 * Returns the installment options of an amount in a session, for the card that the BIN table found
 * (spec 4.4), as far as a connection of the merchant can take them.
 */
export async function offersOfSession(
  deps: CardOfferDeps,
  session: Session,
  quote: Quote,
): Promise<readonly InstallmentOption[]> {
  const terms = await deps.installmentTerms.find(session);
  const offers = offersFor(terms, {
    amount: quote.amount,
    possible: quote.match.possible,
    categories: session.basket.flatMap(({ category }) => category ?? []),
    day: dayInTurkey(quote.now),
  });
  const { digits: bin, match, now } = quote;
  return offers.filter(({ count, total }) =>
    canServe(deps.connectionRoster, session, {
      bin,
      possible: match.possible,
      amount: total,
      installmentCount: count,
      needsChallenge: false,
      now,
    }),
  );
}

type Quote = {
  readonly amount: Money;
  /** The known digits of the card's number, at most eight. */
  readonly digits: string;
  readonly match: BinMatch;
  readonly now: Instant;
};

/** The amount that a card payment charges, and the facts that are recorded with it. */
export type CardCharge = {
  readonly paymentType: "creditcard" | "debitcard";
  readonly chargedAmount: Money;
  readonly brand: CardBrand;
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
  const { type, brand, bankName, program } = match.best;
  const charge: CardCharge = {
    // The banks' fees and the reports treat a prepaid card as a debit card.
    paymentType: type === "debit" || type === "prepaid" ? "debitcard" : "creditcard",
    chargedAmount: session.amount,
    brand,
    bankName,
    program,
  };
  if (request.installmentCount === 1) return charge;
  const digits = request.number.slice(0, 8);
  const quote = { amount: session.amount, digits, match, now: request.now };
  const offers = await offersOfSession(deps, session, quote);
  const option = offers.find(({ count }) => count === request.installmentCount);
  return option === undefined ? undefined : { ...charge, chargedAmount: option.total };
}
