import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isIban, normalizeIban, turkishIban } from "./iban.ts";
import { sandboxIban } from "./receiving-account.ts";

describe("an IBAN", () => {
  it.each([
    "TR470000100100000350930001",
    "TR400006200000000000000001",
    "TR250006400000000000000001",
    "TR510006700000000000000001",
    "DE89370400440532013000",
    "GB29NWBK60161331926819",
    "NO9386011117947",
  ])("%s is valid", (iban) => {
    expect(isIban(iban)).toBe(true);
  });

  it.each([
    "",
    "TR",
    "TR480000100100000350930001",
    "TR47000010010000035093000",
    "TR4700001001000003509300011",
    "tr470000100100000350930001",
    "TR47 0000 1001 0000 0350 9300 01",
    "DE88370400440532013000",
  ])("%j is invalid", (text) => {
    expect(isIban(text)).toBe(false);
  });

  it("of Turkey is invalid if its reserve digit is not 0", () => {
    expect(isIban("TR470000110100000350930001")).toBe(false);
  });

  it("is valid as built for any bank and account, and invalid with any digit changed", () => {
    const accounts = fc.tuple(
      fc.integer({ min: 1, max: 9_999 }),
      fc.integer({ min: 0, max: 2 ** 31 }),
      fc.integer({ min: 2, max: 25 }),
      fc.integer({ min: 1, max: 9 }),
    );
    fc.assert(
      fc.property(accounts, ([bank, account, place, shift]) => {
        const iban = turkishIban(String(bank).padStart(4, "0"), String(account));
        expect(iban).toHaveLength(26);
        expect(isIban(iban)).toBe(true);
        const digit = (Number(iban[place]) + shift) % 10;
        expect(isIban(iban.slice(0, place) + String(digit) + iban.slice(place + 1))).toBe(false);
      }),
    );
  });

  it("may be written in groups and in lower case", () => {
    expect(normalizeIban(" tr47 0000 1001 0000 0350 9300 01 ")).toBe("TR470000100100000350930001");
  });

  it("of a sandbox account is the one of the market's synthetic accounts", () => {
    expect(sandboxIban("0062", "TRY")).toBe("TR400006200000000000000001");
    expect(sandboxIban("0064", "TRY")).toBe("TR250006400000000000000001");
    expect(sandboxIban("0067", "TRY")).toBe("TR510006700000000000000001");
  });
});
