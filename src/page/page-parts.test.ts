import { describe, expect, it } from "vitest";
import { groupDigits } from "../domain/card/group-digits.ts";
import { instant } from "../kernel/clock.ts";
import { money } from "../kernel/money.ts";
import { formatMoment, formatMoney, formatTime } from "./format.ts";
import { languageOfBrowser } from "./language.ts";
import { en } from "./messages/en.ts";
import { tr } from "./messages/tr.ts";
import { pageHeaders } from "./page-headers.ts";
import { createPaths } from "./paths.ts";

const NOON = instant(Date.UTC(2026, 10, 21, 11, 5));

/** Texts that are equal in every language. */
const SAME = new Set(["IBAN", "Papel"]);

describe("the texts of pages", () => {
  it("format amounts and times in the reader's language", () => {
    const largest = money(999_999_999_999n, "TRY");
    expect(formatMoney(largest, "tr")).toBe("₺9.999.999.999,99");
    expect(formatMoney(money(125_000n, "TRY"), "en")).toBe("TRY\u00a01,250.00");
    expect(formatMoney(money(5n, "EUR"), "tr")).toBe("€0,05");
    const istanbul = { timeZone: "Europe/Istanbul" } as const;
    expect(formatTime(NOON, { language: "tr", ...istanbul })).toBe("14:05");
    expect(formatTime(NOON, { language: "en", ...istanbul })).toBe("14:05");
    expect(formatMoment(NOON, { language: "tr", ...istanbul })).toBe("21 Kasım 2026 14:05");
    expect(formatMoment(NOON, { language: "en", ...istanbul })).toBe("21 November 2026 at 14:05");
  });

  it("group the digits of a card number as on the card", () => {
    expect(groupDigits("5528790000000008")).toBe("5528 7900 0000 0008");
    expect(groupDigits("374427000000003")).toBe("3744 270000 00003");
    expect(groupDigits("6304000000000000000")).toBe("6304 0000 0000 0000 000");
    expect(groupDigits("45435")).toBe("4543 5");
  });

  it("are complete and translated in every catalogue", () => {
    const [turkish, english] = [textsOf(tr), textsOf(en)];
    expect(turkish.size).toBeGreaterThan(100);
    expect([...english.keys()]).toEqual([...turkish.keys()]);
    for (const [path, text] of turkish) {
      expect([path, text.trim()]).not.toEqual([path, ""]);
      if (!SAME.has(text)) expect([path, english.get(path)]).not.toEqual([path, text]);
    }
  });
});

describe("the addresses of pages", () => {
  it("begin with the path of the public address", () => {
    const session = "ses_x" as never;
    expect(createPaths("https://pay.example").checkout(session)).toBe("/checkout?session=ses_x");
    expect(createPaths("https://shop.example/pay/").asset("assets/a.js")).toBe("/pay/assets/a.js");
  });

  it("send HSTS under https only", () => {
    const policy = { formAction: ["'self'"] };
    expect(pageHeaders({ ...policy, publicUrl: "https://pay.example" })).toMatchObject({
      "Strict-Transport-Security": "max-age=31536000",
      "Reporting-Endpoints": 'csp="/csp-reports"',
      "Content-Security-Policy": expect.stringMatching(
        /; report-uri \/csp-reports; report-to csp$/,
      ),
    });
    expect(pageHeaders({ ...policy, publicUrl: "http://127.0.0.1:3000" })).not.toHaveProperty(
      "Strict-Transport-Security",
    );
  });
});

describe("a request without a language", () => {
  it.each([
    ["tr-TR,tr;q=0.9,en;q=0.8", "tr"],
    ["en-US,en;q=0.9", "en"],
    ["de-DE,de;q=0.9,en;q=0.5", "en"],
    ["de", "tr"],
    [undefined, "tr"],
  ])("for the header %j is %s", (header, language) => {
    expect(languageOfBrowser(header)).toBe(language);
  });
});

type Text = string | ((part: never) => string);
type Catalogue = { readonly [key: string]: Text | Catalogue };

/** Every text by its path; functions are called with 3. */
function textsOf(catalogue: Catalogue, path = ""): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [key, value] of Object.entries(catalogue)) {
    const here = `${path}.${key}`;
    if (typeof value === "string") texts.set(here, value);
    else if (typeof value === "function") texts.set(here, value(3 as never));
    else for (const [below, text] of textsOf(value, here)) texts.set(below, text);
  }
  return texts;
}
