import { describe, expect, it } from "vitest";
import { camt053, mt940, SENDER_IBAN } from "../../../test/support/statements.ts";
import { money } from "../../kernel/money.ts";
import { systemDigest } from "../../system/digest.ts";
import { StatementError } from "./statement-error.ts";
import { readStatement } from "./statement-file.ts";

const IBAN = "TR400006200000000000000001";

function read(file: string | Uint8Array) {
  const bytes = typeof file === "string" ? new TextEncoder().encode(file) : file;
  return readStatement(bytes, systemDigest);
}

/** The Turkish code page, which Node can decode but not encode. */
function windows1254(text: string): Uint8Array {
  const decoder = new TextDecoder("windows-1254");
  const codes = new Map(
    Array.from({ length: 256 }, (_, code) => [decoder.decode(Uint8Array.of(code)), code]),
  );
  return Uint8Array.from(text, (character) => codes.get(character) ?? 63);
}

const FIRST = {
  reference: "2026112100001",
  minor: 125_000,
  description: "SİPARİŞ ÖDEMESİ AC23DEFG46 TEŞEKKÜRLER",
};
const TRANSFERS = [
  FIRST,
  { reference: "2026112100002", minor: 99, description: "ığdır & çevresi", sender: "Ğ. Öz" },
];

describe.each([
  ["camt.053", "camt053", camt053],
  ["MT940", "mt940", mt940],
] as const)("a statement in %s", (_name, source, write) => {
  it("yields incoming transfers, with the payer's text in Turkish letters", () => {
    const { lines } = read(write(IBAN, TRANSFERS));
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatchObject({
      account: IBAN,
      source,
      amount: money(125_000n, "TRY"),
      description: "SİPARİŞ ÖDEMESİ AC23DEFG46 TEŞEKKÜRLER",
      senderIban: SENDER_IBAN,
      bookedAt: Date.UTC(2026, 10, 21),
    });
    expect(lines[0]?.senderName).toMatch(/^ŞÜKRÜ İĞDIR/);
    expect(lines[1]).toMatchObject({
      amount: money(99n, "TRY"),
      description: "ığdır & çevresi",
      senderName: "Ğ. Öz",
    });
  });

  it("is refused if its account's name is too long for a line's key", () => {
    expect(read(write("A".repeat(200), TRANSFERS)).lines).toHaveLength(2);
    const beginning = `the account "${"A".repeat(60)}" (Acct or :25:) has more than 255`;
    expect(() => read(write("A".repeat(256), TRANSFERS))).toThrow(beginning);
  });

  it("skips entries that are no incoming transfer", () => {
    const { lines, skipped } = read(write(IBAN, []));
    expect(lines).toEqual([]);
    expect(skipped).toBe(source === "mt940" ? 1 : 2);
  });

  it("gives a line the same key in every statement that contains it", () => {
    const [first] = read(write(IBAN, TRANSFERS)).lines;
    const second = read(write(IBAN, TRANSFERS.toReversed())).lines[1];
    expect(second?.bankKey).toBe(first?.bankKey);
    const other = read(write(IBAN, [{ ...FIRST, minor: 125_001 }])).lines[0];
    expect(other?.bankKey).not.toBe(first?.bankKey);
  });

  it("is also read in the Turkish code page", () => {
    const file = write(IBAN, TRANSFERS).replace("UTF-8", "ISO-8859-9");
    const { lines } = read(windows1254(file));
    expect(lines[0]?.description).toBe("SİPARİŞ ÖDEMESİ AC23DEFG46 TEŞEKKÜRLER");
  });

  it("skips entries in currencies that no session can be in", () => {
    const euro = read(write(IBAN, [{ ...FIRST, currency: "EUR" }]));
    expect(euro.lines[0]?.amount).toEqual(money(125_000n, "EUR"));
    const franc = read(write(IBAN, [{ ...FIRST, currency: "CHF" }]));
    expect(franc.lines).toEqual([]);
  });
});

describe("an XML file that is no statement", () => {
  it.each([
    ["is nested deeper than any statement", "<a>".repeat(5_000) + "</a>".repeat(5_000)],
    ["has an element of an object's inner name", "<__proto__><b/></__proto__>"],
    ["has a name that does not end", `<${"a".repeat(5_000)}`],
    ["has a quotation mark in a name", `<a"b">1</a"b">`],
  ])("is refused when it %s", (_name, file) => {
    expect(() => read(file)).toThrow(StatementError);
  });
});

