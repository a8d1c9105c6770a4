import { describe, expect, it } from "vitest";
import { TABLE_BYTES_MAX } from "./read-sheet.ts";
import { readTable } from "./read-table.ts";

const SHAPE = { required: ["bin", "bank_name"], optional: ["country"], rowsMax: 3 };

const read = (text: string) => readTable(new TextEncoder().encode(text), SHAPE);

function problemsOf(text: string) {
  const table = read(text);
  return table.ok ? table.value.problems : table.refusal;
}

function rowsOf(text: string) {
  const table = read(text);
  if (!table.ok) return table.refusal;
  return table.value.rows.map(({ line, fields }) => [line, Object.fromEntries(fields)]);
}

describe("a table in CSV", () => {
  it("has columns in any order and case, and may have unknown ones", () => {
    expect(rowsOf("\uFEFFBank_Name,note, BIN\r\nAkbank,x,552608\r\n")).toEqual([
      [2, { bank_name: "Akbank", bin: "552608" }],
    ]);
  });

  it("may be separated by semicolons or tabs, as from spreadsheets", () => {
    expect(rowsOf("bin;bank_name\n552608;A, B\n")).toEqual([
      [2, { bin: "552608", bank_name: "A, B" }],
    ]);
    expect(rowsOf("bin\tbank_name\n552608\tA\n")).toHaveLength(1);
  });

  it("may begin with Excel's line that names the separator, which counts as a line", () => {
    const rows = [[3, { bin: "552608", bank_name: "A, B" }]];
    for (const named of ["sep=;", '"sep=;"', "SEP=;", "sep=;;"]) {
      expect(rowsOf(`${named}\r\nbin;bank_name\r\n552608;A, B\r\n`)).toEqual(rows);
    }
  });

  it("may be in the Turkish code page of Windows, and is refused by name if it is a cut workbook", () => {
    const turkish = Buffer.from("bin,bank_name\n545103,Yap\u00fd Kredi\n", "latin1");
    const table = readTable(turkish, SHAPE);
    expect(table.ok && table.value.rows[0]?.fields.get("bank_name")).toBe("Yapı Kredi");
    expect(read("PK\u0003\u0004 xl/workbook.xml")).toMatchObject({
      refusal: [{ line: 1, message: "is damaged or cut" }],
    });
  });

  it("counts lines like an editor, also after quoted line breaks and empty lines", () => {
    const text = 'bin,bank_name\n\n552608,"Ak\nbank ""A"""\n,\n552609,Akbank\n';
    expect(rowsOf(text)).toEqual([
      [3, { bin: "552608", bank_name: 'Ak\nbank "A"' }],
      [6, { bin: "552609", bank_name: "Akbank" }],
    ]);
  });

  it.each([
    ["", "must have a first line that names the columns"],
    ["\n \n", "must have a first line that names the columns"],
    ["bin,bank_name\n", "must have a row below the names of the columns"],
    ["bin,bank_name\n1,a\n2,b\n3,c\n4,d\n", "must have at most 3 rows"],
  ])("is refused as a whole where it is %j", (text, message) => {
    expect(rowsOf(text)).toEqual([{ line: 1, message }]);
  });

  it("names missing and repeated columns", () => {
    expect(rowsOf("bin,country,Country\n1,TR,TR\n")).toEqual([
      {
        line: 1,
        column: "bank_name",
        message: "is a column that is missing",
        code: "missing_column",
      },
      { line: 1, column: "country", message: "is a column that is there twice" },
    ]);
  });

  it("has no row of a line with too few or too many fields, and tells its number", () => {
    const text = "bin,bank_name\n1\n2,b\n3,c,d\n";
    expect(rowsOf(text)).toEqual([[3, { bin: "2", bank_name: "b" }]]);
    expect(problemsOf(text)).toEqual([
      { line: 2, message: "has 1 fields instead of 2" },
      { line: 4, message: "has 3 fields instead of 2" },
    ]);
  });

  it("loses no line to a quotation mark that is missing in another one", () => {
    const message = "is not CSV: a quotation mark is missing or out of place";
    const open = 'bin,bank_name\n1,"a\n2,b\n';
    expect(rowsOf(open)).toEqual([[3, { bin: "2", bank_name: "b" }]]);
    expect(problemsOf(open)).toEqual([{ line: 2, message }]);
    expect(problemsOf('"bin,bank_name\n1,a\n')).toEqual([{ line: 1, message }]);
  });

  it("takes the lines of a quoted field as text, though they look like rows", () => {
    const field = "a\n2,b\n3,c\n4,d";
    expect(rowsOf(`bin,bank_name\n1,"${field}"\n`)).toEqual([[2, { bin: "1", bank_name: field }]]);
  });

  it("takes them as text beside a quotation mark that is out of place", () => {
    const field = "a\n2,b\n3,c\n4,d";
    for (const [odd, kept] of [
      ['9,"x"y', 3],
      ['9,"x', 2],
      ['9,5"', 3],
    ] as const) {
      const rows = rowsOf(`bin,bank_name\n1,"${field}"\n${odd}\n8,z\n`);
      expect(rows).toHaveLength(kept);
      expect(rows).toEqual(expect.arrayContaining([[2, { bin: "1", bank_name: field }]]));
    }
  });

  it("may have a quotation mark inside a field without quotes", () => {
    expect(rowsOf('bin,bank_name\n1,a"b\n2,5"\n')).toEqual([
      [2, { bin: "1", bank_name: 'a"b' }],
      [3, { bin: "2", bank_name: '5"' }],
    ]);
  });

  it("is refused if it is not text, or larger than any table", () => {
    expect(readTable(new Uint8Array([0xff, 0xfe, 0x62]), SHAPE).ok).toBe(false);
    expect(readTable(new Uint8Array(TABLE_BYTES_MAX + 1), SHAPE)).toMatchObject({
      refusal: [{ message: `must be at most ${TABLE_BYTES_MAX} bytes` }],
    });
  });
});
