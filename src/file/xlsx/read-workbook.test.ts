// tier: push
import { strToU8, zipSync, type Zippable } from "fflate";
import { describe, expect, it } from "vitest";
import { exactNumber } from "./exact-number.ts";
import { readWorkbook } from "./read-workbook.ts";

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

type Parts = Readonly<Record<string, string>>;

/** A workbook with the cells of one sheet, in the form that Excel writes. */
function workbookOf(rows: string, parts: Parts = {}): Uint8Array {
  const all: Parts = {
    "xl/workbook.xml":
      `<workbook ${MAIN} xmlns:r="${RELATION}"><sheets>` +
      '<sheet name="Gizli" state="hidden" r:id="rId1"/><sheet name="Ekstre" r:id="rId2"/>' +
      "</sheets></workbook>",
    "xl/_rels/workbook.xml.rels":
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/>' +
      '<Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>',
    "xl/sharedStrings.xml":
      `<sst ${MAIN}><si><t>Brüt Tutar</t></si>` +
      "<si><r><t>a</t></r><rPh><t>hint</t></rPh><r><t>b &amp; &lt;c&gt;</t></r></si></sst>",
    "xl/styles.xml":
      `<styleSheet ${MAIN}><numFmts><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/>` +
      '<numFmt numFmtId="165" formatCode="#,##0.00 &quot;day&quot;;[Red]-0"/></numFmts>' +
      '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>' +
      '<xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="14"/></cellXfs></styleSheet>',
    "xl/worksheets/sheet1.xml": `<worksheet ${MAIN}><sheetData/></worksheet>`,
    "xl/worksheets/sheet2.xml": `<worksheet ${MAIN}><sheetData>${rows}</sheetData></worksheet>`,
    ...parts,
  };
  const files: Zippable = {};
  for (const [path, text] of Object.entries(all)) files[path] = strToU8(text);
  return zipSync(files);
}

function cellsOf(cells: string, parts: Parts = {}): readonly string[] {
  const read = readWorkbook(workbookOf(`<row r="3">${cells}</row>`, parts));
  if (!read.ok) return [read.refusal];
  return (read.value[0]?.cells ?? []).map(({ kind, text }) => `${kind} ${text}`);
}

describe("a cell of a workbook", () => {
  it.each<[string, string, string]>([
    ["a shared text", '<c r="A3" t="s"><v>1</v></c>', "text ab & <c>"],
    ["a text of its own", '<c r="A3" t="inlineStr"><is><t>x</t></is></c>', "text x"],
    ["a number", '<c r="A3"><v>1234.56</v></c>', "number 1234.56"],
    ["a number with quoted letters in its format", '<c r="A3" s="2"><v>5</v></c>', "number 5"],
    ["a day", '<c r="A3" s="1"><v>46349</v></c>', "day 2026-11-23"],
    ["a day of the program's own format", '<c r="A3" s="3"><v>46349.6</v></c>', "day 2026-11-23"],
    ["a day in the newer form", '<c r="A3" t="d"><v>2026-11-23T00:00:00</v></c>', "day 2026-11-23"],
    ["a stored value of a formula", '<c r="A3"><f>A1*2</f><v>7.5</v></c>', "number 7.5"],
    [
      "a formula alone",
      '<c r="A3"><f>WEBSERVICE("http://x")</f></c>',
      "faulty is a formula without a stored value",
    ],
    ["an error", '<c r="A3" t="e"><v>#REF!</v></c>', "faulty is an error of the spreadsheet"],
    [
      "a text that is missing",
      '<c r="A3" t="s"><v>9</v></c>',
      "faulty has a text that the file lacks",
    ],
  ])("is read as it is stored: %s", (_name, cell, expected) => {
    expect(cellsOf(cell)).toEqual([expected]);
  });

  it("keeps its column and its line, whatever is empty before it", () => {
    const read = readWorkbook(workbookOf('<row r="1"/><row r="7"><c r="C7"><v>1</v></c></row>'));
    const empty = { kind: "text", text: "" };
    expect(read).toEqual({
      ok: true,
      value: [{ line: 7, cells: [empty, empty, { kind: "number", text: "1" }] }],
    });
  });

  it("counts days from 1904 in a workbook that says so", () => {
    const book =
      `<workbook ${MAIN} xmlns:r="${RELATION}"><workbookPr date1904="1"/><sheets>` +
      '<sheet name="a" r:id="rId2"/></sheets></workbook>';
    const cells = cellsOf('<c r="A3" s="1"><v>44887</v></c>', { "xl/workbook.xml": book });
    expect(cells).toEqual(["day 2026-11-23"]);
  });
});

describe("a number of a workbook", () => {
  it.each<[string, string | undefined]>([
    ["1234.56", "1234.56"],
    // Excel writes 1.1 so, with the digits of the binary number beside it.
    ["1.1000000000000001", "1.1"],
    ["0.30000000000000004", "0.3"],
    ["1.2345600000000001E3", "1234.56"],
    ["99999999999.989998", "99999999999.99"],
    ["999999999999999.6", "1000000000000000"],
    ["1234.5600000001", "1234.5600000001"],
    ["1E-7", "0.0000001"],
    ["5.52608E5", "552608"],
    ["-0", "0"],
    ["-12.50", "-12.5"],
    ["1E400", undefined],
    ["NaN", undefined],
    ["", undefined],
  ])("is %s, read with the fifteen digits that a spreadsheet shows as %s", (text, expected) => {
    expect(exactNumber(text)).toBe(expected);
  });
});

describe("a file that is no workbook to read", () => {
  const row = '<row r="1"><c r="A1"><v>1</v></c></row>';
  const big = (text: string): Parts => ({ "xl/worksheets/sheet2.xml": text });
  it.each<[string, Uint8Array, RegExp]>([
    ["cut", workbookOf(row).subarray(0, 900), /^is damaged or cut$/],
    ["an archive of another kind", zipSync({ "a.txt": strToU8("a") }), /^is no workbook of Excel/],
    [
      "a bomb",
      workbookOf("", big(`<worksheet>${" ".repeat(130 * 1_024 * 1_024)}</worksheet>`)),
      /^unpacks to more than 128 MB/,
    ],
    ["no XML", workbookOf("", big("<worksheet><sheetData>")), /no XML/],
    [
      "one with entities of its own",
      workbookOf("", big('<!DOCTYPE a [<!ENTITY b "c">]><worksheet>&b;</worksheet>')),
      /document type/,
    ],
    [
      "one with a cell far to the right",
      workbookOf('<row r="1"><c r="XFD1"><v>1</v></c></row>'),
      /beyond the column 256/,
    ],
    ["one with rows out of order", workbookOf('<row r="2"/><row r="1"/>'), /out of order/],
    [
      "one with too many rows",
      workbookOf("<row><c><v>1</v></c></row>".repeat(101_001)),
      /more than 101000 rows/,
    ],
  ])("is refused by name: %s", (_name, file, reason) => {
    expect(readWorkbook(file)).toEqual({ ok: false, refusal: expect.stringMatching(reason) });
  });

  it("is refused if a part differs from its checksum", () => {
    const file = Buffer.from(workbookOf(row));
    const at = file.lastIndexOf(Buffer.from("xl/worksheets/sheet2.xml")) - 46;
    file.writeUInt32LE(1, at + 16);
    expect(readWorkbook(file)).toEqual({ ok: false, refusal: "is damaged: a checksum differs" });
  });
});
