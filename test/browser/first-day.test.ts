// tier: night
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createApiClient } from "../support/api-client.ts";
import { browserAvailable, launchBrowser } from "../support/browser.ts";
import { isWholeRun } from "../support/full-run.ts";
import { runService, type RunningService } from "../support/running-service.ts";
import { startReceiver, verify, type Receiver } from "../support/webhook-receiver.ts";
import { APPROVED, decide, expectAccessible, payAtBank, welcome } from "./customer.ts";

const PASSWORD = "yağmur sonrası 7 toprak kokusu";

/** The steps of a new operator after `npm start`, on an installation without users. */
describe.runIf(browserAvailable())("the first day", () => {
  let browser: Browser;
  let service: RunningService;
  let receiver: Receiver;
  beforeAll(async () => void (browser = await launchBrowser()));
  afterAll(() => browser.close());
  beforeEach(async () => {
    [service, receiver] = await Promise.all([runService(), startReceiver()]);
  });
  afterEach(() => Promise.all([service.close(), receiver.stop()]));

  const setUpAddress = (): string =>
    [...service.output().matchAll(/First owner +(\S+)/g)].map(([, url]) => url ?? "").at(-1) ?? "";

  it.each([
    ["with scripts", {}],
    ...(isWholeRun ? ([["without scripts", { javaScriptEnabled: false }]] as const) : []),
  ] as const)(
    "goes from the sign-up to a payment, its refund and a webhook sent again, %s",
    async (_, options) => {
      const owner = await welcome(browser, { locale: "en-GB", viewport: DESK, ...options });
      const { page } = owner;
      const address = setUpAddress();
      await page.goto(address);
      await signUp(page, "too short");
      await page.getByText("Type at least 12 characters.").waitFor();
      if (owner.hasScripts) await expectAccessible(page);
      await signUp(page, PASSWORD);
      await page.waitForURL(/\/panel\/merchants$/);
      await page.goto(address);
      await page.getByText("This address is no longer valid").first().waitFor();
      if (owner.hasScripts) await expectAccessible(page);
      await page.goto(`${service.url}/panel`);

      await page.getByLabel("Name").fill("Kitapçı");
      await click(page, "Create");
      const secrets = await page.locator(".secret code").allInnerTexts();
      const [, testKey = ""] = secrets;
      expect(testKey).toMatch(/^vz_test_/);
      await page.getByRole("link", { name: "Open", exact: true }).click();
      expect(await page.content()).not.toContain(testKey);

      receiver.answer = ({ json }) => ({ status: json.type === EVENT ? 500 : 204 });
      await section(page, "Webhooks");
      await page.locator("[name=url]").fill(receiver.url);
      await click(page, "Add the endpoint");
      const secret = await page.locator(".secret code").innerText();

      const customer = await welcome(browser, options);
      const api = createApiClient(service.url, testKey);
      const session = await api.session({ amount: 125_000 });
      await customer.page.goto(`${service.url}/checkout?session=${session}`);
      await payAtBank(customer, APPROVED);
      await decide(customer.page);
      await customer.page.getByText("•••• 0008").first().waitFor();
      await customer.leave();

      await section(page, "Payments");
      await page.locator("table.payments tbody a").first().click();
      await page.getByRole("link", { name: "Refund", exact: true }).click();
      await click(page, "Continue");
      await click(page, /^Refund /);
      await page.getByText("was refunded.").waitFor();
      expect(await page.locator(".headline .badge").innerText()).toBe("Refunded");

      const completed = () => receiver.received.filter(({ json }) => json.type === EVENT);
      await expect.poll(() => completed().length, { timeout: 40_000 }).toBeGreaterThan(0);
      await section(page, "Webhooks");
      await page.getByRole("link", { name: receiver.url }).click();
      // The service notes the answer after the receiver has given it.
      await expect
        .poll(async () => {
          await page.reload();
          return page.getByText("500").count();
        })
        .toBeGreaterThan(0);
      receiver.answer = () => ({ status: 202 });
      // Two actions: open the delivery, and send it again.
      await page.getByRole("link", { name: EVENT }).click();
      // The retry of the schedule may have come meanwhile.
      const sent = completed().length;
      await click(page, "Send again");
      await expect.poll(() => completed().length, { timeout: 40_000 }).toBeGreaterThan(sent);
      const [first] = completed();
      const again = completed().at(-1);
      if (first === undefined || again === undefined) throw new Error("nothing arrived");
      expect(again.body).toBe(first.body);
      expect(verify(secret, again)).toMatchObject({ data: { session_id: session } });
      await expect
        .poll(async () => {
          await page.reload();
          return page.locator(".badge", { hasText: "202" }).count();
        })
        .toBeGreaterThan(0);
      expect(owner.requests.every((url) => url.startsWith(service.url))).toBe(true);
      await owner.leave();

      const printed = service.output();
      await service.terminate();
      await service.start();
      expect(service.output().slice(printed.length)).not.toContain("First owner");
      const [, token = ""] = /token=(\w+)/.exec(address) ?? [];
      expect(service.output().split(token)).toHaveLength(2);
      expect(service.output()).not.toContain(PASSWORD);
    },
  );
});

const EVENT = "payment.completed";
const DESK = { width: 1_280, height: 900 };

async function signUp(page: Page, password: string): Promise<void> {
  await page.locator("#email").fill("ayse@kitapci.example");
  await page.locator("#password").fill(password);
  await page.locator("main button[type=submit]").click();
}

async function click(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole("button", { name }).first().click();
}

async function section(page: Page, name: string): Promise<void> {
  // The name is followed by the number of waiting records, if there are any.
  const link = page.locator("nav.side").getByRole("link", { name: new RegExp(`^${name}( \\d|$)`) });
  await link.click();
}
