import { isForeign, type CardFacts } from "../card/bin-record.ts";
import { BOUNDS } from "../../kernel/bounds.ts";
import type { CalendarDay } from "../../kernel/calendar-day.ts";
import { add, applyRate, money, roundHalfUp, type Money } from "../../kernel/money.ts";
import { isInForce } from "../../kernel/validity.ts";
import { lawfulCount } from "../law/installment-law.ts";
import type { CardBank, CommissionRate, InstallmentTerms } from "./commission.ts";

/** An installment option for an amount (spec 2.5). */
export type InstallmentOption = {
  readonly count: number;
  /** The amount to charge: the price, plus the commission if the customer bears it. */
  readonly total: Money;
  /** The regular installment; the issuer adds the remainder of the division to the first one. */
  readonly installment: Money;
  /** The customer's commission, in hundredths of a percent. */
  readonly commissionBasisPoints: number;
};

/** The amount, the card and the time for which options are computed. */
export type OfferQuestion = {
  readonly amount: Money;
  /** All cards that the known digits may belong to; exactly one once eight digits are known. */
  readonly possible: readonly CardFacts[];
  /** Categories of the basket's items. */
  readonly categories: readonly number[];
  readonly day: CalendarDay;
};

/**
 * Returns the installment options of an amount, by count. Debit and prepaid cards get none, not
 * even the single charge, which every card accepts anyway (spec 4.4). An option is offered only if
 * it is the same for all cards that the digits may belong to. So every option that was shown after
 * six digits is valid for the whole number.
 */
export function offersFor(
  terms: InstallmentTerms,
  question: OfferQuestion,
): readonly InstallmentOption[] {
  const { possible, amount } = question;
  if (!possible.some(isCredit)) return [];
  const countMax = mostInstallments(terms, question);
  const [first = new Map<number, number>(), ...others] = possible.map((card) =>
    ratesOf(terms, card, question.day),
  );
  const counts = [...first.keys()].filter((count) =>
    others.every((rates) => rates.get(count) === first.get(count)),
  );
  return counts
    .toSorted((left, right) => left - right)
    .filter((count) => count <= countMax)
    .map((count) => optionOf(amount, count, first.get(count) ?? 0))
    .filter(isPayable);
}

/** Returns one option; a single charge is always the price itself. */
export function optionOf(
  amount: Money,
  count: number,
  commissionBasisPoints: number,
): InstallmentOption {
  const total = add(amount, applyRate(amount, BigInt(commissionBasisPoints), roundHalfUp));
  return { count, total, installment: installmentOf(total, count), commissionBasisPoints };
}

/** Returns the regular installment of a total, rounded down. */
export function installmentOf({ minor, currency }: Money, count: number): Money {
  return money(minor / BigInt(count), currency);
}

/** False if an installment would be zero, or the total above the largest amount. */
function isPayable({ total, installment }: InstallmentOption): boolean {
  return installment.minor > 0n && total.minor <= BigInt(BOUNDS.amountMax);
}

function isCredit({ type }: CardFacts): boolean {
  return type === "credit";
}

/** Returns the smallest of the limits of the basket's items, by the merchant and by law. */
function mostInstallments({ limits }: InstallmentTerms, question: OfferQuestion): number {
  const categories = new Set(question.categories);
  const inForce = limits.filter(
    (limit) => categories.has(limit.category) && isInForce(limit, question.day),
  );
  const cards = question.possible.map(({ category }) => category);
  const counts = inForce.flatMap(({ countMax, kind }) => [
    countMax,
    kind === undefined ? undefined : lawfulCount(kind, cards, question.day),
  ]);
  return Math.min(
    BOUNDS.installmentsMax,
    ...counts.map((count) => count ?? BOUNDS.installmentsMax),
  );
}

/** Returns the customer's commission by count, in basis points; a single charge has none. */
function ratesOf(
  terms: InstallmentTerms,
  card: CardFacts,
  day: CalendarDay,
): ReadonlyMap<number, number> {
  const single = new Map([[1, 0]]);
  if (!isCredit(card)) return single;
  const general = terms.rates.filter((rate) => rate.count > 1 && isFor(rate, card, day));
  const special = general.filter(({ category }) => category !== undefined);
  // A later entry of the same count replaces an earlier one, so rows of the card's category take
  // precedence.
  return new Map([
    ...single,
    ...[...general, ...special].map((rate) => [rate.count, customerShare(rate)] as const),
  ]);
}

function isFor(rate: CommissionRate, card: CardFacts, day: CalendarDay): boolean {
  if (!isInForce(rate, day)) return false;
  if (rate.category !== undefined && rate.category !== card.category) return false;
  if (rate.cardBank !== cardBankOf(rate, card)) return false;
  return rate.cardBank === "foreign" || rate.program === card.program;
}

function cardBankOf({ terminalBankCode }: CommissionRate, card: CardFacts): CardBank {
  if (isForeign(card)) return "foreign";
  return card.bankCode !== undefined && card.bankCode === terminalBankCode ? "own" : "partner";
}

function customerShare({ bearer, rateBasisPoints }: CommissionRate): number {
  return bearer === "customer" ? rateBasisPoints : 0;
}
