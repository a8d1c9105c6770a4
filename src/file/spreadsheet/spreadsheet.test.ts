import { parse } from "csv-parse/sync";
import { strFromU8, unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { instant } from "../../kernel/clock.ts";
import { textCell, type Cell, type Row, type Table } from "./cell.ts";
import { separatedFile } from "./separated-file.ts";
import { workbook } from "./workbook.ts";

const timeZone = "Europe/Istanbul";
const amount = (minor: bigint): Cell => ({ kind: "amount", minor, exponent: 2 });
const ROW: Row = [
  { kind: "moment", at: instant(Date.parse("2026-12-29T07:46:00Z")) },
  amount(125_050n),
  textCell('Işıl; "Öz"'),
  undefined,
  { kind: "number", number: 3 },
];

function tableOf(...blocks: readonly (readonly Row[])[]): Table {
  async function* each() {
    for (const block of blocks) yield await Promise.resolve(block);
  }
  return { name: "Ödemeler", heads: ["Zaman", "Tutar"], blocks: each() };
}

async function textOf(table: Table, language: "tr" | "en"): Promise<string> {
  let text = "";
  for await (const piece of separatedFile(table, { language, timeZone })) text += piece;
  return text;
}

async function partsOf(
  tables: readonly Table[],
  sheetRowsMax?: number,
): Promise<Record<string, string>> {
  const pieces: Uint8Array[] = [];
  const options = { timeZone, ...(sheetRowsMax === undefined ? {} : { sheetRowsMax }) };
  for await (const piece of workbook(tables, options)) pieces.push(piece);
  const parts = unzipSync(new Uint8Array(Buffer.concat(pieces)));
  return Object.fromEntries(Object.entries(parts).map(([path, part]) => [path, strFromU8(part)]));
}

describe("a text file for Excel", () => {
  it("has a byte order mark, semicolons, lira with a comma and local times in Turkish", async () => {
    expect(await textOf(tableOf([ROW]), "tr")).toBe(
      '\ufeffZaman;Tutar\r\n29.12.2026 10:46;1250,50;"Işıl; ""Öz""";;3\r\n',
    );
  });

  it("has commas between fields and decimal points in English", async () => {
    expect(await textOf(tableOf([ROW]), "en")).toContain(
      '29/12/2026 10:46,1250.50,"Işıl; ""Öz""",,3',
    );
  });

  it.each(["Ada,=1+1", "Ada;=1+1", "Ada\t=1+1", "Ada\n=1+1", 'Ada; "=1+1', "a;b,\u00a0+A1"])(
    "holds no formula from %j in a spreadsheet of another language",
    async (text) => {
      for (const language of ["tr", "en"] as const) {
        const file = await textOf(tableOf([[textCell("x"), textCell(text)]]), language);
        for (const delimiter of [",", ";", "\t"]) {
          const lines: string[][] = parse(file, {
            bom: true,
            delimiter,
            relax_quotes: true,
            relax_column_count: true,
          });
          const cells = lines.flat().map((cell) => cell.replaceAll(/["\s]/g, ""));
          expect(cells.filter((cell) => /^[=+@-]/.test(cell))).toEqual([]);
        }
      }
    },
  );

  it("quotes a text with the separator of another language", async () => {
    expect(await textOf(tableOf([[textCell("a,b"), textCell("a\tb")]]), "tr")).toContain(
      '\r\n"a,b";"a\tb"\r\n',
    );
    expect(await textOf(tableOf([[textCell("a;b")]]), "en")).toContain('\r\n"a;b"\r\n');
  });

  it.each(["=1+1", "+A1", "-2", "@x", "\t1", " =1", "＝1", "\u200b=1"])(
    "makes the formula %j harmless",
    async (text) => {
      expect(await textOf(tableOf([[textCell(text)]]), "tr")).toContain(`'${text}`);
    },
  );
});

describe("a workbook", () => {
  it("has the parts of the package, and cells by their kind", async () => {
    const parts = await partsOf([tableOf([ROW], [[textCell("=1+1 <&>\u0001")]])]);
    expect(Object.keys(parts).toSorted()).toEqual([
      "[Content_Types].xml",
      "_rels/.rels",
      "xl/_rels/workbook.xml.rels",
      "xl/styles.xml",
      "xl/workbook.xml",
      "xl/worksheets/sheet1.xml",
    ]);
    const sheet = parts["xl/worksheets/sheet1.xml"];
    expect(sheet).toContain('<c r="B2" s="2"><v>1250.50</v></c>');
    expect(sheet).toContain(`<c r="A2" s="3"><v>${46_385 + (10 * 60 + 46) / 1_440}</v></c>`);
    expect(sheet).toContain('</c><c r="E2" s="0"><v>3</v></c></row><row r="3"><c r="A3" ');
    expect(sheet).toContain('<t xml:space="preserve">=1+1 &lt;&amp;&gt;</t>');
    expect(parts["xl/workbook.xml"]).toContain('<sheet name="Ödemeler" sheetId="1" r:id="rId1"/>');
  });

  it("refers every row and cell by its place, behind column Z too, and filters by the headings", async () => {
    const heads = Array.from({ length: 28 }, (_, index) => String(index));
    const cells = heads.map((head) => textCell(head));
    const table = { ...tableOf([cells, cells]), heads };
    const sheet = (await partsOf([table]))["xl/worksheets/sheet1.xml"] ?? "";
    const names = Array.from(sheet.matchAll(/<(?:c|row) r="([^"]+)"/g), ([, name]) => name);
    expect(names.length).toBe(sheet.match(/<(?:c|row)[ >]/g)?.length);
    expect(names.slice(0, 3)).toEqual(["1", "A1", "B1"]);
    expect(names.slice(-3)).toEqual(["Z3", "AA3", "AB3"]);
    expect(sheet).toContain('<autoFilter ref="A1:AB3"/>');
  });

  it("has a sheet for each table, and reads a table when those before it are written", async () => {
    let read = 0;
    async function* counted() {
      for (const block of [[ROW], [ROW]]) {
        read += block.length;
        yield await Promise.resolve(block);
      }
    }
    async function* sum() {
      yield await Promise.resolve([[{ kind: "number", number: read } as const]]);
    }
    const first = { ...tableOf(), blocks: counted() };
    const second = { name: "Toplamlar", heads: ["Satır"], blocks: sum() };
    const parts = await partsOf([first, second], 1);
    expect(parts["xl/worksheets/sheet3.xml"]).toContain('<c r="A2" s="0"><v>2</v></c>');
    expect(parts["xl/workbook.xml"]).toMatch(/"Ödemeler".*"Ödemeler 2".*"Toplamlar" sheetId="3"/);
  });

  it("continues a long table on further sheets, each with the headings", async () => {
    const block = [[amount(1n)], [amount(2n)]];
    const parts = await partsOf([tableOf(block, block, block)], 4);
    const [first, second] = [parts["xl/worksheets/sheet1.xml"], parts["xl/worksheets/sheet2.xml"]];
    expect([first?.match(/<row /g)?.length, second?.match(/<row /g)?.length]).toEqual([5, 3]);
    expect(parts["xl/workbook.xml"]).toContain(
      '<sheet name="Ödemeler 2" sheetId="2" r:id="rId2"/>',
    );
    expect(parts["[Content_Types].xml"]).toContain("/xl/worksheets/sheet2.xml");
  });
});
