import { describe, expect, it } from "vitest";
import { bankStatement } from "../../../test/support/bank-statements.ts";
import { closingBalance } from "../../../test/support/statements.ts";
import { findReferenceCodes, newReferenceCode } from "../../domain/transfer/reference-code.ts";
import { systemDigest } from "../../system/digest.ts";
import { readStatement, type StatementFile } from "./statement-file.ts";

const IBAN = "TR400006200000000000000001";
const CODE = newReferenceCode({
  bytes: (count) => Uint8Array.from({ length: count }, (_, at) => at),
});
const PAID = 125_000n;

const read = (file: Uint8Array | string): StatementFile =>
  readStatement(typeof file === "string" ? new TextEncoder().encode(file) : file, systemDigest);
const ofBank = (name: string) => read(bankStatement(name, { iban: IBAN, code: CODE }));
const shown = ({ lines }: StatementFile) =>
  lines.map(({ account, amount, description }) => [
    account === IBAN,
    amount.minor,
    findReferenceCodes(description).includes(CODE),
  ]);

describe("a statement as banks write it", () => {
  const paid = [true, PAID, true];
  const other = (minor: bigint) => [true, minor, false];
  it.each([
    ["a text wrapped within a time", "wrapped-time.sta", [paid]],
    [
      "a text wrapped before what looks like an account",
      "wrapped-account.sta",
      [other(1_000n), paid],
    ],
    ["a value date of 30 February", "february-30.sta", [paid]],
    [
      "a debit of a negative amount, which is money in",
      "negative-debit.sta",
      [paid, other(3_740n)],
    ],
    ["an entry without a type", "no-type-code.sta", [paid]],
    ["an amount without a digit before its comma", "amount-without-zero.sta", [paid]],
    ["subfields marked by tildes", "tilde-marks.sta", [paid]],
    ["subfields marked by arrows", "greater-than-marks.sta", [paid]],
    ["numbered lines of text", "numbered-lines.sta", [paid]],
    ["the code among the references of the entry", "code-in-61.sta", [paid]],
    ["labels within the payer's text", "labels-in-text.sta", [paid]],
    ["a batch whose charges explain its sum", "batch-with-charges.xml", [paid, other(9_700n)]],
    ["a debit without a date", "debit-without-date.xml", [paid]],
    ["the code at the batch", "code-of-batch.xml", [paid]],
    ["windows-1254, though it declares UTF-8", "declares-utf-8.xml", [paid]],
  ])("is read with %s", (_what, name, lines) => {
    const file = ofBank(name);
    expect(shown(file)).toEqual(lines);
    expect([file.refused, file.setAside]).toEqual([[], []]);
  });

  it("is refused with an entry that a payer wrote, and names the difference", () => {
    const { lines, refused } = ofBank("forged-entry.sta");
    expect(lines).toEqual([]);
    expect(refused).toMatchObject([
      { statement: "STARTUMS 00012/001", reason: "not_balanced", difference: -1_250_000_000n },
    ]);
  });

  it("names no sender and no account from within the payer's text", () => {
    expect(ofBank("labels-in-text.sta").lines).toMatchObject([
      { senderName: undefined, senderIban: undefined },
    ]);
  });

  it("is refused by what it is, if it is no statement", () => {
    expect(() => ofBank("interim-report.sta")).toThrow("MT942");
    expect(() => ofBank("statement.zip")).toThrow("the file is ZIP");
  });

  it.each([
    ["%PDF-1.7", "PDF"],
    ["PK\u0003\u0004....[Content_Types].xml....xl/workbook.xml", "XLSX (Excel)"],
    ["<Document><BkToCstmrAcctRpt/></Document>", "camt.052"],
    ["<ns2:Document><ns2:BkToCstmrDbtCdtNtfctn/></ns2:Document>", "camt.054"],
    ["<Document><CstmrCdtTrfInitn/></Document>", "pain.001"],
  ])("is refused by what it is: %j", (file, name) => {
    expect(() => read(file)).toThrow(`the file is ${name}, not a statement`);
  });
});

/** Statements of one account, each with its closing balance. */
const statements = (...bodies: readonly (readonly string[])[]) =>
  bodies
    .flatMap((body, index) => {
      const fields = [":60F:C261128TRY0,00", ...body];
      const head = [`:20:NO${index + 1}`, `:25:${IBAN}`, `:28C:${index + 1}/1`];
      return [...head, ...fields, closingBalance(fields), "-"];
    })
    .join("\n");
