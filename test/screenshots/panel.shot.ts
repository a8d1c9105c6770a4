import { mkdirSync } from "node:fs";
import { afterAll, beforeAll, describe, it } from "vitest";
import { createReaders, openOffice, type Office } from "../browser/panel-office.ts";
import { ACCOUNT_PAGES, OPEN_PAGES, OPERATOR_PAGES, PAGES } from "../browser/panel-places.ts";
import { browserAvailable } from "../support/browser.ts";
import { FOLDER, LOOKS, photographer } from "./photographer.ts";

describe.runIf(browserAvailable())("pictures of", () => {
  let office: Office;
  beforeAll(async () => {
    mkdirSync(FOLDER, { recursive: true });
    office = await openOffice();
  });
  afterAll(() => office.close());

  it.each(LOOKS)("the panel, %s", async (look, language, options) => {
    const readers = await createReaders(office.shop, { name: look, language });
    const page = await office.signIn(options, readers.owner);
    const shoot = photographer(page, look);
    for (const [name, path] of Object.entries(PAGES)) {
      await page.goto(office.url(path));
      await shoot(`panel-${name}`, true);
    }
    for (const [name, path] of Object.entries(ACCOUNT_PAGES)) {
      await page.goto(office.panelUrl(path));
      await shoot(`panel-${name}`, true);
    }
    await page.goto(office.url("keys/new"));
    await page.locator("#name").fill("Depo");
    await page.locator("#password").fill("not it");
    await page.locator("main button[type=submit]").click();
    await shoot("panel-confirm", true);
    await page.context().close();
    const operator = await office.signIn(options, readers.operator);
    const shootFor = photographer(operator, look);
    for (const [name, path] of Object.entries(OPERATOR_PAGES)) {
      await operator.goto(office.panelUrl(path));
      await shootFor(`panel-${name}`, true);
    }
    for (const [name, path] of Object.entries(OPEN_PAGES)) {
      await operator.context().clearCookies();
      await operator.goto(office.panelUrl(path));
      await shootFor(`panel-${name}`, true);
    }
    await operator.context().close();
  });
});
