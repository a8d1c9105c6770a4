import { describe, expect, it } from "vitest";
import { bankStatement } from "../../../test/support/bank-statements.ts";
import { camt053, closingBalance, mt940, SENDER_IBAN } from "../../../test/support/statements.ts";
import { systemDigest } from "../../system/digest.ts";
import { readStatement } from "./statement-file.ts";

const IBAN = "TR400006200000000000000001";
const TRANSFERS = [
  { reference: "1", minor: 125_000, description: "SİPARİŞ AC23DEFG46 TEŞEKKÜRLER" },
  { reference: "2", minor: 99, description: "ığdır & çevresi ", sender: "Ğ. Öz" },
];

const withDetails = (...details: readonly string[]) => {
  const fields = [":60F:C261128TRY0,00", ":61:2611291129C1250,00NTRFNONREF//B1", ...details];
  return [":20:X", `:25:${IBAN}`, ":28C:1", ...fields, closingBalance(fields), "-"].join("\n");
};
const ofBank = (name: string) =>
  Buffer.from(bankStatement(name, { iban: IBAN, code: "AC23DEFG46" })).toString();

/** Files with the keys of their lines, of which installations have stored some. */
const FILES: readonly (readonly [name: string, file: string, ...keys: readonly string[]])[] = [
  [
    "a camt.053 statement",
    camt053(IBAN, TRANSFERS),
    "1-f9119ae5b11c24c3b1c3aeb2",
    "2-c279eebaa23680e86e9cba57",
  ],
  [
    "an MT940 statement",
    mt940(IBAN, TRANSFERS),
    "1-3ce893738d974b5f22e0ed7c",
    "2-c279eebaa23680e86e9cba57",
  ],
  ["free text", withDetails(":86:FAST GELEN\nAC23D", ":86:EFG46"), "B1-ed51467327cb5bd4964ed1c5"],
  [
    "code words",
    withDetails(`:86:/REMI/AC23D/NAME/ALİ/IBAN/${SENDER_IBAN}/NAME/VELİ`),
    "B1-d0505f05d5eb8572132a1f64",
  ],
  [
    "labels",
    withDetails(`:86:GÖNDEREN: ALİ AÇIKLAMA: AC23D IBAN: ${SENDER_IBAN}`),
    "B1-4bd2e81723e09bdb8a50bfb8",
  ],
  [
    "repeated subfields",
    withDetails(":86:166?00F?20AC23D?32ALI?32VELI?31X"),
    "B1-4c30073c13c9e681eb1537fd",
  ],
  ["a text that looks like fields", ofBank("wrapped-time.sta"), "B02A-671ae262d14cc819720bd5a3"],
  ["labels within a text", ofBank("labels-in-text.sta"), "B000001-6b3a5a64d100885489d6b2bb"],
  ["numbered lines", ofBank("numbered-lines.sta"), "9fa8efcbc5ab722c651ad403-1"],
  ["a reference with a code", ofBank("code-in-61.sta"), "B28-786405ce9b616408a2d189b6"],
  ["subfields marked by tildes", ofBank("tilde-marks.sta"), "c8aacd4dd94895190c4619c3-1"],
  [
    "a batch with charges",
    ofBank("batch-with-charges.xml"),
    "BANKNO1/1-51c93754b9edc335300f0d77",
    "BANKNO1/2-1169cfbd60714bdc345f44b8",
  ],
  ["the code at a batch", ofBank("code-of-batch.xml"), "BANKNO1-358a2f2b5b9d989247d93522"],
];

describe("a line of a file that was imported before", () => {
  it.each(FILES)("has the key by which it counts once: %s", (_name, file, ...keys) => {
    const { lines } = readStatement(Buffer.from(file), systemDigest);
    expect([...new Set(lines.map(({ bankKey }) => bankKey))]).toEqual(keys);
  });
});
