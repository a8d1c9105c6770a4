type Tell = (text: string) => string;

/** The reasons why a statement can't be read; each function takes the faulty text of the file. */
export const STATEMENT_FLAWS = {
  neither_format: () => "this is neither a camt.053 nor an MT940 statement",
  another_kind: (text) => `the file is ${text}, not a statement in text or XML`,
  another_message: (text) => `the file is ${text}, not a statement in camt.053 or MT940`,
  not_the_encoding: (text) => `the file is not ${text} text`,
  document_type: () => "the file has a document type declaration, which no statement needs",
  not_well_formed: () => "the file is not well-formed, or cut off",
  no_camt053: () => "the XML file is not a camt.053 statement",
  no_mt940: () => "the file has no MT940 statement: :25: is missing",
  no_end: () => "the file is cut off: a statement has no closing balance (:62F:) and no end mark",
  no_account: () => "a statement does not name its account",
  account_too_long: (text) => `the account "${text}" (Acct or :25:) has more than 255 characters`,
  no_day: () => "an entry has no booking date",
  no_currency: () => "an amount has no currency",
  too_early: () => "an entry (:61:) comes before :25: and :60F:",
  not_an_entry: (text) => `"${text}" is no entry (:61:)`,
  not_a_balance: (text) => `"${text}" is no opening balance`,
  not_an_amount: (text) => `"${text}" is no amount`,
  not_a_day: (text) => `"${text}" is no date`,
  too_slow: () => "the file takes too much time to read; split it into smaller ones",
  too_heavy: () => "the file takes too much memory to read; split it into smaller ones",
} as const satisfies Readonly<Record<string, Tell>>;

export type StatementFlaw = keyof typeof STATEMENT_FLAWS;

const TEXT_SHOWN = /^.{0,60}/u;

/** A statement can't be read; the message names the reason and the text. */
export class StatementError extends Error {
  override readonly name = "StatementError";
  readonly flaw: StatementFlaw;
  /** The beginning of the faulty text of the file, without unprintable characters. */
  readonly text: string;

  constructor(flaw: StatementFlaw, text = "") {
    const [shown = ""] = TEXT_SHOWN.exec(text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ")) ?? [];
    super(STATEMENT_FLAWS[flaw](shown));
    this.flaw = flaw;
    this.text = shown;
  }
}
