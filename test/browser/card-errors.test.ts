// tier: night
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { CardField, CardFieldError } from "../../src/domain/card/typed-card.ts";
import { MESSAGES } from "../../src/page/messages/messages.ts";
import { browserAvailable } from "../support/browser.ts";
import { isWholeRun } from "../support/full-run.ts";
import { payButton } from "./customer.ts";
import { enter, newSession, openPage, openStage, type Scene, type Stage } from "./scene.ts";

type Typed = Readonly<Record<CardField, string>>;
type Wrong = Readonly<Partial<Record<CardField, CardFieldError>>>;

const RIGHT: Typed = {
  card_number: "5528790000000008",
  expiry: "12/30",
  cvc: "123",
  card_holder_name: "İpek Işık",
};
const AMEX = "374427000000003";

/** Breaks every rule of every field alone, and all of them together. */
const CASES: readonly (readonly [Partial<Typed>, Wrong])[] = [
  [{ card_number: "" }, { card_number: "number_missing" }],
  [{ card_number: "5528 7900 0000 0009" }, { card_number: "number_wrong" }],
  [{ card_number: "5528 7900 0000 000" }, { card_number: "number_wrong" }],
  [{ card_number: "abcd" }, { card_number: "number_wrong" }],
  [{ expiry: "" }, { expiry: "expiry_missing" }],
  [{ expiry: "13/30" }, { expiry: "expiry_missing" }],
  [{ expiry: "01/20" }, { expiry: "expiry_past" }],
  [{ cvc: "" }, { cvc: "cvc_3" }],
  [{ cvc: "12" }, { cvc: "cvc_3" }],
  [{ card_number: AMEX, cvc: "123" }, { cvc: "cvc_4" }],
  [{ card_holder_name: "" }, { card_holder_name: "name_missing" }],
  [{ card_holder_name: "5528790000000008" }, { card_holder_name: "name_wrong" }],
  [
    { card_number: "", expiry: "", cvc: "", card_holder_name: "" },
    {
      card_number: "number_missing",
      expiry: "expiry_missing",
      cvc: "cvc_3",
      card_holder_name: "name_missing",
    },
  ],
];

const LOOKS = [
  ["tr", true],
  ["en", false],
  ...(isWholeRun
    ? ([
        ["en", true],
        ["tr", false],
      ] as const)
    : []),
] as const;

describe.runIf(browserAvailable())("the errors of a card field", () => {
  let stage: Stage;
  let scene: Scene;
  beforeAll(async () => void (stage = await openStage()));
  afterAll(() => stage.close());
  afterEach(() => scene.customer.leave());

  it.each(LOOKS)(
    "are tied to it and announced with the focus on it, %s, scripts: %s",
    async (...look) => {
      const [language, javaScriptEnabled] = look;
      scene = await enter(stage, language, { javaScriptEnabled });
      const page = await openPage(scene, await newSession(scene));
      const texts = MESSAGES[language].fieldErrors;
      for (const [change, wrong] of CASES) {
        const typed: Typed = { ...RIGHT, ...change };
        for (const [field, text] of Object.entries(typed))
          await page.locator(`#${field}`).fill(text);
        await payButton(page).click();
        const fields = Object.keys(wrong);
        const focused = fields.length === 1 ? `#${fields.join("")}:focus` : "#errors:focus";
        await page.locator(focused).waitFor();
        expect(await readForm(page)).toEqual({
          wrong: Object.fromEntries(
            Object.entries(wrong).map(([field, error]) => [field, texts[error]]),
          ),
          listed: Object.values(wrong).map((error) => texts[error]),
          isTitleMarked: true,
        });
        if (javaScriptEnabled) continue;
        expect(await page.locator("#card_number").inputValue()).toBe("");
        expect(await page.locator("#cvc").inputValue()).toBe("");
        if (wrong.card_holder_name === undefined) {
          expect(await page.locator("#card_holder_name").inputValue()).toBe("İpek Işık");
        }
        if (wrong.expiry === undefined) {
          expect(await page.locator("#expiry").inputValue()).toMatch(/^12 ?\/ ?30$/);
        }
      }
    },
  );
});

/** The accessible names and descriptions of the form's fields. */
function readForm(page: Page) {
  return page.evaluate(() => {
    const invalid = [...document.querySelectorAll<HTMLInputElement>("[aria-invalid=true]")];
    const described = (input: HTMLInputElement) =>
      (input.getAttribute("aria-describedby") ?? "")
        .split(" ")
        .map((id) => document.getElementById(id))
        .filter((element) => element?.id.endsWith("-error") === true)
        .filter((element) => element?.hidden === false)
        .map((element) => element?.textContent ?? "")
        .join();
    return {
      wrong: Object.fromEntries(invalid.map((input) => [input.id, described(input)])),
      listed: [...document.querySelectorAll("#errors a")].map((link) => link.textContent),
      isTitleMarked: /^(Hata|Error): /.test(document.title),
    };
  });
}