describe("a camt.053 file", () => {
  const entry = (inner: string) =>
    camt053(IBAN, []).replace("<Ntry>", `<Ntry>${inner}</Ntry><Ntry>`);

  it("yields a line for each transfer of a batch entry", () => {
    const part = (text: string, amount: string) =>
      `<TxDtls><Amt Ccy="TRY">${amount}</Amt><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls>`;
    const { lines } = read(
      entry(`<Amt Ccy="TRY">30.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
        <BookgDt><DtTm>2026-11-21T10:15:00+03:00</DtTm></BookgDt><AcctSvcrRef>TOPLU</AcctSvcrRef>
        <NtryDtls>${part("AC23", "10.00")}${part("DEFG", "20.00")}</NtryDtls>`),
    );
    expect(lines.map(({ amount, description }) => [amount.minor, description])).toEqual([
      [1_000n, "AC23"],
      [2_000n, "DEFG"],
    ]);
    expect(new Set(lines.map(({ bankKey }) => bankKey)).size).toBe(2);
    expect(lines[0]?.bookedAt).toBe(Date.UTC(2026, 10, 21, 7, 15));
  });

  it("distinguishes parts of a batch entry to which the bank gave one number", () => {
    const part = `<TxDtls><Refs><AcctSvcrRef>TOPLU</AcctSvcrRef></Refs>
      <Amt Ccy="TRY">10.00</Amt></TxDtls>`;
    const file = entry(`<Amt Ccy="TRY">20.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>
      <BookgDt><Dt>2026-11-21</Dt></BookgDt><NtryDtls>${part}${part}</NtryDtls>`);
    const keys = read(file).lines.map(({ bankKey }) => bankKey);
    expect(new Set(keys).size).toBe(2);
    expect(read(file).lines.map(({ bankKey }) => bankKey)).toEqual(keys);
  });

  it("reads an entry as one line if its parts are in another currency", () => {
    const part = `<TxDtls><AmtDtls><TxAmt><Amt Ccy="USD">55</Amt></TxAmt></AmtDtls></TxDtls>`;
    const { lines } = read(
      entry(`<Amt Ccy="EUR">100.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>
        <BookgDt><Dt>2026-11-21</Dt></BookgDt><NtryDtls>${part}${part}</NtryDtls>`),
    );
    expect(lines.map(({ amount }) => amount)).toEqual([money(10_000n, "EUR")]);
  });

  it.each([
    ["more", ["10.00", "25.00"]],
    ["less", ["10.00", "15.00"]],
  ])("reads an entry as one line if its parts are %s than its amount", (_what, amounts) => {
    const part = (amount: string, index: number) =>
      `<TxDtls><Amt Ccy="TRY">${amount}</Amt><RmtInf><Ustrd>KOD${index}</Ustrd></RmtInf></TxDtls>`;
    const { lines } = read(
      entry(`<Amt Ccy="TRY">30.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>
        <BookgDt><Dt>2026-11-21</Dt></BookgDt><AcctSvcrRef>TOPLU</AcctSvcrRef>
        <NtryDtls>${amounts.map(part).join("")}</NtryDtls>`),
    );
    expect(lines.map(({ amount }) => amount)).toEqual([money(3_000n, "TRY")]);
    expect(lines[0]?.description).toContain("KOD0 | KOD1");
  });

  it("subtracts the debits among the parts of an entry", () => {
    const part = (sign: string, amount: string) =>
      `<TxDtls><Amt Ccy="TRY">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd></TxDtls>`;
    const { lines } = read(
      entry(`<Amt Ccy="TRY">20.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>
        <BookgDt><Dt>2026-11-21</Dt></BookgDt>
        <NtryDtls>${part("CRDT", "30.00")}${part("DBIT", "10.00")}</NtryDtls>`),
    );
    expect(lines.map(({ amount }) => amount.minor)).toEqual([3_000n]);
  });

  it("has free text joined where the bank cut it, and structured references kept", () => {
    const { lines } = read(
      entry(`<Amt Ccy="TRY">1</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>
        <BookgDt><Dt>2026-11-21</Dt></BookgDt>
        <NtryDtls><TxDtls><Refs><EndToEndId>E2E-7</EndToEndId></Refs><RmtInf>
          <Ustrd>AC23D</Ustrd><Ustrd>EFG46</Ustrd>
          <Strd><CdtrRefInf><Ref>RF18</Ref></CdtrRefInf><AddtlRmtInf>not</AddtlRmtInf></Strd>
        </RmtInf></TxDtls></NtryDtls>`),
    );
    expect(lines[0]?.description).toBe("AC23DEFG46 | RF18 | not | E2E-7");
  });

  it("distinguishes two entries without a number of the bank", () => {
    const same = `<Amt Ccy="TRY">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>
      <BookgDt><Dt>2026-11-21</Dt></BookgDt><AddtlNtryInf>aynı</AddtlNtryInf>`;
    const file = entry(`${same}</Ntry><Ntry>${same}`);
    const keys = read(file).lines.map(({ bankKey }) => bankKey);
    expect(new Set(keys).size).toBe(2);
    expect(read(file).lines.map(({ bankKey }) => bankKey)).toEqual(keys);
  });

  it.each([
    ["<Dt>2026-11-21+03:00</Dt>", Date.UTC(2026, 10, 21)],
    ["<Dt>2026-11-21Z</Dt>", Date.UTC(2026, 10, 21)],
    ["<DtTm>2026-11-21T10:15:00.000000000</DtTm>", Date.UTC(2026, 10, 21, 7, 15)],
    ["<DtTm>2026-11-21T10:15:00Z</DtTm>", Date.UTC(2026, 10, 21, 10, 15)],
  ])("has the booking day of %s", (day, at) => {
    const { lines } = read(
      entry(`<Amt Ccy="TRY">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>
        <BookgDt>${day}</BookgDt>`),
    );
    expect(lines[0]?.bookedAt).toBe(at);
  });

  it("skips an entry with amount 0, and reads one whose part has amount 0", () => {
    const rest = `<CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-21</Dt></BookgDt>`;
    const part = `<NtryDtls><TxDtls><Amt Ccy="USD">0</Amt></TxDtls></NtryDtls>`;
    const { lines, skipped } = read(
      entry(`<Amt Ccy="TRY">0.00</Amt>${rest}</Ntry><Ntry><Amt Ccy="TRY">5</Amt>${rest}${part}`),
    );
    expect(lines.map(({ amount }) => amount)).toEqual([money(500n, "TRY")]);
    expect(skipped).toBe(3);
  });

  it.each([
    ["the reversal of a debit", "<RvslInd>true</RvslInd><Sts>BOOK</Sts>"],
    ["a reversal in XML Schema's other word", "<RvslInd>1</RvslInd><Sts>BOOK</Sts>"],
    ["what a bank's own word says is not booked", "<Sts><Prtry>EXPECTED</Prtry></Sts>"],
  ])("is read without %s", (_what, inner) => {
    const { lines } = read(
      entry(`<Amt Ccy="TRY">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>${inner}
        <BookgDt><Dt>2026-11-21</Dt></BookgDt>`),
    );
    expect(lines).toEqual([]);
  });

  it.each([
    ["a document type", '<!DOCTYPE x [<!ENTITY a "b">]><Document/>', "document type"],
    ["half of it", camt053(IBAN, TRANSFERS).slice(0, 900), "not well-formed"],
    ["all but its last tag", camt053(IBAN, TRANSFERS).replace("</Document>", ""), "cut off"],
    ["crossed elements", "<a><b></a></b>", "not well-formed"],
    ["another message", "<Document><Other/></Document>", "not a camt.053"],
  ])("is refused as a whole with %s", (_what, file, sentence) => {
    expect(() => read(file)).toThrow(sentence);
  });
});

describe("the text that an error shows", () => {
  it("can be stored for any content of the file", () => {
    const { text } = new StatementError("account_too_long", `\0\r\n2026${"😀".repeat(80)}`);
    expect(text).toBe(` 2026${"😀".repeat(55)}`);
  });
});

describe("a file that is no statement", () => {
  it.each(["", "tarih;tutar;açıklama\n21.11.2026;1.250,00;x", "{}"])("is refused: %j", (file) => {
    expect(() => read(file)).toThrow("neither a camt.053 nor an MT940");
  });
});