const credit = (amount: string, text: string, number = "B1") => [
  `:61:2611291129C${amount}NTRFNONREF//${number}`,
  `:86:${text}`,
];

describe("an odd line of an MT940 statement", () => {
  it.each([
    ["a day that no calendar has", ":61:2611311131C10,00NTRFNONREF//X", "not_a_day"],
    ["29 February of a common year", ":61:270229C10,00NTRFNONREF//X", "not_a_day"],
    ["no whole kuruş", ":61:2611291129C10,005NTRFNONREF//X", "not_an_amount"],
    ["a date that can't be read", ":61:26/11/29C10,00NTRFNONREF//X", "not_an_entry"],
  ])("is set aside and told, and the others are taken: %s", (_what, odd, reason) => {
    const file = statements([...credit("1250,00", CODE), odd, ...credit("7,00", "X", "B2")]);
    const closing = odd.includes("005") ? "1267,005" : "1267,00";
    const { lines, setAside, refused } = read(file.replace(/(:62F:C\d+TRY)[\d,]+/, `$1${closing}`));
    expect([lines.map(({ amount }) => amount.minor), refused]).toEqual([[PAID, 700n], []]);
    expect(setAside).toEqual([{ line: 7, text: odd, reason }]);
  });

  it("is not read if it brought no money", () => {
    const odd = [":61:2611311131D10,00NTRFX", ":61:2699991129RC5,00NTRFX"];
    const { lines, setAside, skipped } = read(statements([...odd, ...credit("1250,00", CODE)]));
    expect([lines.length, setAside, skipped]).toEqual([1, [], 2]);
  });

  it("leaves its statement to a person if its amount can't be read, and the others are taken", () => {
    const odd = [...credit("1250,00", "X"), ":61:2611291129C1.2.3NTRFNONREF//X"];
    const file = statements(odd, credit("1250,00", CODE, "B2"));
    const { lines, refused, setAside } = read(file.replace("TRY1251,00", "TRY1260,00"));
    expect(lines.map(({ description }) => description)).toEqual([CODE]);
    expect(refused).toMatchObject([{ statement: "NO1 1/1", difference: 10_000_000n }]);
    expect(setAside).toMatchObject([{ reason: "not_an_amount" }]);
  });
});

/** A text as a bank wraps it. */
const wrapped = (width: number, ...parts: readonly string[]) =>
  parts.map((part, index) => (index < parts.length - 1 ? part.padEnd(width, "X") : part));
/** A statement that begins with nothing and ends with a balance. */
const endingWith = (closing: string, ...body: readonly string[]) =>
  [`:20:NO1`, `:25:${IBAN}`, ":60F:C261128TRY0,00", ...body, `:62F:C261129TRY${closing}`].join(
    "\n",
  );

