import type { LineFlaw, StatementRefusal } from "./statement-error.ts";
import type { StatementEntry } from "./statement-entry.ts";
import type { Millionths } from "./statement-amount.ts";

/** A line of a statement, or an entry of it, and its effect on the account. */
export type Booking = {
  /** The number of the line in the file at which it begins. */
  readonly line: number;
  /** The beginning of its text. */
  readonly text: string;
  readonly currency: string | undefined;
  /** Negative for money that left; undefined if sign or amount can't be read. */
  readonly change: Millionths | undefined;
  /** The incoming money; several entries for a batch. */
  readonly entries: readonly StatementEntry[];
  /** The number of its parts that are no incoming money. */
  readonly skipped: number;
  /** Why its money can't be taken, although it came in or may have. */
  readonly flaw?: LineFlaw | undefined;
  /** True if it undoes another one; not all banks give such an entry the same sign. */
  readonly isReversal?: boolean;
  /** True if a payer may have written it: the line before it is as long as the bank's lines are. */
  readonly mayBeText?: boolean;
};

export type Balance = {
  readonly currency: string;
  readonly amount: Millionths;
  /** True for the balance between two pages of a statement. */
  readonly isOfPage: boolean;
};

/** A statement, or one page of it. */
export type Page = {
  /** The bank's own number. */
  readonly name: string;
  readonly account: string | undefined;
  readonly bookings: readonly Booking[];
  readonly opening: readonly Balance[];
  readonly closing: readonly Balance[];
  readonly isOutOfOrder: boolean;
  /** The length of the line before its end, if its end may stand in a payer's text; else 0. */
  readonly endWidth: number;
  /** The length of the line before its opening balance. */
  readonly headWidth: number;
};

export type RefusedStatement = {
  readonly statement: string;
  readonly account: string | undefined;
  readonly currency: string | undefined;
  readonly reason: StatementRefusal;
  readonly opening: Millionths | undefined;
  readonly closing: Millionths | undefined;
  /** The closing balance less the opening balance and the entries. */
  readonly difference: Millionths | undefined;
};

/** The guarantee of a format. */
export type BalanceRule = {
  /** True if a statement without balances is refused: a payer's text may look like an entry. */
  readonly needsBalances: boolean;
};

export type JudgedStatements = {
  readonly taken: readonly Page[];
  readonly refused: readonly RefusedStatement[];
};

/**
 * Separates the statements that add up from the others. The pages of a statement are judged
 * together: each of them must add up, and each must begin with the balance of the one before it.
 */
export function judgeStatements(pages: readonly Page[], rule: BalanceRule): JudgedStatements {
  const taken: Page[] = [];
  const refused: RefusedStatement[] = [];
  let before: PrecedingPage | undefined;
  for (const statement of statementsOf(pages)) {
    const [first] = statement;
    const refusal: RefusedStatement | undefined =
      first !== undefined && mayStandInText(first, before)
        ? refusalBy(first, "behind_text")
        : refusalOf(statement, rule);
    if (refusal === undefined) taken.push(...statement);
    else refused.push(refusal);
    before = { page: statement.at(-1), isRefused: refusal !== undefined };
  }
  return { taken, refused };
}

type PrecedingPage = { readonly page: Page | undefined; readonly isRefused: boolean };

/** Two lines that a bank wrapped at the same width differ by this many characters at most. */
const WIDTHS_APART = 4;

/**
 * True if a payer may have ended the statement before with a text that goes on as this one: its
 * lines were wrapped as those of that text, and the balances of the two don't fit.
 */
function mayStandInText(first: Page, before: PrecedingPage | undefined): boolean {
  const page = before?.page;
  if (page === undefined || page.endWidth === 0) return false;
  const isAlike = Math.abs(first.headWidth - page.endWidth) <= WIDTHS_APART;
  return isAlike && (before?.isRefused === true || !beginsWithEndOf(page, first));
}

/** The pages of each statement: the balance of a page ends one and begins the next. */
function statementsOf(pages: readonly Page[]): readonly (readonly Page[])[] {
  const statements: Page[][] = [];
  for (const page of pages) {
    const before = statements.at(-1)?.at(-1);
    const isNext =
      before?.account === page.account &&
      before?.closing.some(({ isOfPage }) => isOfPage) === true &&
      page.opening.some(({ isOfPage }) => isOfPage);
    if (isNext) statements.at(-1)?.push(page);
    else statements.push([page]);
  }
  return statements;
}

function refusalOf(statement: readonly Page[], rule: BalanceRule): RefusedStatement | undefined {
  for (const [index, page] of statement.entries()) {
    const before = statement[index - 1];
    if (page.account === undefined) return refusalBy(page, "no_account");
    if (page.isOutOfOrder) return refusalBy(page, "out_of_order");
    const sum = sumRefusal(page, rule);
    if (sum !== undefined) return sum;
    if (before !== undefined && !beginsWithEndOf(before, page))
      return refusalBy(page, "pages_apart");
  }
  return undefined;
}

function beginsWithEndOf(before: Page, { opening }: Page): boolean {
  return opening.every(({ currency, amount }) => {
    const end = before.closing.find((one) => one.currency === currency);
    return end === undefined || end.amount === amount;
  });
}

function sumRefusal(page: Page, { needsBalances }: BalanceRule): RefusedStatement | undefined {
  const { opening, closing, bookings } = page;
  const pairs = opening.flatMap((from) => {
    const to = closing.find(({ currency }) => currency === from.currency);
    return to === undefined ? [] : [{ from, to }];
  });
  if (pairs.length === 0) {
    if (needsBalances) return refusalBy(page, "no_balance");
    const isUnreadable = bookings.some(({ change }) => change === undefined);
    return isUnreadable ? refusalBy(page, "unreadable") : undefined;
  }
  for (const { from, to } of pairs) {
    const [difference = 0n, ...others] = differencesOf(bookings, from, to);
    if (difference === 0n || others.includes(0n)) continue;
    const { currency } = from;
    return {
      ...refusalBy(page, "not_balanced"),
      currency,
      opening: from.amount,
      closing: to.amount,
      difference,
    };
  }
  return undefined;
}

/** The difference, and the one that remains if reversals have the sign of what they undo. */
function differencesOf(
  bookings: readonly Booking[],
  from: Balance,
  to: Balance,
): readonly Millionths[] {
  const counted = bookings.filter(({ currency }) => currency === from.currency);
  const sum = (some: readonly Booking[]): Millionths =>
    some.reduce((total, { change = 0n }) => total + change, 0n);
  const difference = to.amount - from.amount - sum(counted);
  const reversals = counted.filter(({ isReversal }) => isReversal === true);
  return [difference, difference + 2n * sum(reversals)];
}

function refusalBy(page: Page, reason: StatementRefusal): RefusedStatement {
  const [from, to] = [page.opening[0], page.closing[0]];
  return {
    statement: page.name,
    account: page.account,
    currency: from?.currency ?? to?.currency,
    reason,
    opening: from?.amount,
    closing: to?.amount,
    difference: undefined,
  };
}
