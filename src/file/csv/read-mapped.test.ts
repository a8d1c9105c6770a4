import { describe, expect, it } from "vitest";
import { minorUnits } from "../../domain/table/amount-text.ts";
import { dayIn, type DayPattern } from "../../domain/table/day-pattern.ts";
import { BIN_FIELDS } from "../../domain/card/read-bin-row.ts";
import { readMapping } from "../../domain/table/read-mapping.ts";
import { readBinFile } from "./table-files.ts";
import { readMapped } from "./read-mapped.ts";

const FIELDS = {
  amount: { kind: "amount", isRequired: true },
  day: { kind: "day" },
  note: { kind: "text" },
} as const;

/** The Turkish code page of Windows. */
function windows1254(text: string): Uint8Array {
  const letters: Readonly<Record<string, number>> = {
    ı: 0xfd,
    İ: 0xdd,
    Ş: 0xde,
    ş: 0xfe,
    Ğ: 0xd0,
    ğ: 0xf0,
  };
  return Uint8Array.from(text, (letter) => letters[letter] ?? letter.charCodeAt(0));
}

const COLUMNS = { amount: "Brüt Tutar", day: "İşlem Tarihi", note: "Açıklama" };

function rowsOf(text: string, mapping: object = {}) {
  const read = readMapping({ columns: COLUMNS, ...mapping }, FIELDS);
  if (!read.ok) return read.refusal;
  const table = readMapped(windows1254(text), read.value, FIELDS);
  if (!table.ok) return table.refusal;
  return {
    rows: table.value.rows.map(({ line, fields }) => [line, Object.fromEntries(fields)]),
    totals: table.value.totals.map(({ fields }) => fields.get("amount")),
    problems: table.value.problems,
  };
}

describe("a bank's table that is read by a mapping of its columns", () => {
  it("may have lines above its headers, a total below, and the code page of Windows", () => {
    const text = [
      "GARANTİ BBVA, ÜYE İŞYERİ EKSTRESİ",
      "",
      "Açıklama;İşlem  Tarihi;Brüt Tutar",
      "Satış;23.11.2026 14:05;1.250,00 TL",
      "İade;24.11.2026;-5,5",
      "Genel Toplam;;1.244,50",
    ];
    expect(rowsOf(text.join("\r\n"), { values: { note: { SATIŞ: "sale" } } })).toEqual({
      rows: [
        [4, { note: "sale", day: "2026-11-23", amount: "125000" }],
        [5, { note: "İade", day: "2026-11-24", amount: "-550" }],
      ],
      totals: ["124450"],
      problems: [],
    });
  });

  it("is refused with the missing column, and the one that seems to stand in its place", () => {
    expect(rowsOf("Açıklama;İşlem Tarihi;Brüt Tutarı\nx;23.11.2026;1,00\n")).toEqual([
      {
        line: 1,
        column: "Brüt Tutar",
        message: 'is a column that is missing; the file has "Brüt Tutarı"',
        code: "missing_column",
      },
    ]);
  });

  it("tells fields that have another form, and never rounds an amount", () => {
    const text = "Açıklama;İşlem Tarihi;Brüt Tutar\nx;2026-11-23;1,00\ny;23.11.2026;1,005\n";
    expect(rowsOf(text)).toMatchObject({
      problems: [
        { line: 2, column: "İşlem Tarihi", message: "must be a day such as dd.MM.yyyy" },
        { line: 3, column: "Brüt Tutar" },
      ],
    });
  });

  it("may be a list of BINs, whose words the mapping explains", () => {
    const mapping = readMapping(
      {
        columns: { bin: "BIN NO", card_type: "Kart Tipi", card_program: "Marka" },
        values: { card_type: { Kredi: "credit", Banka: "debit" } },
        fixed: { bank_name: "Akbank", bank_code: "46", country: "TR" },
      },
      BIN_FIELDS,
    );
    const text = "BIN NO;Kart Tipi;Marka\n552608;Kredi;Axess\n589004;BANKA;\n";
    expect(mapping.ok && readBinFile(windows1254(text), mapping.value)).toMatchObject({
      value: {
        value: {
          records: [
            { bin: "552608", type: "credit", program: "Axess", bankCode: "0046" },
            { bin: "589004", type: "debit", program: undefined },
          ],
        },
      },
    });
  });

  it.each<[object, string]>([
    [{ columns: {} }, "columns.amount"],
    [{ columns: { amount: "A", sum: "B" } }, "columns.sum"],
    [{ day: "D.M.Y" }, "day"],
    [{ decimal: ";" }, "decimal"],
    [{ encoding: "ebcdic" }, "encoding"],
    [{ header_line: 0 }, "header_line"],
    [{ heading: 1 }, "heading"],
    [{ values: { note: { a: 1 } } }, "values.note.a"],
  ])("is not read by a mapping that is wrong: %j", (mapping, field) => {
    expect(rowsOf("", mapping)).toMatchObject([{ field }]);
  });
});

describe("an amount in a text", () => {
  it.each<[string, "," | ".", string | undefined]>([
    ["1.250,00", ",", "125000"],
    ["1250", ",", "125000"],
    ["1 250,5 ₺", ",", "125050"],
    ["(1.250,00)", ",", "-125000"],
    ["1.250,00-", ",", "-125000"],
    ["1,250.00", ".", "125000"],
    ["1234.5600000001", ".", undefined],
    ["1234.5600000000", ".", "123456"],
    ["1.250,00", ".", undefined],
    ["12.50", ",", undefined],
    ["1.25.000", ",", undefined],
    ["1e3", ",", undefined],
    ["", ",", undefined],
  ])("%s with %s before the decimals is %s", (text, mark, expected) => {
    expect(minorUnits(text, mark)).toBe(expected);
  });
});

describe("a day in a text", () => {
  it.each<[string, DayPattern, string | undefined]>([
    ["23.11.2026", "dd.MM.yyyy", "2026-11-23"],
    ["23.11.2026 14:05:06", "dd.MM.yyyy", "2026-11-23"],
    ["23/11/26", "dd/MM/yy", "2026-11-23"],
    ["20261123", "yyyyMMdd", "2026-11-23"],
    ["11/23/2026", "MM/dd/yyyy", "2026-11-23"],
    ["31.02.2026", "dd.MM.yyyy", undefined],
    ["23.11.2026x", "dd.MM.yyyy", undefined],
    ["3.11.2026", "dd.MM.yyyy", undefined],
  ])("%s as %s is %s", (text, pattern, expected) => {
    expect(dayIn(text, pattern)).toBe(expected);
  });
});
