// tier: night
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { TEST_CARDS } from "../../src/bank/test-cards.ts";
import type { CardBehaviour } from "../../src/kernel/card-behaviour.ts";
import { MESSAGES } from "../../src/page/messages/messages.ts";
import { browserAvailable } from "../support/browser.ts";
import { isWholeRun } from "../support/full-run.ts";
import { APPROVED, decide, payAtBank, payButton } from "./customer.ts";
import { enter, newSession, openPage, openStage, type Scene, type Stage } from "./scene.ts";

type Texts = readonly [tr: string, en: string];

const REFUSED: Texts = [
  "Bankanız ödemeyi onaylamadı. Para çekilmedi.",
  "Your bank did not approve the payment. No money was taken.",
];
const BLOCKED: Texts = [
  "Bankanız bu kartla ödemeye izin vermedi. Para çekilmedi. Kartın arkasındaki numaradan bankanızı arayın.",
  "Your bank did not allow payment with this card. No money was taken. Call the number on the back of the card.",
];
const UNVERIFIED: Texts = [
  "Doğrulama tamamlanmadı. Para çekilmedi.",
  "Verification was not completed. No money was taken.",
];

/** The text for the customer after each card that is not approved. */
const EXPECTED_TEXTS: Partial<Record<CardBehaviour, Texts>> = {
  insufficient_balance: [
    "Kartınızın bakiyesi ya da limiti yetersiz. Para çekilmedi.",
    "Your card does not have enough balance or limit. No money was taken.",
  ],
  do_not_honour: REFUSED,
  lost_card: BLOCKED,
  stolen_card: BLOCKED,
  pick_up_card: BLOCKED,
  expired_card: REFUSED,
  wrong_cvc: REFUSED,
  fraud_suspect: REFUSED,
  general_error: REFUSED,
  authentication_fails: UNVERIFIED,
  authentication_attempted: UNVERIFIED,
  enrolment_fails: UNVERIFIED,
};
const BLAME = /kayıp|çalıntı|dolandır|sahte|şüphe|lost|stolen|fraud|suspect/i;

describe.runIf(browserAvailable())("the message for a declined card", () => {
  let stage: Stage;
  let scene: Scene;
  beforeAll(async () => void (stage = await openStage()));
  afterAll(() => stage.close());
  afterEach(() => scene.customer.leave());

  it.each(["tr", "en"] as const)("of every test card has its own text, %s", async (language) => {
    scene = await enter(stage, language);
    const { visitor, page } = scene;
    const cards = TEST_CARDS.filter(({ behaviour }) => behaviour in EXPECTED_TEXTS);
    expect(new Set(cards.map(({ behaviour }) => behaviour)).size).toBe(
      Object.keys(EXPECTED_TEXTS).length,
    );
    const part = language === "tr" ? 0 : 1;
    const declined = cards.filter((_, index) => isWholeRun || index % 2 === part);
    for (const { number, behaviour } of declined) {
      const session = await newSession(scene);
      const sent = await visitor.payByCard(session, number, { lang: language });
      if (sent.location.includes("/checkout/bank")) await visitor.goThroughBank(sent, "approve");
      await openPage(scene, session);
      const notice = await page.locator("#notice").innerText();
      expect(notice).toContain(EXPECTED_TEXTS[behaviour]?.[language === "tr" ? 0 : 1]);
      expect(notice).toContain(MESSAGES[language].decline.retryAnyWay);
      // The list of test cards marks the lost one; live pages have no such list.
      const said = await page.locator("#pay-section").innerText();
      expect(BLAME.exec(said)?.[0]).toBeUndefined();
      expect(await page.locator(".method").count()).toBe(5);
      // A browser focuses the element with its first paint, and not with the document.
      await page.locator("#notice:focus").waitFor();
    }
  });

  it.each([
    ["with scripts", { javaScriptEnabled: true }],
    ["without scripts", { javaScriptEnabled: false }],
  ])("lets the payer pay with another card in two actions, %s", async (_, options) => {
    scene = await enter(stage, "tr", options);
    const { page, customer } = scene;
    await openPage(scene, await newSession(scene));
    await payAtBank(customer, "4127111111111113");
    await decide(page);
    await page.locator("#notice").waitFor();
    expect(await page.title()).toMatch(/^Hata: /);
    expect(await page.locator("#card_number").inputValue()).toBe("");
    expect(await page.locator("#cvc").inputValue()).toBe("");
    expect(await page.locator("#expiry").inputValue()).toMatch(/^12 ?\/ ?30$/);
    expect(await page.locator("#card_holder_name").inputValue()).toBe("Ayşe Yılmaz");
    // One action is to type the card's own data, the other to submit the form.
    await page.locator("#card_number").fill(APPROVED);
    await page.locator("#cvc").fill("123");
    await payButton(page).click();
    if (!customer.hasScripts) await page.getByRole("button", { name: "Devam" }).click();
    await page.waitForURL(/\/bank\/3ds\//);
    await decide(page);
    await page.locator(".panel.good").waitFor();
  });
});
