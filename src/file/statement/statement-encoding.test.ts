import { describe, expect, it } from "vitest";
import { camt053, mt940 } from "../../../test/support/statements.ts";
import { systemDigest } from "../../system/digest.ts";
import { readStatement } from "./statement-file.ts";

const IBAN = "TR400006200000000000000001";
const DESCRIPTION = "SİPARİŞ AC23DEFG46 😀";
const LINES = [{ reference: "1", minor: 125_000, description: DESCRIPTION }];

type Order = "LE" | "BE";

function utf16(text: string, order: Order): Uint8Array {
  const bytes = Buffer.from(text, "utf16le");
  return order === "LE" ? bytes : bytes.swap16();
}

const read = (bytes: Uint8Array) => readStatement(bytes, systemDigest);

describe.each([
  ["camt.053", camt053(IBAN, LINES).replace("UTF-8", "UTF-16")],
  ["MT940", mt940(IBAN, LINES)],
])("a statement in UTF-16, %s", (_name, file) => {
  it.each([
    ["the mark of little end first", utf16(`\uFEFF${file}`, "LE")],
    ["the mark of big end first", utf16(`\uFEFF${file}`, "BE")],
    ["little end first without a mark", utf16(file, "LE")],
    ["big end first without a mark", utf16(file, "BE")],
  ])("is read with %s", (_what, bytes) => {
    expect(read(bytes).lines.map(({ description }) => description)).toEqual([DESCRIPTION]);
  });

  it("has the same keys as in UTF-8", () => {
    const keysOf = (bytes: Uint8Array) => read(bytes).lines.map(({ bankKey }) => bankKey);
    const plain = new TextEncoder().encode(file.replace("UTF-16", "UTF-8"));
    expect(keysOf(utf16(`\uFEFF${file}`, "BE"))).toEqual(keysOf(plain));
  });

  it("is refused by the name of its encoding if a byte is missing", () => {
    expect(() => read(utf16(file, "LE").subarray(0, -1))).toThrow("the file is not UTF-16LE text");
  });

  it("is refused in UTF-32", () => {
    const words = Uint32Array.from([
      0xfe_ff,
      ...Array.from(file, (one) => one.codePointAt(0) ?? 0),
    ]);
    expect(() => read(new Uint8Array(words.buffer))).toThrow("the file is not UTF-8/UTF-16 text");
  });
});

it("is read in UTF-8 though it says UTF-16, as some programs write it", () => {
  const file = camt053(IBAN, LINES).replace("UTF-8", "utf-16");
  const [line] = read(new TextEncoder().encode(file)).lines;
  expect(line?.description).toBe(DESCRIPTION);
});

it("is read in UTF-8 by its mark though it says another encoding", () => {
  const file = camt053(IBAN, LINES).replace("UTF-8", "ISO-8859-9");
  const [line] = read(new TextEncoder().encode(`\uFEFF${file}`)).lines;
  expect(line?.description).toBe(DESCRIPTION);
});

it("is read in the Turkish code page though it declares UTF-8, as some banks write it", () => {
  const turkish = {
    reference: "1",
    minor: 100,
    description: "S\u00ddPAR\u00dd\u00de",
    sender: "X",
  };
  const file = camt053(IBAN, [turkish]);
  const [line] = read(Buffer.from(file, "latin1")).lines;
  expect(line?.description).toBe("SİPARİŞ");
});

describe("another file of the bank", () => {
  const named = (text: string) => expect(() => read(new TextEncoder().encode(text)));

  it("is refused by its name", () => {
    const interim = mt940(IBAN, LINES).replace(
      /^:60F:.*$/m,
      ":34F:TRY0,00\r\n:13D:2611291200+0300",
    );
    named(interim).toThrow("the file is MT942, not a statement in camt.053 or MT940");
    const notice = camt053(IBAN, LINES).replaceAll("BkToCstmrStmt", "BkToCstmrDbtCdtNtfctn");
    named(notice).toThrow("the file is camt.054");
    named(notice.replaceAll("DbtCdtNtfctn", "AcctRpt")).toThrow("the file is camt.052");
    named("PK\u0003\u0004 a.xml").toThrow("the file is ZIP, not a statement");
  });

  it("is not recognised by the text of a payer", () => {
    const lines = [{ reference: "1", minor: 100, description: "A\r\n:34F:TRY0,00" }];
    expect(read(new TextEncoder().encode(mt940(IBAN, lines))).lines).toHaveLength(1);
  });
});
