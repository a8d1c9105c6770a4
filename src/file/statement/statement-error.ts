type FaultSentence = (text: string) => string;

/** The reasons why a file can't be read; each function takes the faulty text of the file. */
export const STATEMENT_FLAWS = {
  neither_format: () => "this is neither a camt.053 nor an MT940 statement",
  another_kind: (text) => `the file is ${text}, not a statement in text or XML`,
  another_message: (text) => `the file is ${text}, not a statement in camt.053 or MT940`,
  not_the_encoding: (text) => `the file is not ${text} text`,
  document_type: () => "the file has a document type declaration, which no statement needs",
  not_well_formed: () => "the file is not well-formed, or cut off",
  no_camt053: () => "the XML file is not a camt.053 statement",
  no_mt940: () => "the file has no MT940 statement: :25: is missing",
  account_too_long: (text) => `the account "${text}" (Acct or :25:) has more than 255 characters`,
  too_slow: () => "the file takes too much time to read; split it into smaller ones",
  too_heavy: () => "the file takes too much memory to read; split it into smaller ones",
} as const satisfies Readonly<Record<string, FaultSentence>>;

export type StatementFlaw = keyof typeof STATEMENT_FLAWS;

/** The reasons for which one line is set aside and the others of its statement are taken. */
export const LINE_FLAWS = {
  not_an_entry: "it is no entry of a statement",
  not_an_amount: "its amount can't be read",
  no_currency: "its amount has no currency",
  no_day: "it has no booking date",
  not_a_day: "its booking date is no day of the calendar",
  may_be_text: "it stands behind a full line of a payer's text, and the balances fit without it",
} as const;

export type LineFlaw = keyof typeof LINE_FLAWS;

/** The reasons for which a statement completes nothing and stores nothing. */
export const STATEMENT_REFUSALS = {
  not_balanced: "its entries don't lead from its opening to its closing balance",
  no_balance: "it has no opening balance (:60F:), or no closing balance (:62F:), or is cut off",
  no_account: "it does not name its account",
  out_of_order: "an entry or a closing balance follows its closing balance",
  pages_apart: "a page does not begin with the balance with which the page before it ends",
  behind_text: "the statement before it does not add up, and may end within a payer's text",
  unreadable: "it has no balances, and an amount that can't be read",
} as const;

export type StatementRefusal = keyof typeof STATEMENT_REFUSALS;

const TEXT_SHOWN = /^.{0,60}/u;

/** The beginning of a text of the file, without unprintable characters. */
export function shownText(text: string): string {
  return TEXT_SHOWN.exec(text.replace(/[\p{Cc}\u2028\u2029]+/gu, " "))?.[0] ?? "";
}

/** A file can't be read; the message names the reason and the text. */
export class StatementError extends Error {
  override readonly name = "StatementError";
  readonly flaw: StatementFlaw;
  /** The beginning of the faulty text of the file, without unprintable characters. */
  readonly text: string;

  constructor(flaw: StatementFlaw, text = "") {
    const shown = shownText(text);
    super(STATEMENT_FLAWS[flaw](shown));
    this.flaw = flaw;
    this.text = shown;
  }
}
