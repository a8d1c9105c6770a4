import { ok, refused, type Result } from "../../kernel/result.ts";

/** Why a file is no text: it is a file of another kind, or not in the encoding it shows. */
export type NotText = { readonly reason: "kind" | "encoding"; readonly name: string };

/**
 * Decodes an uploaded text file: UTF-8 with or without a byte order mark, UTF-16, an encoding that
 * XML declares, or windows-1254, of which ISO-8859-9 is a part. Bytes with accents that are valid
 * UTF-8 are hardly anything else, so they are read as UTF-8 whatever the file declares; bytes that
 * are not UTF-8 although the file declares it are read as windows-1254, because programs of Windows
 * write such files. With a named encoding the file is read in that one alone.
 */
export function decodeText(bytes: Uint8Array, named?: string): Result<string, NotText> {
  const kind = kindOf(bytes);
  if (kind !== undefined) return refused({ reason: "kind", name: kind });
  if (named !== undefined) {
    const read = decode(bytes, named);
    return read === undefined ? refused({ reason: "encoding", name: named }) : ok(read);
  }
  const wide = wideEncoding(bytes);
  const text = wide === undefined ? decodeBytes(withoutMark(bytes)) : decode(bytes, wide);
  if (text === undefined) return refused({ reason: "encoding", name: wide ?? "UTF-8" });
  // The marks of UTF-32 are those of UTF-16 with zeros behind them.
  if (text.slice(0, 2).includes("\0")) return refused({ reason: "encoding", name: "UTF-8/UTF-16" });
  return HTML.test(text) ? refused({ reason: "kind", name: "HTML" }) : ok(text);
}

/** The first bytes of files that are often taken for text files, as Latin-1. */
const KINDS: readonly (readonly [start: string, name: string])[] = [
  ["%PDF-", "PDF"],
  ["PK\u0003\u0004", "ZIP"],
  ["\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1", "XLS (Excel)"],
  ["\u001f\u008b", "GZIP"],
  ["Rar!\u001a\u0007", "RAR"],
  ["7z\u00bc\u00af\u0027\u001c", "7Z"],
  [String.raw`{\rtf`, "RTF"],
  ["\u0089PNG", "PNG"],
  ["\u00ff\u00d8\u00ff", "JPEG"],
];

/** Folders of the archives that office programs write. */
const ARCHIVES: readonly (readonly [folder: string, name: string])[] = [
  ["xl/", "XLSX (Excel)"],
  ["word/", "DOCX (Word)"],
  ["content.xml", "ODS (OpenDocument)"],
];

// The tables that some banks call .xls are pages.
const HTML = /^\s*<(?:!doctype\s+html|html|head|meta|table)\b/i;
const HEAD_BYTES = 64 * 1_024;
const WINDOWS_1254 = "windows-1254";

function kindOf(bytes: Uint8Array): string | undefined {
  const head = latin1(bytes.subarray(0, HEAD_BYTES));
  const kind = KINDS.find(([start]) => head.startsWith(start))?.[1];
  if (kind !== "ZIP") return kind;
  const names = head + latin1(bytes.subarray(-HEAD_BYTES));
  return ARCHIVES.find(([folder]) => names.includes(folder))?.[1] ?? kind;
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
}

/** UTF-16, by its byte order mark or by a zero byte beside the first character. */
function wideEncoding([first, second]: Uint8Array): string | undefined {
  if ((first === 0xff && second === 0xfe) || second === 0) return "UTF-16LE";
  if ((first === 0xfe && second === 0xff) || first === 0) return "UTF-16BE";
  return undefined;
}

/** The bytes behind the mark of UTF-8, which files of other encodings have too. */
function withoutMark(bytes: Uint8Array): Uint8Array {
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return isMarked ? bytes.subarray(3) : bytes;
}

function decodeBytes(bytes: Uint8Array): string | undefined {
  const declared = declaredEncoding(bytes);
  const isOther = declared !== undefined && !/^utf-?(?:8|16)/i.test(declared);
  return (
    decode(bytes, "utf-8") ??
    (isOther ? decode(bytes, declared) : undefined) ??
    decode(bytes, WINDOWS_1254)
  );
}

/** The decoded text; undefined if the bytes or the name of the encoding are wrong. */
function decode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = latin1(bytes.subarray(0, 200));
  return /^\s*<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(head)?.[1];
}
