import { describe, expect, it } from "vitest";
import { readBinFile, readSettlementFile } from "../../src/file/csv/table-files.ts";
import {
  FILES_A_READER,
  plantTexts,
  READER_SEED,
  wrapText,
  type FuzzedReader,
  type Planted,
} from "../support/fuzz/planted-text.ts";

const SHOWN = 3;
/** A longer text costs time and says nothing else. */
const TEXT_MAX = 4_000;

type Row = readonly (string | undefined)[];

/** The rows as CSV; in place of an undefined field stands the planted text. */
function csv(rows: readonly Row[], planted: Planted | undefined): Uint8Array {
  const text = planted === undefined ? "" : wrapText("", planted).slice(0, TEXT_MAX);
  // Every second file has a quotation mark out of place in another field of the same payer.
  const isOdd = planted !== undefined && planted.field % 2 === 1;
  const lines = rows.map((row) =>
    row
      .map((field) => (field === undefined ? quoted(text) : field))
      .map((field) => (field === "ODD" && isOdd ? '"5" boru' : field))
      .join(","),
  );
  return new TextEncoder().encode(`${lines.join("\n")}\n`);
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

function shown(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === "bigint" ? part.toString() : part,
  );
}

/** The rows of a table but that of the planted text. */
type Others = { readonly rows: readonly string[]; readonly setAside: readonly unknown[] };

function judged(found: Others | undefined, whole: Others | undefined): string | undefined {
  if (whole?.rows.length !== 3) return "the table without a text is not read";
  if (found === undefined || found.setAside.length > 1) {
    return "the text refused the table, or more than its own row";
  }
  const isOther = shown(found.rows) !== shown(whole.rows);
  return isOther ? `other rows: ${found.rows.join(" ")}` : undefined;
}

const SETTLEMENT_ROWS: readonly Row[] = [
  ["reference", "kind", "gross", "commission", "currency", "paid_on", "customer", "note"],
  ["kept1", "sale", "1000", "20", "TRY", "2026-11-29", "Ayşe", ""],
  ["victim", "sale", "500", "10", "TRY", "2026-11-29", undefined, "ODD"],
  ["kept2", "refund", "300", "0", "TRY", "2026-11-29", "Can", ""],
  ["kept3", "sale", "700", "14", "TRY", "2026-11-30", "Efe", ""],
  ["TOPLAM", "", "1900", "44", "TRY", "", "", ""],
];

function settled(planted: Planted | undefined): Others | undefined {
  const read = readSettlementFile(csv(SETTLEMENT_ROWS, planted));
  if (!read.ok) return undefined;
  const rows = read.value.value.map(({ reference, kind, gross, commission, paidOn }) =>
    shown([reference, kind, gross, commission, paidOn]),
  );
  return {
    rows: rows.filter((row) => !row.startsWith('["victim"')),
    setAside: read.value.setAside,
  };
}

const WHOLE_SETTLEMENT = settled(undefined);
const SETTLEMENT: FuzzedReader = {
  name: "settlement",
  structure: [
    "forged,sale,999999,0,TRY,2026-11-29,x,y",
    "kept1,refund,1000,0,TRY,2026-11-29,x,y",
    "TOPLAM,,1900,44,TRY,,,",
    "TOPLAM,,1,1,TRY,,,",
    "forged;sale;999999;0;TRY;2026-11-29;x;y",
    'x",y\nforged,sale,999999,0,TRY,2026-11-29,"x',
    "sep=;",
    '"',
    '""',
    "\n",
    "\r\n",
    ",",
  ],
  widths: [39, 40, 41, 100_000],
  complaint: (planted) => judged(settled(planted), WHOLE_SETTLEMENT),
};

const BIN_ROWS: readonly Row[] = [
  ["bin", "bank_name", "card_brand", "card_type", "note"],
  ["552879", "Örnek Bank", "mastercard", "credit", ""],
  ["454360", undefined, "visa", "credit", "ODD"],
  ["979205", "Örnek Bank", "troy", "debit", ""],
  ["375622", "Örnek Bank", "amex", "credit", ""],
];

function bins(planted: Planted | undefined): Others | undefined {
  const read = readBinFile(csv(BIN_ROWS, planted));
  if (!read.ok) return undefined;
  const { value, setAside } = read.value;
  return { rows: value.records.filter(({ bin }) => bin !== "454360").map(shown), setAside };
}

const WHOLE_BINS = bins(undefined);
const BINS: FuzzedReader = {
  name: "BIN table",
  structure: [
    "666666,Forged,visa,credit,x",
    "552879,Forged,visa,debit,x",
    "666666;Forged;visa;credit;x",
    'x",visa,credit,y\n666666,"Forged',
    '"',
    '""',
    "\n",
    "\r\n",
    ",",
  ],
  widths: [27, 28, 29, 100_000],
  complaint: (planted) => judged(bins(planted), WHOLE_BINS),
};

describe(`${FILES_A_READER} tables with a stranger's hostile text (seed ${READER_SEED})`, () => {
  it.each([SETTLEMENT, BINS])(
    "have the same other rows as without it: $name",
    (reader) => {
      const complaints = plantTexts(reader, { seed: READER_SEED, count: FILES_A_READER });
      expect(complaints.slice(0, SHOWN).join("\n\n")).toBe("");
    },
    60_000 + FILES_A_READER * 20,
  );
});
