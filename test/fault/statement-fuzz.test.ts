// tier: core
import { describe, expect, it } from "vitest";
import { systemDigest } from "../../src/system/digest.ts";
import { readStatement, type StatementFile } from "../../src/file/statement/statement-file.ts";
import { isStorable } from "../../src/kernel/text.ts";
import { findReferenceCodes, newReferenceCode } from "../../src/domain/transfer/reference-code.ts";
import type { StatementLine } from "../../src/domain/transfer/statement-line.ts";
import {
  FILES_A_READER,
  plantTexts,
  READER_SEED,
  wrapText,
  type FuzzedReader,
  type Planted,
} from "../support/fuzz/planted-text.ts";
import { closingBalance, SENDER_IBAN } from "../support/statements.ts";

const IBAN = "TR400006200000000000000001";
const OTHER = "TR470000100100000350930001";
const THIEF = "TR330006100519786457841326";
/** The code of a payment of 1 250,00 that no entry pays. */
const CODE = newReferenceCode({ bytes: (count) => Uint8Array.from({ length: count }, () => 77) });
const UNPAID = 125_000n;
const SHOWN = 3;

const read = (text: string): StatementFile => readStatement(Buffer.from(text), systemDigest);
/** The lines of the file but those of the field with the planted text. */
const others = (lines: readonly StatementLine[]) =>
  lines
    .filter(({ bankKey }) => !bankKey.startsWith("VICTIM"))
    .map(({ account, bankKey, amount }) => `${account} ${bankKey} ${amount.minor}`);

/** Something that no stranger's text may do, whatever the reader makes of its statement. */
function harm({ lines }: StatementFile): string | undefined {
  const paying = lines.find(
    ({ amount, description }) =>
      amount.minor === UNPAID && findReferenceCodes(description).includes(CODE),
  );
  if (paying !== undefined) return "a payment would complete without money";
  const named = lines.find(({ senderIban }) => senderIban === THIEF);
  return named === undefined ? undefined : "the text names the account of the sender";
}

const unlike = (left: readonly string[], right: readonly string[]): boolean =>
  JSON.stringify(left) !== JSON.stringify(right);

/** The fields of an MT940 entry that a payer fills, each before and behind the bank's own words. */
const MT940_FIELDS: readonly ((planted: Planted) => readonly string[])[] = [
  (planted) => [`:61:2611291129C1,00NTRFNONREF//VICTIM`, wrapText(":86:", planted)],
  (planted) => [`:61:2611291129C1,00NTRFNONREF//VICTIM`, wrapText(":86:GELEN FAST ", planted)],
  (planted) => [
    `:61:2611291129C1,00NTRFNONREF//VICTIM`,
    wrapText(":86:GÖNDEREN: AYSE AÇIKLAMA: ", planted),
  ],
  (planted) => [
    `:61:2611291129C1,00NTRFNONREF//VICTIM`,
    wrapText(`:86:/NAME/AYSE/IBAN/${SENDER_IBAN}/REMI/`, planted),
  ],
  (planted) => [
    `:61:2611291129C1,00NTRFNONREF//VICTIM`,
    `${wrapText(":86:166?00FAST?20", planted)}\n?31${SENDER_IBAN}?32AYSE`,
  ],
  (planted) => [`:61:2611291129C1,00NTRFNONREF//VICTIM\n${wrapText("", planted)}`, ":86:HAVALE"],
];

function mt940(planted: Planted | undefined): string {
  const victim =
    planted === undefined
      ? [":61:2611291129C1,00NTRFNONREF//VICTIM", ":86:HAVALE"]
      : MT940_FIELDS[planted.field % MT940_FIELDS.length]?.(planted);
  const genuine = [":61:2611291129C1,00NTRF", ":61:2611291129C7,25NTRF", ":61:2611291129D3,10NTRF"];
  const opening = ":60F:C261128TRY40,00";
  return [
    ":20:FIRST",
    `:25:${IBAN}`,
    ":28C:1/1",
    opening,
    ":61:2611291129C7,25NTRFNONREF//KEPT",
    ":86:HAVALE BASKA BIR MUSTERI",
    ...(victim ?? []),
    ":61:2611291129D3,10NTRFNONREF//FEE",
    ":86:MASRAF",
    closingBalance([opening, ...genuine]),
    "-",
    ":20:SECOND",
    `:25:${OTHER}`,
    ":28C:1/1",
    ":60F:C261128TRY0,00",
    ":61:2611291129C9,00NTRFNONREF//SECOND",
    ":86:HAVALE",
    ":62F:C261129TRY9,00",
    "-",
  ].join("\n");
}

