import type { Digest } from "../../kernel/digest.ts";
import type { StatementLine } from "../../transfer/statement-line.ts";
import { decodeText } from "../text-file/decode-text.ts";
import { readCamt053 } from "./camt053.ts";
import { keyEntries } from "./entry-key.ts";
import { readMt940 } from "./mt940.ts";
import type { StatementEntry } from "./statement-entry.ts";
import { StatementError } from "./statement-error.ts";

/** The limit of a file; a year of statements of a busy account is smaller. */
export const STATEMENT_BYTES_MAX = 50 * 1_024 ** 2;

/** An account's name is part of a line's key; a longer one would not fit into the index. */
const ACCOUNT_MAX = 255;

export type StatementFile = {
  /** Incoming transfers. */
  readonly lines: readonly StatementLine[];
  /** The number of other entries: debits, reversals, announcements, other currencies. */
  readonly skipped: number;
};

/**
 * Reads a statement in camt.053 or MT940 and recognises the format.
 * @throws StatementError for a faulty file, no line of which may be used
 */
export function readStatement(bytes: Uint8Array, digest: Digest): StatementFile {
  const text = decodeStatement(bytes);
  const [source, entries] = entriesOf(text);
  const tooLong = entries.find(({ account }) => account.length > ACCOUNT_MAX);
  if (tooLong !== undefined) throw new StatementError("account_too_long", tooLong.account);
  const credits = entries.filter((entry) => entry.amount !== undefined);
  return {
    lines: keyEntries(credits, { digest, source }),
    skipped: entries.length - credits.length,
  };
}

function entriesOf(text: string): readonly ["camt053" | "mt940", readonly StatementEntry[]] {
  const other = otherMessage(text);
  if (other !== undefined) throw new StatementError("another_message", other);
  if (/^\s*</.test(text)) return ["camt053", readCamt053(text)];
  if (/^:(20|25|61):/m.test(text)) return ["mt940", readMt940(text)];
  throw new StatementError("neither_format");
}

const OTHER_CAMT: readonly (readonly [RegExp, string])[] = [
  [/<(?:\w+:)?BkToCstmrAcctRpt\b/, "camt.052"],
  [/<(?:\w+:)?BkToCstmrDbtCdtNtfctn\b/, "camt.054"],
];

/** The name of a message of the bank that is no statement, by what precedes its first entry. */
function otherMessage(text: string): string | undefined {
  if (/^\s*</.test(text)) {
    const head = text.slice(0, 2_000);
    return OTHER_CAMT.find(([element]) => element.test(head))?.[1];
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
