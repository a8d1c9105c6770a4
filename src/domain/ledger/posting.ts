import { assert } from "../../kernel/assert.ts";
import type { CalendarDay } from "../../kernel/calendar-day.ts";
import type { Money } from "../../kernel/money.ts";
import type { Account } from "./accounts.ts";
import { POSTING_RULES, type AmountName, type MoneyEvent } from "./posting-rules.ts";

/**
 * One movement of money, balanced by construction: the amount leaves one account and enters
 * another.
 */
export type Posting = {
  readonly debit: Account;
  readonly credit: Account;
  readonly amount: Money;
  /** The day of the acquirer's payout; absent if the contract is not known. */
  readonly valueDate?: CalendarDay | undefined;
};

/** The amounts of an event, each absent if there is none; one value date for all of them. */
export type PostedAmounts = Partial<Readonly<Record<AmountName, Money>>> & {
  readonly valueDate?: CalendarDay | undefined;
};

/** Returns the postings of an event by its rule; amounts of zero are not posted. */
export function postingsOf(event: MoneyEvent, amounts: PostedAmounts): Posting[] {
  const { valueDate } = amounts;
  return POSTING_RULES[event].flatMap(({ debit, credit, amount: name }) => {
    const amount = amounts[name];
    if (amount === undefined || amount.minor === 0n) return [];
    assert(amount.minor > 0n, "a posting moves a positive amount");
    const dated = debit === "acquirer_receivable" || credit === "acquirer_receivable";
    return [{ debit, credit, amount, ...(dated && valueDate !== undefined ? { valueDate } : {}) }];
  });
}
