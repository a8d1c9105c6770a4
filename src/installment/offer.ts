import { isForeign, type CardFacts } from "../card/bin-record.ts";
import { BOUNDS } from "../kernel/bounds.ts";
import type { CalendarDay } from "../kernel/calendar-day.ts";
import { add, applyRate, money, roundHalfUp, type Money } from "../kernel/money.ts";
import { isInForce } from "../kernel/validity.ts";
import type { CardBank, CommissionRate, InstallmentTerms } from "./commission.ts";

/** A way to pay an amount (spec 2.5). */
export type InstallmentOption = {
  readonly count: number;
  /** What is charged: the amount, and the commission where the customer bears it. */
  readonly total: Money;
  /** Each installment but the first, which also takes what the division leaves over. */
  readonly installment: Money;
  /** What the customer pays on top, in hundredths of a percent. */
  readonly commissionBasisPoints: number;
};

/** What is to be paid, by which card, and when. */
export type OfferQuestion = {
  readonly amount: Money;
  /** All that the card may turn out to be; its own facts alone once eight digits are known. */
  readonly possible: readonly CardFacts[];
  /** Categories of the basket's items. */
  readonly categories: readonly number[];
  readonly day: CalendarDay;
};

/**
 * The ways to pay an amount, by count. Debit and prepaid cards have none, not even the single
 * charge that any card can be asked for (spec 4.4). An option is here only if it is the same for
 * all that the card may be, so that what six digits were offered holds for the whole number.
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

/** One option; a single charge is always the bare amount. */
export function optionOf(
  amount: Money,
  count: number,
  commissionBasisPoints: number,
): InstallmentOption {
  const total = add(amount, applyRate(amount, BigInt(commissionBasisPoints), roundHalfUp));
  const installment = money(total.minor / BigInt(count), total.currency);
  return { count, total, installment, commissionBasisPoints };
}

/** Nothing can be charged in parts of zero, nor beyond the largest amount. */
function isPayable({ total, installment }: InstallmentOption): boolean {
  return installment.minor > 0n && total.minor <= BigInt(BOUNDS.amountMax);
}

function isCredit({ type }: CardFacts): boolean {
  return type === "credit";
}

/** The smallest of the limits on what is in the basket. */
function mostInstallments({ limits }: InstallmentTerms, question: OfferQuestion): number {
  const categories = new Set(question.categories);
  const inForce = limits.filter(
    (limit) => categories.has(limit.category) && isInForce(limit, question.day),
  );
  return Math.min(BOUNDS.installmentsMax, ...inForce.map(({ countMax }) => countMax));
}

/** What the customer pays on top, by count, in basis points; a single charge costs nothing more. */
function ratesOf(
  terms: InstallmentTerms,
  card: CardFacts,
  day: CalendarDay,
): ReadonlyMap<number, number> {
  const single = new Map([[1, 0]]);
  if (!isCredit(card)) return single;
  const general = terms.rates.filter((rate) => rate.count > 1 && isFor(rate, card, day));
  const special = general.filter(({ category }) => category !== undefined);
  // The later entry of a count stands, so what is said of the card's category goes before.
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
