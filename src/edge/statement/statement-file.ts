import type { Digest } from "../../kernel/digest.ts";
import type { StatementLine } from "../../transfer/statement-line.ts";
import { readCamt053 } from "./camt053.ts";
import { keyEntries } from "./entry-key.ts";
import { readMt940 } from "./mt940.ts";
import type { StatementEntry } from "./statement-entry.ts";
import { StatementError } from "./statement-error.ts";

/** The limit of a file; a year of statements of a busy account is smaller. */
export const STATEMENT_BYTES_MAX = 50 * 1_024 ** 2;

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
  const credits = entries.filter((entry) => entry.amount !== undefined);
  return {
    lines: keyEntries(credits, { digest, source }),
    skipped: entries.length - credits.length,
  };
}

function entriesOf(text: string): readonly ["camt053" | "mt940", readonly StatementEntry[]] {
  if (/^\s*</.test(text)) return ["camt053", readCamt053(text)];
  if (/^:(20|25|61):/m.test(text)) return ["mt940", readMt940(text)];
  throw new StatementError("neither_format");
}

/** Decodes a statement: UTF-8, or the Turkish code page under one of its two names. */
function decodeStatement(bytes: Uint8Array): string {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 200));
  const [, declared] = /^[^<]{0,3}<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(head) ?? [];
  try {
    return new TextDecoder(declared ?? "utf-8", { fatal: true }).decode(bytes);
  } catch {
    if (declared !== undefined) throw new StatementError("not_the_encoding", declared);
    return new TextDecoder("windows-1254").decode(bytes);
  }
}
