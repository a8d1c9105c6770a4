import { describe, expect, it } from "vitest";
import { loadCommonPasswords } from "../../system/common-passwords.ts";
import { passwordWeakness } from "./password.ts";

const OWNER = { email: "ayse.yilmaz@kitapci.example", merchantName: "Kuzey Yıldızı A.Ş." };
const common = await loadCommonPasswords();
const weakness = (password: string) => passwordWeakness(password, OWNER, common);

describe("a password that a user chooses", () => {
  it.each([
    ["k1 sa", "too_short"],
    [`a1${"x".repeat(127)}`, "too_long"],
    ["onlyletterspassword", "one_kind"],
    ["123456789012", "one_kind"],
    ["1a1a1a1a1a1a1a", "too_plain"],
    ["asdfghjklşi1", "too_plain"],
    ["ABCDEFGHIJK9", "too_plain"],
    ["zyxwvutsrqp1", "too_plain"],
    ["dfg47dfg47dfg47", "too_plain"],
    ["1qaz2wsx3edc", "too_plain"],
    ["password1234", "too_common"],
    ["Passw0rd-2024", "too_common"],
    ["p@ssword!!!1999", "too_common"],
    ["Fenerbahçe1907!", "too_common"],
    ["İstanbul34.34", "too_common"],
    ["seniseviyorum1", "too_common"],
    ["ayse.yilmaz.12", "has_name"],
    ["KuzeyYıldızı1", "has_name"],
    ["vezne-Vezne-42", "has_name"],
  ])("is refused: %s (%s)", (password, expected) => {
    expect(weakness(password)).toBe(expected);
  });

  it.each([
    "correct horse battery 9",
    "toprak kokusu 17",
    "k3m9x-7h2pq-0d4zt-w8vbn",
    "Mor papatya 7 kez açtı",
    "Tr0ub4dor&3-lamba",
    "3 damla yağmur",
    `Kedi çatıda 5 kere miyavladı, ${"komşular uyandı. ".repeat(6).slice(0, 98)}`,
  ])("is accepted: %s", (password) => {
    expect(weakness(password)).toBeUndefined();
  });
});

describe("the list of common passwords", () => {
  it("contains more than ten thousand, including Turkish ones, in normalised form", () => {
    const words = [...(common as ReadonlySet<string>)];
    expect(words.length).toBeGreaterThan(10_000);
    for (const word of ["123456", "password", "qwerty", "galatasaray", "sevgilim", "parola"]) {
      expect(common.has(word)).toBe(true);
    }
    expect(words.filter((word) => word !== word.toLowerCase() || /\s/.test(word))).toEqual([]);
  });
});
