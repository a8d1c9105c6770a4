import { HOUR, MINUTE } from "../../src/kernel/clock.ts";
import { LIMITS } from "../../src/domain/limit/limits.ts";
import { merchantCalls } from "../support/merchant-calls.ts";
import { APPROVED, LOST, payButton, POOR, typeCard } from "./customer.ts";
import { newSession, openPage, sessionAfter, type Scene, type State } from "./scene.ts";

const BONUS = "5400360000000003";
const DEBIT = "5890040000000016";

const onForm = async (scene: Scene, more = "", fields = {}) =>
  openPage(scene, await newSession(scene, fields), more);

/** The form, and every state of it before a payment. */
const FORMS: readonly State[] = [
  { name: "form", reach: (scene) => onForm(scene) },
  {
    name: "form-whole",
    async reach(scene) {
      const page = await onForm(scene);
      for (const name of ["details.basket", "details.sandbox"]) {
        await page.locator(name).evaluate((details: HTMLDetailsElement) => (details.open = true));
      }
      return page;
    },
  },
  {
    name: "errors",
    async reach(scene) {
      const page = await onForm(scene);
      await payButton(page).click();
      await page.locator("#errors").waitFor();
      return page;
    },
  },
  {
    name: "one-error",
    async reach(scene) {
      const page = await onForm(scene);
      await typeCard(page, "4543 5900 0000 0007");
      await payButton(page).click();
      await page.locator("#card_number[aria-invalid]").waitFor();
      return page;
    },
  },
  {
    name: "installments",
    async reach(scene) {
      const page = await onForm(scene);
      await typeCard(page, BONUS);
      await page.getByRole("radio", { name: /^6 / }).check();
      return page;
    },
  },
  {
    name: "debit",
    async reach(scene) {
      const page = await onForm(scene);
      await typeCard(page, DEBIT);
      await page.locator("#installments .hint").waitFor();
      return page;
    },
  },
  {
    name: "stored-card",
    async reach(scene) {
      const customer = { customer_id: `stored ${scene.language}` };
      const session = await newSession(scene, { customer });
      const handOff = await scene.visitor.payByCard(session, BONUS, { save_card: "1" });
      await scene.visitor.goThroughBank(handOff, "approve");
      const page = await onForm(scene, "", { customer });
      await page.locator("#stored_cvc").waitFor();
      return page;
    },
  },
  ...["wallet", "shopping_credit", "papel", "bank_transfer"].map((method) => ({
    name: `method-${method}`,
    reach: (scene: Scene) => onForm(scene, `&method=${method}`),
  })),
  {
    name: "last-minutes",
    async reach(scene) {
      const session = await newSession(scene);
      scene.shop.clock.move(HOUR - 5 * MINUTE);
      const page = await openPage(scene, session);
      await page.locator(".countdown", { hasText: ":" }).waitFor();
      return page;
    },
  },
  {
    name: "run-out",
    async reach(scene) {
      const session = await newSession(scene);
      scene.shop.clock.move(HOUR - 300);
      const page = await openPage(scene, session);
      await page.locator("#expired").waitFor();
      return page;
    },
  },
  {
    name: "offline",
    async reach(scene) {
      const page = await onForm(scene);
      await scene.customer.context.setOffline(true);
      await page.locator("#offline").waitFor();
      await scene.customer.context.setOffline(false);
      await page.locator("#offline").evaluate((notice: HTMLElement) => (notice.hidden = false));
      return page;
    },
  },
];

