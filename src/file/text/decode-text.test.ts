import { describe, expect, it } from "vitest";
import { workbook } from "../spreadsheet/workbook.ts";
import { decodeText } from "./decode-text.ts";

const TEXT = "Yapı Kredi; ŞÇÖÜĞİ; 1.250,00";
/** Letters of windows-1254 that Latin-1 has other letters for. */
const TURKISH: Readonly<Record<string, number>> = {
  ı: 0xfd,
  İ: 0xdd,
  Ş: 0xde,
  ş: 0xfe,
  Ğ: 0xd0,
  ğ: 0xf0,
};

function windows1254(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => TURKISH[letter] ?? letter.charCodeAt(0));
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const big = (text: string): Uint8Array => Buffer.from(text, "utf16le").swap16();
const xml = (encoding: string): string =>
  `<?xml version="1.0" encoding="${encoding}"?><a>${TEXT}</a>`;

describe("a text file", () => {
  it.each<[string, Uint8Array]>([
    ["UTF-8", utf8(TEXT)],
    ["UTF-8 with a mark", utf8(`\ufeff${TEXT}`)],
    ["UTF-16", Buffer.from(`\ufeff${TEXT}`, "utf16le")],
    ["UTF-16, big end first, without a mark", big(TEXT)],
    ["windows-1254 or ISO-8859-9", windows1254(TEXT)],
    ["windows-1254 behind the mark of UTF-8", Buffer.concat([utf8("\ufeff"), windows1254(TEXT)])],
  ])("is read in %s", (_name, bytes) => {
    expect(decodeText(bytes)).toEqual({ ok: true, value: TEXT });
  });

  it.each<[string, Uint8Array, string]>([
    ["windows-1254 and declared so", windows1254(xml("windows-1254")), "windows-1254"],
    ["ISO-8859-9 and declared so", windows1254(xml("ISO-8859-9")), "ISO-8859-9"],
    ["windows-1254 though it declares UTF-8", windows1254(xml("UTF-8")), "UTF-8"],
    ["windows-1254 though it declares no encoding that exists", windows1254(xml("TR-1")), "TR-1"],
    ["UTF-8 though it declares UTF-16", utf8(xml("UTF-16")), "UTF-16"],
    ["UTF-8 though it declares windows-1254", utf8(xml("windows-1254")), "windows-1254"],
    ["UTF-16 and declared so", big(xml("UTF-16")), "UTF-16"],
  ])("of XML is read in %s", (_name, bytes, declared) => {
    expect(decodeText(bytes)).toEqual({ ok: true, value: xml(declared) });
  });

  it.each<[string, Uint8Array]>([
    ["PDF", utf8("%PDF-1.7\n")],
    ["ZIP", utf8("PK\u0003\u0004 statement.sta")],
    ["GZIP", Uint8Array.of(0x1f, 0x8b, 8)],
    ["XLS (Excel)", Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)],
    ["HTML", utf8("\r\n<html><table><tr><td>bin</td></tr></table></html>")],
  ])("is refused by its name if it is %s", (name, bytes) => {
    expect(decodeText(bytes)).toEqual({ ok: false, refusal: { reason: "kind", name } });
  });

  it("is refused by its name if it is a workbook", async () => {
    async function* none() {
      yield await Promise.resolve([]);
    }
    const table = { name: "a", heads: ["bin"], blocks: none() };
    const pieces: Uint8Array[] = [];
    for await (const piece of workbook([table], { timeZone: "UTC" })) pieces.push(piece);
    expect(decodeText(Buffer.concat(pieces))).toMatchObject({ refusal: { name: "XLSX (Excel)" } });
  });
});
