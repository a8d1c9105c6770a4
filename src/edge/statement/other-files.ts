import { StatementError } from "./statement-error.ts";

/** The first bytes of files that people upload in place of a statement. */
const SIGNATURES: readonly (readonly [start: string, name: string])[] = [
  ["%PDF-", "PDF"],
  ["\u00d0\u00cf\u0011\u00e0", "Excel (XLS)"],
];
/** Files that may contain a statement. */
const PACKED: readonly (readonly [start: string, name: string])[] = [
  ["PK\u0003\u0004", "ZIP"],
  ["\u001f\u008b", "GZIP"],
  ["7z\u00bc\u00af", "7-Zip"],
  ["Rar!", "RAR"],
];
/** Names of parts of a workbook, which stand at the beginning of such a ZIP file. */
const WORKBOOK = /\[Content_Types\]\.xml|xl\//;
const HEAD_BYTES = 4_096;

/** @throws StatementError that names the kind of the file, if it is one that is no text */
export function refuseOtherFile(bytes: Uint8Array): void {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString("latin1");
  const begins = ([start]: readonly [string, string]): boolean => head.startsWith(start);
  const other = SIGNATURES.find(begins)?.[1];
  const packed = PACKED.find(begins)?.[1];
  if (packed === "ZIP" && WORKBOOK.test(head)) {
    throw new StatementError("other_format", "Excel (XLSX)");
  }
  if (packed !== undefined) throw new StatementError("packed", packed);
  if (other !== undefined) throw new StatementError("other_format", other);
}

/** Messages of banks that are no statements of booked entries. */
const MESSAGES: readonly (readonly [mark: RegExp, name: string])[] = [
  [/<(?:[\w-]+:)?BkToCstmrAcctRpt[\s/>]/, "camt.052"],
  [/<(?:[\w-]+:)?BkToCstmrDbtCdtNtfctn[\s/>]/, "camt.054"],
  [/<(?:[\w-]+:)?CstmrCdtTrfInitn[\s/>]/, "pain.001"],
];
const BEGINNING = 2_000;
/** Fields that an interim report has in place of the opening balance. */
const INTERIM = /^:(?:34F|90[CD]):/m;

/** @throws StatementError that names the message, if it is no statement of booked entries */
export function refuseOtherMessage(text: string): void {
  const head = text.slice(0, BEGINNING);
  const message = MESSAGES.find(([mark]) => mark.test(head))?.[1];
  if (message !== undefined) throw new StatementError("other_format", message);
  const isInterim = !/^:60[FM]:/m.test(text) && INTERIM.test(text);
  if (/^:20:/m.test(text) && isInterim) throw new StatementError("other_format", "MT942");
}