const FORGED = [
  `:61:261129C1250,00NTRF${CODE}`,
  ":61:261129D1250,00NTRFX",
  ":61:2611291129RC1250,00NTRFX",
  ":62F:C261129TRY48,25",
  ":62M:C261129TRY45,15",
  ":20:X",
  `:25:${THIEF}`,
  ":28C:1/1",
  ":60F:C261129TRY0,00",
  ":60M:C261129TRY48,25",
  `:86:${CODE}`,
  ":64:C261129TRY1,00",
  "-",
  "-}{5:{CHK:0}}",
  "{1:F01X}{2:O940}{4:",
  ":NS:01",
  `?31${THIEF}`,
  "?32MALLORY",
  `/NAME/MALLORY/IBAN/${THIEF}`,
  `GONDEREN: MALLORY IBAN: ${THIEF}`,
];

const MT940: FuzzedReader = {
  name: "MT940",
  structure: FORGED,
  widths: [27, 35, 50, 65, 140],
  complaint(planted) {
    const whole = others(read(mt940(undefined)).lines);
    const file = read(mt940(planted));
    const [kept, second] = [whole.slice(0, 1), whole.slice(1)];
    const found = others(file.lines);
    // A statement whose end the text forges is refused, at least from there on.
    const right = [[...kept, ...second], ...(file.refused.length > 0 ? [second] : [])];
    const isRight = right.some((lines) => !unlike(found, lines));
    return harm(file) ?? (isRight ? undefined : `other lines: ${found.join(", ")}`);
  },
};

const CAMT_FIELDS = ["Nm", "EndToEndId", "InstrId", "Ustrd", "AddtlTxInf", "AddtlNtryInf"] as const;

function camt053(planted: Planted | undefined): string {
  const name = CAMT_FIELDS[(planted?.field ?? 0) % CAMT_FIELDS.length];
  const text = planted === undefined ? "" : xmlText(wrapText("", planted));
  const of = (field: (typeof CAMT_FIELDS)[number]): string =>
    field === name && text !== "" ? `<${field}>${text}</${field}>` : "";
  const entry = (number: string, amount: string, rest: string) =>
    `<Ntry><Amt Ccy="TRY">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt>` +
    `<Dt>2026-11-29</Dt></BookgDt><AcctSvcrRef>${number}</AcctSvcrRef>${rest}</Ntry>`;
  const victim =
    `<NtryDtls><TxDtls><Refs>${of("InstrId")}${of("EndToEndId")}</Refs><RltdPties><Dbtr>${of("Nm")}` +
    `</Dbtr></RltdPties><RmtInf>${of("Ustrd")}</RmtInf>${of("AddtlTxInf")}</TxDtls></NtryDtls>` +
    of("AddtlNtryInf");
  const balance = (type: string, amount: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp><Amt Ccy="TRY">${amount}</Amt>` +
    "<CdtDbtInd>CRDT</CdtDbtInd></Bal>";
  return (
    `<Document><BkToCstmrStmt><Stmt><Id>S</Id><Acct><Id><IBAN>${IBAN}</IBAN></Id></Acct>` +
    `${balance("OPBD", "1.00")}${balance("CLBD", "9.25")}${entry("KEPT", "7.25", "")}` +
    `${entry("VICTIM", "1.00", victim)}</Stmt></BkToCstmrStmt></Document>`
  );
}

/** A text as a bank writes it into XML, which allows no control characters. */
function xmlText(text: string): string {
  const allowed = isStorable(text) ? text : text.replace(/[\0\ud800-\udfff]/g, "");
  return allowed
    .replace(/[\p{Cc}\ufffe\uffff]/gu, " ")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}

const CAMT053: FuzzedReader = {
  name: "camt.053",
  structure: [
    ...FORGED,
    "</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry><Ntry>",
    "<!DOCTYPE x>",
    "]]>",
    "&lt;Ntry&gt;",
    "<Amt>1250.00</Amt>",
  ],
  widths: [35, 70, 140],
  complaint(planted) {
    const file = read(camt053(planted));
    const amounts = file.lines.map(({ amount }) => amount.minor);
    const isWhole = unlike(others(file.lines), others(read(camt053(undefined)).lines));
    const isWrong = isWhole || amounts.join() !== "725,100" || file.refused.length > 0;
    return harm(file) ?? (isWrong ? `${amounts.join()} ${file.refused.length}` : undefined);
  },
};

describe(`${FILES_A_READER} statements with a payer's hostile text (seed ${READER_SEED})`, () => {
  it.each([MT940, CAMT053])(
    "have the same sums and other entries as without it: $name",
    (reader) => {
      const complaints = plantTexts(reader, { seed: READER_SEED, count: FILES_A_READER });
      expect(complaints.slice(0, SHOWN).join("\n\n")).toBe("");
    },
    60_000 + FILES_A_READER * 20,
  );
});