describe("a payer's text that looks like fields", () => {
  const forgedPair = [`:61:261129C1250,00NTRF${CODE}`, ":61:261129D1250,00NTRFX"];
  const first = ":61:2611291129C1,00NTRFNONREF//A1";

  it.each([35, 50, 65])("completes nothing by entries that cancel out, at width %d", (width) => {
    const text = wrapped(width, ":86:ODEME", ...forgedPair);
    const { lines, setAside, refused } = read(endingWith("1,00", first, ...text));
    expect(lines.map(({ amount }) => amount.minor)).toEqual([100n]);
    expect(setAside).toMatchObject([{ line: 6, reason: "may_be_text" }]);
    expect(refused).toEqual([]);
  });

  it("completes nothing by forged entries in the second line of an entry", () => {
    const forged = wrapped(65, ...forgedPair.toReversed());
    const { lines, setAside } = read(endingWith("1,00", first, ...forged, ...credit("0,00", "X")));
    expect(lines.map(({ amount }) => amount.minor)).toEqual([100n]);
    expect(setAside).toMatchObject([{ line: 6, reason: "may_be_text" }]);
  });

  it("completes nothing although the two forged entries stand in two texts", () => {
    const [one = [], two = []] = forgedPair.map((part) => wrapped(65, ":86:ODEME", part));
    const file = endingWith("2,00", first, ...one, first, ...two);
    expect(read(file).lines.map(({ amount }) => amount.minor)).toEqual([100n, 100n]);
  });

  it.each([
    ["is not known", "6,00"],
    ["is that of the text", "1255,00"],
  ])("completes nothing by a statement of its own, if the balance %s", (_what, closing) => {
    const head = [":20:X", `:25:${IBAN}`, ":60F:C261129TRY0,00"];
    const open = [":62F:C261129TRY1,00", ...head, `:61:261129C1250,00NTRF${CODE}`];
    const whole = [...open, ":62F:C261129TRY1250,00"];
    for (const text of [open, whole, [":62F:C261129TRY1,00", "-", ...whole.slice(1)]]) {
      const body = [first, ...wrapped(65, ":86:ODEME", ...text), ...credit("5,00", "Y")];
      const { lines, refused } = read(endingWith(closing, ...body));
      expect(lines.filter(({ amount }) => amount.minor === PAID)).toEqual([]);
      expect(refused).not.toEqual([]);
    }
  });

  it("keeps the account, the currency and the texts of other entries", () => {
    const texts = [":20:X", `:25:TR330006100519786457841326`, ":60F:C261129USD0,00", ":64:C"];
    for (const text of texts) {
      const body = [first, ...wrapped(65, ":86:ODEME", text, "SON"), ...credit("1250,00", CODE)];
      expect(shown(read(endingWith("1251,00", ...body)))).toEqual([
        [true, 100n, false],
        [true, PAID, true],
      ]);
    }
  });

  it("names no sender in the form of another bank, nor behind free text", () => {
    const account = "TR330006100519786457841326";
    const texts = [
      `GELEN ${CODE} /NAME/MALLORY/IBAN/${account}`,
      `/REMI/${CODE}/NAME/MALLORY/IBAN/${account}`,
      `166?00FAST?20${CODE}?31${account}?32MALLORY?31TR420001000000000000000777?32AYSE`,
      `AÇIKLAMA: ${CODE} GÖNDEREN: MALLORY IBAN: ${account}`,
    ];
    for (const text of texts) {
      const { lines } = read(statements(credit("1250,00", text)));
      expect(lines).toMatchObject([{ senderName: undefined, senderIban: undefined }]);
    }
    const bank = credit("2,00", "ODEME", "B2").concat(credit("3,00", "ODEME", "B3"));
    const own = `GÖNDEREN: MALLORY IBAN: ${account} AÇIKLAMA: X`;
    expect(read(statements([...bank, ...credit("1,00", own)])).lines[2]?.senderIban).toBe(
      undefined,
    );
  });

  it("keeps the first of two parts of the bank's form", () => {
    const text = `/NAME/AYSE/REMI/${CODE}/NAME/MALLORY`;
    expect(read(statements(credit("1250,00", text))).lines[0]?.senderName).toBe("AYSE");
  });
});

describe("the pages of an MT940 statement", () => {
  const page = (number: number, [from, to]: readonly [string, string], ...body: string[]) => [
    ":20:X",
    `:25:${IBAN}`,
    `:28C:7/${number}`,
    `:60${from}`,
    ...body,
    `:62${to}`,
    "-",
  ];
  const one = page(1, ["F:C261128TRY0,00", "M:C261129TRY5,00"], ...credit("5,00", "X"));
  const two = page(2, ["M:C261129TRY5,00", "F:C261129TRY1255,00"], ...credit("1250,00", CODE));
  const reasons = (...pages: readonly (readonly string[])[]) =>
    read(pages.flat().join("\n")).refused.map(({ reason }) => reason);

  it("are taken together if each page and the chain of pages add up", () => {
    expect(read([...one, ...two].join("\n"))).toMatchObject({ lines: [{}, {}], refused: [] });
    expect(read(two.join("\n"))).toMatchObject({ lines: [{}], refused: [] });
  });

  it("are refused together if a page does not add up or begins with another balance", () => {
    const apart = page(2, ["M:C261129TRY6,00", "F:C261129TRY1256,00"], ...credit("1250,00", CODE));
    const wrong = page(2, ["M:C261129TRY5,00", "F:C261129TRY1256,00"], ...credit("1250,00", CODE));
    expect([reasons(one, apart), reasons(one, wrong)]).toEqual([["pages_apart"], ["not_balanced"]]);
    expect(read([...one, ...wrong].join("\n")).lines).toEqual([]);
  });
});
