import type { Digest } from "../../kernel/digest.ts";
import type { StatementLine } from "../../domain/transfer/statement-line.ts";
import { decodeText } from "../text/decode-text.ts";
import { readCamt053 } from "./camt053.ts";
import { doubtfulAmong } from "./doubtful-bookings.ts";
import { keyEntries } from "./entry-key.ts";
import { judgeStatements, type Booking, type Page } from "./judge-statements.ts";
import type { RefusedStatement } from "./judge-statements.ts";
import { readMt940 } from "./mt940.ts";
import { StatementError, type LineFlaw } from "./statement-error.ts";

/** The limit of a file; a year of statements of a busy account is smaller. */
export const STATEMENT_BYTES_MAX = 50 * 1_024 ** 2;

/** An account's name is part of a line's key; a longer one would not fit into the index. */
const ACCOUNT_MAX = 255;

/** An entry of a statement, or a line of it, that was not taken while the others were. */
export type SetAside = {
  /** The number of the line in the file at which it begins. */
  readonly line: number;
  readonly text: string;
  readonly reason: LineFlaw;
};

export type StatementFile = {
  /** Incoming transfers. */
  readonly lines: readonly StatementLine[];
  /** The number of other entries: debits, reversals, announcements, other currencies. */
  readonly skipped: number;
  readonly setAside: readonly SetAside[];
  /** Statements that don't add up; none of their entries is among the lines. */
  readonly refused: readonly RefusedStatement[];
};

type Format = { readonly source: "camt053" | "mt940"; readonly pages: readonly Page[] };

/**
 * A statement in MT940 must have its balances, because a payer's text may look like an entry. In
 * camt.053 no text can, so balances are compared where there are some.
 */
const NEEDS_BALANCES = { camt053: false, mt940: true } as const;

/**
 * Reads statements in camt.053 or MT940 and recognises the format. Each statement is taken or
 * refused alone; an entry of no interest is not read further than its amount.
 * @throws StatementError for a faulty file, no line of which may be used
 */
export function readStatement(bytes: Uint8Array, digest: Digest): StatementFile {
  const { source, pages } = pagesOf(decodeStatement(bytes));
  const tooLong = pages.find(({ account = "" }) => account.length > ACCOUNT_MAX)?.account;
  if (tooLong !== undefined) throw new StatementError("account_too_long", tooLong);
  const { taken, refused } = judgeStatements(pages, { needsBalances: NEEDS_BALANCES[source] });
  const doubtful = new Set(taken.flatMap(({ bookings }) => [...doubtfulAmong(bookings)]));
  const bookings = taken.flatMap((page) => page.bookings.filter((one) => !doubtful.has(one)));
  return {
    lines: keyEntries(
      bookings.flatMap(({ entries }) => entries),
      { digest, source },
    ),
    skipped: bookings.reduce((sum, booking) => sum + booking.skipped, 0),
    setAside: pages.flatMap((page) => page.bookings.flatMap((one) => setAside(one, doubtful))),
    refused,
  };
}

/** A doubtful booking that brings no money is skipped like any other. */
function setAside(booking: Booking, doubtful: ReadonlySet<Booking>): readonly SetAside[] {
  const isDoubtful = doubtful.has(booking) && booking.entries.length > 0;
  const reason = booking.flaw ?? (isDoubtful ? "may_be_text" : undefined);
  return reason === undefined ? [] : [{ line: booking.line, text: booking.text, reason }];
}

function pagesOf(text: string): Format {
  const other = otherMessage(text);
  if (other !== undefined) throw new StatementError("another_message", other);
  if (/^\s*</.test(text)) return { source: "camt053", pages: readCamt053(text) };
  if (/^:(20|25|61):/m.test(text)) return { source: "mt940", pages: readMt940(text) };
  throw new StatementError("neither_format");
}

const OTHER_XML: readonly (readonly [RegExp, string])[] = [
  [/<(?:\w+:)?BkToCstmrAcctRpt\b/, "camt.052"],
  [/<(?:\w+:)?BkToCstmrDbtCdtNtfctn\b/, "camt.054"],
  [/<(?:\w+:)?CstmrCdtTrfInitn\b/, "pain.001"],
];

/** The name of a message of the bank that is no statement, by what precedes its first entry. */
function otherMessage(text: string): string | undefined {
  if (/^\s*</.test(text)) {
    const head = text.slice(0, 2_000);
    return OTHER_XML.find(([element]) => element.test(head))?.[1];
  }
  const head = text.split(/^:(?:61|86):/m, 1)[0] ?? "";
  return /^:34F:/m.test(head) ? "MT942" : undefined;
}

function decodeStatement(bytes: Uint8Array): string {
  const decoded = decodeText(bytes);
  if (decoded.ok) return decoded.value;
  const { reason, name } = decoded.refusal;
  throw new StatementError(reason === "kind" ? "another_kind" : "not_the_encoding", name);
}
