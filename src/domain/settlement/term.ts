import { applyRate, money, roundHalfUp, type Money } from "../../kernel/money.ts";
import { nextWorkingDay, type CalendarDay } from "../../kernel/calendar-day.ts";
import { isInForce, type Validity } from "../../kernel/validity.ts";

/**
 * A line of a contract with an acquirer: the commission on a payment, and the days until its
 * payout.
 */
export type SettlementTerm = Validity & {
  /** The connection whose contract this is, for example `acq_…`; absent: every connection. */
  readonly acquirer: string | undefined;
  /** A payment type of the reports: `creditcard`, `debitcard`, `wallet`, … */
  readonly paymentType: string;
  /** Absent: any card program. */
  readonly program: string | undefined;
  /** Absent: any number of installments. */
  readonly count: number | undefined;
  /** In hundredths of a percent. */
  readonly rateBasisPoints: number;
  /** Calendar days from the capture to the payout (blokaj, valör). */
  readonly valueDays: number;
};

/** The facts of a payment that select the contract's line. */
export type ExpectedPayout = {
  /** The connection that took the money. */
  readonly acquirer: string;
  readonly paymentType: string;
  readonly program: string | undefined;
  readonly installmentCount: number;
};

/** The commission expected on money that an acquirer took, and the day of its payout. */
export type ExpectedSettlement = { readonly commission: Money; readonly valueDate: CalendarDay };

/**
 * Returns the expectation for money taken on a day, or `undefined` if the contract has no line for
 * it. The most specific line counts: a line for the connection comes before one for every
 * connection, then a line for the program before one for any program, then a line for the count
 * before one for any count.
 */
export function expectSettlement(
  terms: readonly SettlementTerm[],
  payment: ExpectedPayout,
  taken: { readonly amount: Money; readonly day: CalendarDay },
): ExpectedSettlement | undefined {
  const [term] = terms
    .filter((one) => applies(one, payment, taken.day))
    .toSorted((left, right) => particularity(right) - particularity(left));
  if (term === undefined) return undefined;
  const commission = applyRate(taken.amount, BigInt(term.rateBasisPoints), roundHalfUp);
  return { commission, valueDate: nextWorkingDay(taken.day, term.valueDays) };
}

/** Returns the net amount of a payout: gross less commission. */
export function netOf(gross: Money, commission: Money): Money {
  return money(gross.minor - commission.minor, gross.currency);
}

function applies(term: SettlementTerm, payment: ExpectedPayout, day: CalendarDay): boolean {
  return (
    term.paymentType === payment.paymentType &&
    (term.acquirer === undefined || term.acquirer === payment.acquirer) &&
    (term.program === undefined || term.program === payment.program) &&
    (term.count === undefined || term.count === payment.installmentCount) &&
    isInForce(term, day)
  );
}

function particularity({ acquirer, program, count }: SettlementTerm): number {
  const ofAcquirer = acquirer === undefined ? 0 : 4;
  return ofAcquirer + (program === undefined ? 0 : 2) + (count === undefined ? 0 : 1);
}
