// tier: night
import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { browserAvailable } from "../support/browser.ts";
import { panelUsers, type PanelUser } from "../support/panel-visitor.ts";
import { openVisits } from "./visits.ts";

const CLIPBOARD = ["clipboard-read", "clipboard-write"];

describe.runIf(browserAvailable())("a button that copies", () => {
  const visits = openVisits();
  let owner: PanelUser;
  let order: string;
  beforeAll(async () => {
    const { service } = visits;
    const { merchantId } = service.merchant.merchant;
    owner = await panelUsers(service).create("owner", merchantId);
    const paid = await service.api.pay(await service.api.session(), "5528790000000008");
    order = `/panel/${merchantId}/test/payments/${String(paid.body["order_id"])}`;
  });

  async function openOrder(page: Page): Promise<void> {
    await page.goto(`${visits.service.url}/panel`);
    await page.locator("#email").fill(owner.user.email);
    await page.locator("#password").fill(owner.password);
    await page.locator("main button[type=submit]").click();
    await page.waitForURL(/\/panel\/mer_/);
    await page.goto(`${visits.service.url}${order}`);
  }
  const openGuide = async (page: Page): Promise<void> => {
    await page.goto(`${visits.service.url}/docs/quickstart`);
  };
  /** A browser whose clipboard refuses every text, as it does without the reader's consent. */
  const refuseCopies = (context: BrowserContext) =>
    context.addInitScript(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error("not allowed"));
    });

  it.each([
    ["the panel", openOrder],
    ["the documentation", openGuide],
  ])("says nothing in %s if the browser refuses", async (_, open) => {
    const customer = await visits.enter();
    const { page } = customer;
    await refuseCopies(customer.context);
    await open(page);
    const button = page.getByRole("button", { name: /^Copy/ }).first();
    await button.click();
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await button.textContent()).toMatch(/^Copy(: |$)/);
    expect(customer.complaints).toEqual([]);
  });

  it.each([
    ["the panel", openOrder],
    ["the documentation", openGuide],
  ])("has its own name again in %s after two quick presses", async (_, open) => {
    const customer = await visits.enter({ permissions: CLIPBOARD });
    const { page } = customer;
    await page.clock.install();
    await open(page);
    const button = page.getByRole("button", { name: /^Cop(y|ied)/ }).first();
    const name = await button.innerHTML();
    await button.click();
    await page.getByRole("button", { name: /^Copied/ }).waitFor();
    await button.click();
    await page.clock.runFor(5_000);
    expect(await button.innerHTML()).toBe(name);
    expect(customer.complaints).toEqual([]);
  });
});
