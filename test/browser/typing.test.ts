// tier: night
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { browserAvailable } from "../support/browser.ts";
import { isWholeRun } from "../support/full-run.ts";
import { payButton } from "./customer.ts";
import { enter, newSession, openPage, openStage, type Scene, type Stage } from "./scene.ts";

const NUMBER = "5528790000000008";
const NUMBERS = [
  NUMBER,
  "5528 7900 0000 0008",
  "5528-7900-0000-0008",
  "5528\u00a07900\u00a00000\u00a00008",
  "5528\u20077900\u20070000\u20070008",
  "5528\u202f7900\u202f0000\u202f0008",
  "5528.7900.0000.0008",
  "5528–7900–0000–0008",
  "  5528 7900 0000 0008  ",
  "5528  7900  0000  0008",
  "5528\t7900\t0000\t0008",
  "5 5 2 8 7 9 0 0 0 0 0 0 0 0 0 8",
];
const EXPIRIES = ["0928", "928", "9/28", "09/28", "09/2028", "09.28", "09-28", "09 / 28", "092028"];
const TOKENS = {
  card_number: ["cc-number", "numeric"],
  expiry: ["cc-exp", "numeric"],
  cvc: ["cc-csc", "numeric"],
  stored_cvc: ["cc-csc", "numeric"],
  card_holder_name: ["cc-name", "text"],
};

describe.runIf(browserAvailable())("the card fields", () => {
  let stage: Stage;
  let scene: Scene;
  beforeAll(async () => void (stage = await openStage()));
  afterAll(() => stage.close());
  afterEach(() => scene.customer.leave());

  const open = async (options = {}, fields = {}): Promise<Page> => {
    scene = await enter(stage, "tr", options);
    return openPage(scene, await newSession(scene, fields));
  };

  it("have autocomplete attributes and the right on-screen keyboard", async () => {
    const customer = { customer_id: "typing" };
    scene = await enter(stage, "tr");
    const session = await newSession(scene, { customer });
    const paid = await scene.visitor.payByCard(session, NUMBER, { save_card: "1" });
    await scene.visitor.goThroughBank(paid, "approve");
    const page = await openPage(scene, await newSession(scene, { customer }));
    const said = await page
      .locator("#payment input[type=text]")
      .evaluateAll((inputs) =>
        inputs.map((input) => [
          input.id,
          [input.getAttribute("autocomplete"), input.getAttribute("inputmode")],
          input.hasAttribute("pattern"),
          Number(input.getAttribute("maxlength")),
        ]),
      );
    expect(Object.fromEntries(said.map(([id, tokens]) => [id, tokens]))).toEqual(TOKENS);
    for (const [id, , hasPattern, longest] of said) {
      expect(hasPattern).toBe(false);
      if (id === "card_number") expect(longest).toBeGreaterThanOrEqual(26);
    }
    // Otherwise browsers would fill the number in again.
    expect(await page.locator("#payment").getAttribute("autocomplete")).toBe("off");
  });

  it("accept a number in twelve pasted forms", async () => {
    const page = await open();
    const number = page.locator("#card_number");
    for (const text of NUMBERS) {
      await number.fill("");
      await number.focus();
      await page.keyboard.insertText(text);
      await number.blur();
      expect([text, await number.inputValue()]).toEqual([text, "5528 7900 0000 0008"]);
      expect(await number.getAttribute("aria-invalid")).toBeNull();
    }
  });

  it("accept an expiry in nine forms, typed and pasted", async () => {
    const page = await open();
    const expiry = page.locator("#expiry");
    for (const text of EXPIRIES) {
      for (const method of ["pressSequentially", "fill"] as const) {
        await expiry.fill("");
        await expiry[method](text);
        await expiry.blur();
        expect([method, text, await expiry.inputValue()]).toEqual([method, text, "09 / 28"]);
      }
    }
  });

  it("accept the same forms without scripts", async () => {
    const page = await open({ javaScriptEnabled: false });
    for (const [index, text] of NUMBERS.entries()) {
      if (!isWholeRun && index % 4 !== 3) continue;
      await page.locator("#card_number").fill(text);
      await page.locator("#expiry").fill(EXPIRIES[index % EXPIRIES.length] ?? "");
      await page.locator("#card_holder_name").fill("Ayşe Yılmaz");
      await payButton(page).click();
      // Only the CVC is missing.
      await page.locator("#cvc[aria-invalid]").waitFor();
      expect(await page.locator("[aria-invalid]").count()).toBe(1);
    }
  });

  it("keep the caret in place when a number is corrected", async () => {
    const page = await open();
    const number = page.locator("#card_number");
    await number.fill("5528 7900 0000 0008");
    await number.press("Home");
    for (const _ of "1234567") await number.press("ArrowRight");
    await number.press("Delete");
    expect(await number.inputValue()).toBe("5528 7900 0000 008");
    const caret = () => number.evaluate((input: HTMLInputElement) => input.selectionStart);
    expect(await caret()).toBe(7);
    await number.pressSequentially("0");
    expect(await number.inputValue()).toBe("5528 7900 0000 0008");
    expect(await caret()).toBe(8);
  });
});
