// tier: core
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { browserAvailable } from "../support/browser.ts";
import { APPROVED, POOR, welcome, type Customer } from "./customer.ts";
import { openStage, type Stage } from "./scene.ts";
import {
  callsOf,
  decideInFrame,
  initCall,
  payFrame,
  payInFrame,
  sitePage,
  siteSession,
} from "./widget-shop.ts";

describe.runIf(browserAvailable())("the widget in a merchant's page", () => {
  let stage: Stage;
  let browser: Stage["browser"];
  let service: Stage["shop"];
  let site: Stage["site"];
  let customer: Customer;
  beforeAll(async () => {
    stage = await openStage();
    ({ browser, shop: service, site } = stage);
  });
  afterAll(() => stage.close());
  afterEach(() => customer.leave());

  it("calls back once for a declined and once for an approved card", async () => {
    const session = await siteSession({ service, site }, { metadata: { cart: 7 } });
    site.show(sitePage(service, initCall(session)));
    customer = await welcome(browser);
    const { page } = customer;
    await page.goto(site.url);
    const frame = payFrame(page);
    await payInFrame(frame, POOR);
    await decideInFrame(frame);
    await frame.locator("#notice").waitFor();
    const [declined] = await callsOf(page, 1);
    expect(declined).toEqual({
      name: "onFail",
      data: {
        code: "insufficient_balance",
        message: expect.stringContaining("Para çekilmedi"),
        order_id: expect.stringMatching(/^ORD-/),
        session_id: session,
      },
    });
    await payInFrame(frame, APPROVED);
    await decideInFrame(frame);
    await frame.locator(".panel.good").waitFor();
    const calls = await callsOf(page, 2);
    expect(calls.slice(1)).toEqual([
      {
        name: "onSuccess",
        data: {
          order_id: expect.stringMatching(/^ORD-/),
          session_id: session,
          status: "completed",
          amount: 125_000,
          currency: "TRY",
          metadata: { cart: 7 },
        },
      },
    ]);
    expect(page.url()).toBe(`${site.url}/`);
    const complaints = customer.complaints.filter((text) => !/Blocked autofocusing/.test(text));
    expect(complaints).toEqual([]);
  });
});