/** The states after a payment has begun. */
const PAYMENTS: readonly State[] = [
  {
    name: "challenge",
    async reach(scene) {
      const session = await newSession(scene);
      await scene.visitor.payByCard(session, APPROVED);
      return openPage(scene, session);
    },
  },
  {
    name: "challenge-papel",
    async reach(scene) {
      const session = await newSession(scene);
      await scene.visitor.payElsewhere(session, "papel");
      return openPage(scene, session);
    },
  },
  ...(["wallet", "shopping_credit"] as const).map((method) => ({
    name: `challenge-${method}`,
    async reach(scene: Scene) {
      const session = await newSession(scene);
      const fields = method === "wallet" ? { wallet_id: "tosla" } : { bank_code: "0062" };
      await scene.visitor.payElsewhere(session, method, fields);
      return openPage(scene, session);
    },
  })),
  {
    name: "declined",
    reach: async (scene) => openPage(scene, await sessionAfter(scene, POOR)),
  },
  {
    name: "cancelled",
    reach: async (scene) => openPage(scene, await sessionAfter(scene, APPROVED, "cancel")),
  },
  {
    name: "waiting",
    reach: async (scene) => openPage(scene, await sessionAfter(scene, LOST)),
  },
  {
    name: "paid",
    async reach(scene) {
      const page = await openPage(scene, await sessionAfter(scene, APPROVED));
      await page.locator("#stay").click();
      return page;
    },
  },
  {
    name: "paid-going-on",
    async reach(scene) {
      await scene.page.route("**/checkout/status*", () => undefined);
      return openPage(scene, await sessionAfter(scene, APPROVED));
    },
  },
  {
    name: "refunded",
    async reach(scene) {
      const { shop } = scene;
      const session = await newSession(scene);
      const paid = await shop.api.pay(session, APPROVED);
      const { refund } = merchantCalls(shop.api, shop.merchant.testApiKey);
      await refund(paid.body["order_id"], { session_id: session });
      return openPage(scene, session);
    },
  },
  {
    name: "voided",
    async reach(scene) {
      const { shop } = scene;
      const session = await newSession(scene, { capture_method: "manual" });
      const paid = await shop.api.pay(session, APPROVED);
      const calls = merchantCalls(shop.api, shop.merchant.testApiKey);
      await calls.void(paid.body["order_id"], { session_id: session });
      return openPage(scene, session);
    },
  },
  {
    name: "credit-decision",
    async reach(scene) {
      const session = await newSession(scene);
      const lender = { bank_code: "0064" };
      const handOff = await scene.visitor.payElsewhere(session, "shopping_credit", lender);
      await scene.visitor.goThroughBank(handOff, "approve");
      return openPage(scene, session);
    },
  },
  {
    name: "transfer",
    async reach(scene) {
      const session = await newSession(scene);
      await scene.visitor.payElsewhere(session, "bank_transfer");
      const page = await openPage(scene, session);
      await page.locator(".give-up summary").click();
      return page;
    },
  },
  {
    name: "transfer-given-up",
    async reach(scene) {
      const session = await newSession(scene);
      await scene.visitor.payElsewhere(session, "bank_transfer");
      const page = await openPage(scene, session);
      await page.locator(".give-up summary").click();
      await page.locator(".give-up button").click();
      await page.locator("#notice").waitFor();
      return page;
    },
  },
];

/** The states of sessions that cannot be paid, and of errors. */
const ENDS: readonly State[] = [
  {
    name: "expired",
    async reach(scene) {
      const session = await newSession(scene);
      scene.shop.clock.move(HOUR);
      return openPage(scene, session);
    },
  },
  {
    name: "left",
    async reach(scene) {
      const session = await newSession(scene);
      await scene.visitor.post("/checkout/leave", { session });
      return openPage(scene, session);
    },
  },
  {
    name: "unknown",
    reach: (scene) => openPage(scene, "ses_unknown"),
  },
  {
    name: "bad-request",
    async reach(scene) {
      const { page, shop, language } = scene;
      await page.goto(`${shop.url}/checkout/frame?session=ses_x&lang=${language}`);
      return page;
    },
  },
  {
    name: "too-many",
    async reach(scene) {
      const session = await newSession(scene);
      const ask = (bin: number) =>
        scene.visitor.post("/checkout/quote", { session, card_number: String(bin) });
      const bins = Array.from({ length: LIMITS.binsPerMinute.test }, (_, index) => 540_000 + index);
      await Promise.all(bins.map(ask));
      const page = await openPage(scene, session);
      await page.locator("#card_number").fill("552879");
      await page.locator("#payment").evaluate((form: HTMLFormElement) => {
        form.action = form.action.replace("/pay", "/installments");
        form.submit();
      });
      await page.locator(".panel.bad").waitFor();
      return page;
    },
  },
  {
    name: "failed",
    async reach(scene) {
      const { shop } = scene;
      const session = await newSession(scene);
      const pool = shop.database.open({ max: 1 });
      try {
        await pool.query("alter table page_draft rename to page_draft_away");
        return await openPage(scene, session);
      } finally {
        await pool.query("alter table page_draft_away rename to page_draft");
        await pool.end();
      }
    },
  },
];

export const PAGE_STATES: readonly State[] = [...FORMS, ...PAYMENTS, ...ENDS];
