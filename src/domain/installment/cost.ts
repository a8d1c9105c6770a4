import { isForeign, isUnknown, type CardFacts } from "../card/bin-record.ts";
import type { CalendarDay } from "../../kernel/calendar-day.ts";
import { isInForce } from "../../kernel/validity.ts";
import type { CommissionRate } from "./commission.ts";

/** A charge of some installments at the terminal of a bank. */
export type ChargeAtBank = {
  /** EFT code of the bank whose terminal takes the card. */
  readonly bankCode: string;
  readonly card: CardFacts;
  readonly count: number;
  readonly day: CalendarDay;
};

/**
 * Returns the commission, in basis points, that the merchant's table has for a charge at a bank's
 * terminal, borne by the merchant or by the customer; `undefined` if the table has none. A row for
 * the card's category comes before a row for all categories. An unknown card costs as much as the
 * dearest row that could apply to it.
 */
export function commissionAt(
  rates: readonly CommissionRate[],
  charge: ChargeAtBank,
): number | undefined {
  const matching = rates.filter((rate) => isFor(rate, charge));
  if (isUnknown(charge.card)) return dearest(matching);
  const special = matching.filter(({ category }) => category !== undefined);
  return [...matching, ...special].at(-1)?.rateBasisPoints;
}

function isFor(rate: CommissionRate, { bankCode, card, count, day }: ChargeAtBank): boolean {
  if (rate.count !== count || !isInForce(rate, day)) return false;
  if (isUnknown(card)) return rate.cardBank === "foreign" || rate.terminalBankCode === bankCode;
  if (rate.category !== undefined && rate.category !== card.category) return false;
  if (isForeign(card)) return rate.cardBank === "foreign";
  const cardBank = card.bankCode === bankCode ? "own" : "partner";
  return (
    rate.terminalBankCode === bankCode &&
    rate.cardBank === cardBank &&
    rate.program === card.program
  );
}

function dearest(rates: readonly CommissionRate[]): number | undefined {
  if (rates.length === 0) return undefined;
  return Math.max(...rates.map(({ rateBasisPoints }) => rateBasisPoints));
}
