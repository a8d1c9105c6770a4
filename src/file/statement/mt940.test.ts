import { describe, expect, it } from "vitest";
import { closingBalance, mt940, SENDER_IBAN } from "../../../test/support/statements.ts";
import { money } from "../../kernel/money.ts";
import { systemDigest } from "../../system/digest.ts";
import { readStatement } from "./statement-file.ts";

const IBAN = "TR400006200000000000000001";

const read = (file: string) => readStatement(new TextEncoder().encode(file), systemDigest);

describe("an MT940 file", () => {
  const statement = (...entries: readonly string[]) => {
    const fields = [":60F:C261120TRY0,00", ...entries];
    const head = [":20:X", `:25:${IBAN}`, ":28C:1"];
    return [...head, ...fields, closingBalance(fields), "-"].join("\n");
  };
  const credit = ":61:2611211121C1250,00NTRFNONREF//B1";

  it.each([
    [
      "free text",
      ":86:FAST GELEN ŞÜKRÜ İĞDIR SİPARİŞ AC23D\nEFG46",
      "FAST GELEN ŞÜKRÜ İĞDIR SİPARİŞ AC23DEFG46",
    ],
    ["SWIFT's code words", `:86:/REMI/AC23DEFG46/NAME/ŞÜKRÜ/IBAN/${SENDER_IBAN}`, "AC23DEFG46"],
    ["names and values", ":86:GÖNDEREN: ŞÜKRÜ İĞDIR AÇIKLAMA: AC23D EFG46", "AC23D EFG46"],
    ["subfields", ":86:166?00FAST?20AC23D?21EFG46?32ŞÜKRÜ", "AC23DEFG46"],
    ["a line that begins with a dash", ":86:FAST GELEN AC23D\n-EFG46", "FAST GELEN AC23D-EFG46"],
    [
      "question marks for letters that the bank's alphabet lacks",
      ":86:166?00FAST?20S?PAR?? ?DEME AC23D?21EFG46?32AL?",
      "S?PAR?? ?DEME AC23DEFG46",
    ],
    ["a word between slashes", ":86:/REMI/NO/WEB/AC23DEFG46/NAME/ALİ", "NO/WEB/AC23DEFG46"],
    [
      "a name and value of the payer's own",
      ":86:GÖNDEREN: ALİ AÇIKLAMA: SİPARİŞ KODU: AC23DEFG46",
      "SİPARİŞ KODU: AC23DEFG46",
    ],
    ["nothing", "", ""],
  ])("is read with %s in its details", (_what, details, description) => {
    const { lines } = read(statement(credit, details));
    expect(lines).toHaveLength(1);
    expect(lines[0]?.description).toBe(description);
  });

  it.each([
    ["a text", [":86:FAST GELEN", ":86:SİPARİŞ AC23D", "EFG46"], "FAST GELEN | SİPARİŞ AC23DEFG46"],
    [
      "subfields that go on in the second",
      [":86:166?00FAST?20SİPARİŞ", ":86:?21AC23DEFG46?32ŞÜKRÜ"],
      "SİPARİŞ AC23DEFG46",
    ],
    ["SWIFT's code words", [":86:/NAME/ŞÜKRÜ", ":86:/REMI/AC23DEFG46"], "AC23DEFG46"],
  ])("is read with two details of one entry: %s", (_what, details, description) => {
    const { lines } = read(statement(credit, ...details, credit.replace("B1", "B2")));
    expect(lines.map((line) => line.description)).toEqual([description, ""]);
  });

  it("names the sender by the counterparty's account, bank and holder", () => {
    const details = `:86:/EREF/X//CNTP/${SENDER_IBAN}/TGBATRIS/ŞÜKRÜ İĞDIR///REMI/USTD//AC23/`;
    const { lines } = read(statement(credit, details));
    expect(lines[0]).toMatchObject({ senderIban: SENDER_IBAN, senderName: "ŞÜKRÜ İĞDIR" });
  });

  it("is read within SWIFT's envelope, also with several statements in a file", () => {
    const one = `{1:F01TGBATRISAXXX0000000000}{2:O9400000}{4:\n${statement(credit)}}`;
    const other = one.replace("//B1", "//B2");
    expect(read(`${one}\n${other}`).lines).toHaveLength(2);
  });

  it("uses the bank's name of an account, without the currency after an IBAN", () => {
    expect(read(statement(credit)).lines[0]?.account).toBe(IBAN);
    const local = statement(credit).replace(`:25:${IBAN}`, ":25:00062/1234567");
    expect(read(local).lines[0]?.account).toBe("000621234567");
  });

  it.each([`:25:TGBATRIS/${IBAN}`, `:25:${IBAN}/TRY`, `:25P:${IBAN}\nTGBATRIS`])(
    "has the account's IBAN in %j",
    (field) => {
      const text = statement(credit).replace(`:25:${IBAN}`, field);
      expect(read(text).lines[0]?.account).toBe(IBAN);
    },
  );

  it.each([
    ":61:261121    C1250,00NTRFNONREF//B1",
    ":61:2611211121C1250,00 NTRFNONREF//B1",
    ":61:2611211121CY1250,00S   NONREF//B1",
  ])("may have spaces where a bank leaves them: %j", (entry) => {
    expect(read(statement(entry)).lines).toMatchObject([
      { amount: money(125_000n, "TRY"), bookedAt: Date.UTC(2026, 10, 21) },
    ]);
  });

  it.each([
    ["a debit", ":61:2611211121D1,00NTRFX"],
    ["the reversal of a credit", ":61:2611211121RC1,00NTRFX"],
    ["the reversal of a debit", ":61:2611211121RD1,00NTRFX"],
    ["an entry of nothing", ":61:2611211121CY0,00NDEFNONREF//"],
  ])("is read without %s", (_what, entry) => {
    expect(read(statement(entry))).toMatchObject({ lines: [], skipped: 1, refused: [] });
  });

  it("has the booking day on either side of New Year", () => {
    const dayOf = (entry: string) => read(statement(entry)).lines[0]?.bookedAt;
    expect(dayOf(":61:2701021231C1,00NTRFX")).toBe(Date.UTC(2026, 11, 31));
    expect(dayOf(":61:2612310102C1,00NTRFX")).toBe(Date.UTC(2027, 0, 2));
    expect(dayOf(":61:261231C1,00NTRFX")).toBe(Date.UTC(2026, 11, 31));
  });

  it("may have amounts without decimals, and a currency's third letter before them", () => {
    expect(read(statement(":61:2611211121CY7,NTRFX")).lines[0]?.amount.minor).toBe(700n);
  });

  const pages = (...ends: readonly (readonly string[])[]) =>
    ends
      .flatMap((end) => [":20:X", `:25:${IBAN}`, ":60F:C261120TRY0,00", credit, ":86:KOD", ...end])
      .join("\r\n");
  const closed = ":62F:C261121TRY1250,00";
  const refusals = (file: string) => read(file).refused.map(({ reason }) => reason);

  it.each([
    ["a closing balance", [closed]],
    ["the balance of a page", [":62M:C261121TRY1250,00"]],
    ["a closing balance and what follows it", [closed, ":64:C261121TRY1,00", ":86:X"]],
    ["an end mark", [closed, "-"]],
    ["the end of SWIFT's envelope", [closed, "-}{5:{CHK:0}}"]],
  ])("is complete with %s", (_what, end) => {
    expect(read(pages(end)).lines).toHaveLength(1);
    expect(read(pages(end, end)).lines).toHaveLength(2);
  });

  it.each([
    ["nothing behind its entries", pages([]), 0],
    ["an end mark alone", pages(["-"]), 0],
    ["a last statement that has no closing balance", pages([closed, "-"], []), 1],
    ["a dash of the payer's text in its last place", pages(["-", "DEVAMI"]), 0],
    ["a cut closing balance", pages([":62"]), 0],
    ["no opening balance", pages([closed]).replace(":60F:C261120TRY0,00", ":60F:?"), 0],
    ["no entry yet", `:20:X\n:25:${IBAN}\n:60F:C261120TRY0,00\n`, 0],
  ])("completes nothing with %s", (_what, file, taken) => {
    expect(refusals(file)).toEqual(["no_balance"]);
    expect(read(file).lines).toHaveLength(taken);
  });

  it("completes nothing wherever it is cut within its entries", () => {
    const whole = mt940(IBAN, [
      { reference: "B1", minor: 125_000, description: "SİPARİŞ AC23DEFG46" },
      { reference: "B2", minor: 99, description: "çevresi", sender: "Ğ. Öz" },
    ]);
    for (let end = whole.indexOf(":61:"); end < whole.indexOf(":62F:"); end += 1) {
      const { lines, refused } = read(whole.slice(0, end));
      expect([lines.length, refused.length]).toEqual([0, 1]);
    }
  });

  it("completes nothing without an account", () => {
    expect(refusals(pages([closed]).replace(`:25:${IBAN}\r\n`, ""))).toEqual(["no_account"]);
  });
});
