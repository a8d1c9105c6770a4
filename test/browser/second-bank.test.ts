// tier: night
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FaultOperation } from "../../src/bank/faults.ts";
import type { ConnectionId } from "../../src/kernel/ids.ts";
import { browserAvailable, launchBrowser } from "../support/browser.ts";
import { ruleOf } from "../support/connections.ts";
import { connectDoor, DOOR_TERMINALS, untilConnected } from "../support/door-terminals.ts";
import { installationWithKey } from "../support/double-connection.ts";
import { query } from "../support/merchant-calls.ts";
import { panelUsers } from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";
import {
  APPROVED,
  type Customer,
  decide,
  expectAccessible,
  payAtBank,
  welcome,
} from "./customer.ts";
import { signIn } from "./panel-office.ts";

const BANKS = ["nestpay", "garanti"];
const ELSEWHERE = "başka bir bankasından istenir";

describe.runIf(browserAvailable())("a customer whose first bank refuses before it charges", () => {
  let browser: Browser;
  let shop: TestService;
  let connections: readonly ConnectionId[];
  beforeAll(async () => {
    [browser, shop] = await Promise.all([launchBrowser(), startTestService()]);
    const ids: ConnectionId[] = [];
    for (const name of BANKS) {
      const terminal = DOOR_TERMINALS.find(({ protocol }) => protocol.name === name);
      if (terminal === undefined) throw new Error(`there is no terminal of ${name}`);
      ids.push((await connectDoor(shop, terminal)).connectionId);
    }
    connections = ids;
    const installation = await installationWithKey(shop);
    const owner = { merchantId: shop.merchant.merchant.merchantId, mode: "test" } as const;
    const rule = ruleOf({ name: "Önce NestPay", connections: ids });
    await installation.connections.replaceRules(owner, [rule]);
    await installation.close();
    await untilConnected(shop, BANKS.length);
  });
  afterAll(async () => {
    await browser.close();
    await shop.close();
  });

  const openSession = async (page: Page): Promise<string> => {
    const session = await shop.api.session();
    await page.goto(`${shop.url}/checkout?session=${session}&lang=tr`);
    return session;
  };
  const pay = async (customer: Customer): Promise<void> => {
    await payAtBank(customer, APPROVED);
    await decide(customer.page);
  };
  const refuseNext = (operation: FaultOperation): void =>
    shop.faults.next({ operation, behaviour: "ipRefused" });
  /** The attempts of a session, the refused one first. */
  const attemptsOf = async (session: string) => {
    const rows = await query(
      shop,
      `select attempt.acquirer, attempt.state from attempt join payment using (order_id)
         where session_id = $1 and kind = 'authorize' order by attempt.state desc`,
      [session],
    );
    return rows.map(({ acquirer, state }) => [acquirer, state]);
  };

  it("is told so after the first bank's 3-D Secure, and pays at the second", async () => {
    const [first, second] = connections;
    const customer = await welcome(browser);
    const { page } = customer;
    const session = await openSession(page);
    refuseNext("authorize");
    await pay(customer);
    const notice = page.locator("#notice");
    await notice.waitFor();
    expect(await notice.innerText()).toContain("Para çekilmedi.");
    expect(await notice.innerText()).toContain(ELSEWHERE);
    await expectAccessible(page);
    await pay(customer);
    await page.locator(".panel.good").waitFor();
    expect(await attemptsOf(session)).toEqual([
      [first, "declined"],
      [second, "approved"],
    ]);
    await customer.leave();
  });

  it("sees only the second bank's page where the first does not open 3-D Secure", async () => {
    const [first, second] = connections;
    const customer = await welcome(browser);
    const session = await openSession(customer.page);
    shop.faults.next({ operation: "enroll", behaviour: "status500" });
    await pay(customer);
    await customer.page.locator(".panel.good").waitFor();
    expect(await attemptsOf(session)).toEqual([
      [first, "declined"],
      [second, "approved"],
    ]);
    await customer.leave();
  });

  it("begins the next order at the first bank again, as the panel's simulation says", async () => {
    const { merchantId } = shop.merchant.merchant;
    const user = await panelUsers(shop).create("owner", merchantId);
    const page = await signIn(browser, shop, { user, options: {} });
    await page.goto(`${shop.url}/panel/${merchantId}/test/acquirers/routing`);
    await page.locator("form[method=get] [name=bin]").fill(APPROVED.slice(0, 8));
    await page.locator("form[method=get] [name=amount]").fill("100");
    await page.locator("form[method=get] button").click();
    const rows = page.locator("tr", { hasText: "“Önce NestPay”" });
    expect(await rows.locator("td:first-child").allInnerTexts()).toEqual(["1", "2"]);
    await page.context().close();
    const customer = await welcome(browser);
    const session = await openSession(customer.page);
    await pay(customer);
    await customer.page.locator(".panel.good").waitFor();
    expect(await attemptsOf(session)).toEqual([[connections[0], "approved"]]);
    await customer.leave();
  });
});
