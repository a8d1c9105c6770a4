import { describe, expect, it } from "vitest";
import { parseEmail, parseVerifiedEmail } from "./user.ts";

/** The Kelvin and Ångström signs, which Unicode folds onto `k` and `å`. */
const [KELVIN, ANGSTROM] = ["\u212a", "\u212b"];

describe("an e-mail address of a user", () => {
  it.each([
    ["Kim@Example.COM", "kim@example.com"],
    [`${KELVIN}im@example.com`, `${KELVIN}im@example.com`],
    ["İpek@example.com", "İpek@example.com"],
  ])("folds A to Z and no other letter: %s", (typed, stored) => {
    expect(parseEmail(typed)).toBe(stored);
  });

  it.each([`${KELVIN}im@example.com`, `${ANGSTROM}sa@example.com`, "ayşe@example.com"])(
    "is not taken from an identity provider with other letters before the @ than ASCII: %s",
    (verified) => {
      expect(parseVerifiedEmail(verified)).toBe(undefined);
    },
  );

  it("keeps the letters of its domain apart, too", () => {
    expect(parseVerifiedEmail("Kim@Example.com")).toBe("kim@example.com");
    expect(parseVerifiedEmail(`kim@${KELVIN}.com`)).toBe(`kim@${KELVIN}.com`);
  });
});
