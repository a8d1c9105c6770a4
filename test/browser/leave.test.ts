// tier: night
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { verifyRedirect } from "../../src/client/vezne.ts";
import { HOUR } from "../../src/kernel/clock.ts";
import { browserAvailable } from "../support/browser.ts";
import { decide, payAtBank, payButton, POOR, APPROVED, typeCard, welcome } from "./customer.ts";
import type { Customer } from "./customer.ts";
import { openStage, type Stage } from "./scene.ts";
import { callsOf, initCall, payFrame, sitePage, siteSession } from "./widget-shop.ts";

const BACK = /^Mağazaya dön/;

describe.runIf(browserAvailable())("going back to the shop", () => {
  let stage: Stage;
  let customer: Customer;
  beforeAll(async () => void (stage = await openStage()));
  afterAll(() => stage.close());
  afterEach(() => customer.leave());

  const newSession = () => siteSession({ service: stage.shop, site: stage.site });
  const open = async (page: Page, session: string): Promise<void> => {
    await page.goto(`${stage.shop.url}/checkout?session=${session}`);
  };
  /** Submits the form, and checks the return URL that the shop receives. */
  const goBack = async (page: Page) => {
    await page.getByRole("button", { name: BACK }).click();
    await page.waitForURL(`${stage.site.url}/sorry?**`);
    return verifyRedirect(page.url(), stage.shop.merchant.merchant.webhookSecret);
  };

  it.each([
    ["with scripts", true],
    ["without scripts", false],
  ])("ends the session for a second window, too: %s", async (_, javaScriptEnabled) => {
    customer = await welcome(stage.browser, { javaScriptEnabled });
    const { page, context } = customer;
    const session = await newSession();
    await open(page, session);
    await payAtBank(customer, POOR);
    await decide(page);
    await page.locator("#notice").waitFor();
    const second = await context.newPage();
    await open(second, session);

    const returned = await goBack(page);
    expect(returned).toMatchObject({ status: "failed", code: "insufficient_balance" });
    await typeCard(second, APPROVED);
    await payButton(second).click();
    await second.getByRole("heading", { name: "Ödemeden ayrıldınız" }).waitFor();
    const states = await stage.shop.api.status(
      session,
      "order_id" in returned ? returned.order_id : "",
    );
    expect(states.body).toMatchObject({ status: "failed", code: "insufficient_balance" });
    expect((await stage.shop.api.pay(session, APPROVED)).status).toBe(410);

    await page.goBack();
    await page.getByRole("heading", { name: "Ödemeden ayrıldınız" }).waitFor();
    await page.getByRole("link", { name: BACK }).click();
    await page.waitForURL(`${stage.site.url}/sorry?**`);
    expect(customer.complaints).toEqual([]);
  });

  it("works after the time has run out on the open page", async () => {
    customer = await welcome(stage.browser);
    const session = await newSession();
    stage.shop.clock.move(HOUR - 300);
    await open(customer.page, session);
    await customer.page.locator("#expired").waitFor();
    expect(await customer.page.locator(".method:visible").count()).toBe(0);
    stage.shop.clock.move(300);
    await customer.page.locator("#expired").getByRole("button", { name: BACK }).click();
    await customer.page.waitForURL(`${stage.site.url}/sorry?**`);
    expect(customer.page.url()).toContain("code=session_expired");
  });

  it("leaves the widget's frame for the shop", async () => {
    const session = await newSession();
    stage.site.show(sitePage(stage.shop, initCall(session)));
    customer = await welcome(stage.browser);
    const { page } = customer;
    stage.shop.clock.move(HOUR - 1_500);
    await page.goto(stage.site.url);
    const frame = payFrame(page);
    await frame.locator("#expired").waitFor();
    stage.shop.clock.move(1_500);
    const [call] = await callsOf(page, 1);
    expect(call).toMatchObject({ name: "onFail", data: { code: "session_expired" } });
    await frame.locator("#expired").getByRole("button", { name: BACK }).click();
    await page.waitForURL(`${stage.site.url}/sorry?**`);
    const { webhookSecret } = stage.shop.merchant.merchant;
    expect(await verifyRedirect(page.url(), webhookSecret)).toMatchObject({
      code: "session_expired",
    });
  });

  it("is reported once to the merchant's page that shows the session again", async () => {
    const session = await newSession();
    await stage.visitor.post("/checkout/leave", { session });
    stage.site.show(sitePage(stage.shop, initCall(session)));
    customer = await welcome(stage.browser);
    await customer.page.goto(stage.site.url);
    const frame = payFrame(customer.page);
    await frame.getByRole("heading", { name: "Ödemeden ayrıldınız" }).waitFor();
    expect(await callsOf(customer.page, 1)).toEqual([
      {
        name: "onFail",
        data: {
          code: "cancelled_by_customer",
          message: expect.stringMatching(/^Bu ödeme sayfası kapandı\./),
          session_id: session,
        },
      },
    ]);
  });
});
