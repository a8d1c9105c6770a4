import { mkdirSync } from "node:fs";
import { afterAll, beforeAll, describe, it } from "vitest";
import { fillDays } from "../browser/busy-month.ts";
import { openOffice, type Office } from "../browser/panel-office.ts";
import { browserAvailable } from "../support/browser.ts";
import { FOLDER, LOOKS, photographer } from "./photographer.ts";

const PAGES = {
  overview: "",
  payments: "payments",
  failed: "payments?status=failed&reason=insufficient_balance",
  none: "payments?min_amount=99999999",
  go: "go",
  transfers: "transfers",
  approvals: "approvals",
  webhooks: "webhooks",
} as const;

describe.runIf(browserAvailable())("pictures of", () => {
  let office: Office;
  beforeAll(async () => {
    mkdirSync(FOLDER, { recursive: true });
    office = await openOffice();
    await fillDays(office.shop);
  });
  afterAll(() => office.close());

  it.each(LOOKS)("a busy desk, %s", async (look, _language, options) => {
    const page = await office.signIn(options);
    const shoot = photographer(page, look);
    for (const [name, path] of Object.entries(PAGES)) {
      await page.goto(office.url(path));
      await shoot(`desk-${name}`, name !== "payments");
    }
    await page.goto(`${office.shop.url}/panel/components`);
    await shoot("desk-components", true);
    await page.goto(office.url("payments"));
    await page.locator(".linked tbody th a").first().click();
    await shoot("desk-payment", true);
    await page.goto(office.url("payments"));
    await page.locator(".filters > summary").click();
    await shoot("desk-filters");
    await page.keyboard.press("Escape");
    await page.locator(".top details.person > summary").click();
    await shoot("desk-person");
    await page.keyboard.press("Escape");
    await page.locator("details.merchant > summary").click();
    await shoot("desk-merchant");
    await page.keyboard.press("Escape");
    await page.keyboard.press("/");
    await page.locator("dialog input[type=search]").waitFor();
    await shoot("desk-palette");
    await page.keyboard.press("Escape");
    if (look.startsWith("phone")) {
      await page.locator("details.menu > summary").click();
      await shoot("desk-menu");
    }
    await page.context().close();
  });
});
