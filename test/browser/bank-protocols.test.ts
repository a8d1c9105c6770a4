// tier: night
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApiClient } from "../support/api-client.ts";
import { browserAvailable, launchBrowser } from "../support/browser.ts";
import { connectDoor, DOOR_TERMINALS, untilConnected } from "../support/door-terminals.ts";
import { casesOfDay } from "../support/full-run.ts";
import { query } from "../support/merchant-calls.ts";
import { startTestService, type TestMerchant, type TestService } from "../support/service.ts";
import { APPROVED, decide, payButton, POOR, typeCard, welcome } from "./customer.ts";

/** Albaraka's interface has no 3-D Secure. */
const CHALLENGED = casesOfDay(
  DOOR_TERMINALS.filter(({ protocol }) => protocol.models.length > 0),
  3,
);
/** The service itself posts the card of the others, whose answer is a document for the browser. */
const WITH_FORM = new Set(["payflex", "posnet"]);

describe.runIf(browserAvailable())("a purchase at the 3-D Secure page of a bank", () => {
  let browser: Browser;
  let shop: TestService;
  const merchants = new Map<string, TestMerchant & { readonly connection: string }>();
  beforeAll(async () => {
    [browser, shop] = await Promise.all([launchBrowser(), startTestService()]);
    for (const terminal of CHALLENGED) {
      const { name } = terminal.protocol;
      const merchant = await shop.createMerchant(name);
      const { connectionId } = await connectDoor({ ...shop, merchant }, terminal);
      merchants.set(name, { ...merchant, connection: connectionId });
    }
    await untilConnected(shop, CHALLENGED.length);
  });
  afterAll(async () => {
    await browser.close();
    await shop.close();
  });

  const merchantOf = (protocol: string) => {
    const merchant = merchants.get(protocol);
    if (merchant === undefined) throw new Error(`no merchant of ${protocol}`);
    return merchant;
  };
  const openSession = async (page: Page, protocol: string): Promise<string> => {
    const api = createApiClient(shop.url, merchantOf(protocol).testApiKey);
    const session = await api.session();
    await page.goto(`${shop.url}/checkout?session=${session}&lang=tr`);
    return session;
  };
  const paymentOf = (session: string) =>
    query(shop, "select acquirer, state from payment where session_id = $1", [session]);
  const approvalsOf = async (session: string): Promise<number> => {
    const rows = await query(
      shop,
      `select count(*)::int as approvals from bank.entry join attempt
           on attempt.acquirer_reference = entry.request_id
         where entry.state = 'approved' and attempt.order_id in
           (select order_id from payment where session_id = $1)`,
      [session],
    );
    return Number(rows[0]?.["approvals"]);
  };

  it.each(CHALLENGED.map(({ protocol }) => protocol.name))("%s", async (protocol) => {
    const customer = await welcome(browser);
    const { page } = customer;
    const policies: string[] = [];
    page.on("response", (response) => {
      const policy = response.headers()["content-security-policy"] ?? "";
      if (response.url().includes("/checkout/bank") && response.status() === 200) {
        policies.push(policy);
      }
    });
    const { connection } = merchantOf(protocol);
    const session = await openSession(page, protocol);
    await typeCard(page, APPROVED);
    await payButton(page).click();
    await decide(page);
    await page.locator(".panel.good").waitFor();
    expect(await paymentOf(session)).toEqual([{ acquirer: connection, state: "completed" }]);
    expect(await approvalsOf(session)).toBe(1);
    const sandboxed = policies.filter((policy) =>
      policy.startsWith("sandbox allow-forms allow-scripts allow-top-navigation;"),
    );
    expect(policies.length).toBe(1);
    expect(sandboxed).toHaveLength(WITH_FORM.has(protocol) ? 0 : 1);

    const refused = await openSession(page, protocol);
    await typeCard(page, POOR);
    await payButton(page).click();
    await decide(page);
    await page.locator("#notice").waitFor();
    expect(await paymentOf(refused)).toEqual([{ acquirer: connection, state: "failed" }]);
    expect(await approvalsOf(refused)).toBe(0);
    await customer.leave();
  });
});
