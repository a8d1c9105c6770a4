import type { Digest } from "../../kernel/digest.ts";
import type { StatementLine } from "../../transfer/statement-line.ts";
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
  if (/^\s*</.test(text)) return ["camt053", readCamt053(text)];
  if (/^:(20|25|61):/m.test(text)) return ["mt940", readMt940(text)];
  throw new StatementError("neither_format");
}

/**
 * Decodes a statement: UTF-8, UTF-16, an encoding that an XML file declares, or the Turkish code
 * page under one of its two names.
 */
function decodeStatement(bytes: Uint8Array): string {
  const encoding = signedEncoding(bytes) ?? declaredEncoding(bytes);
  try {
    const text = new TextDecoder(encoding ?? "utf-8", { fatal: true }).decode(bytes);
    if (!text.slice(0, 2).includes("\0")) return text;
  } catch {
    if (encoding === undefined) return new TextDecoder("windows-1254").decode(bytes);
    throw new StatementError("not_the_encoding", encoding);
  }
  throw new StatementError("not_the_encoding", "UTF-8/UTF-16");
}

/**
 * The encoding that a file's first bytes show: a byte order mark, or a zero byte beside the first
 * character, which is an ASCII character in every statement.
 */
function signedEncoding([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "UTF-8";
  if ((first === 0xff && second === 0xfe) || second === 0) return "UTF-16LE";
  if ((first === 0xfe && second === 0xff) || first === 0) return "UTF-16BE";
  return undefined;
}

/**
 * The encoding that an XML file declares. UTF-16 is none, because its declaration could not be read
 * here; some programs declare it in UTF-8.
 */
function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 200));
  const [, declared] = /^\s*<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(head) ?? [];
  return declared === undefined || /^utf-16/i.test(declared) ? undefined : declared;
}
