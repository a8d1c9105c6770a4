import { vi } from "vitest";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { registerEndpoint } from "../../src/event/register-endpoint.ts";
import { launchBrowser } from "../support/browser.ts";
import { panelUsers, type PanelUser } from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { camt053 } from "../support/statements.ts";
import { awaitTransfer, importFile } from "../support/transfer-customer.ts";
import { manageWebhooks } from "../support/webhook-receiver.ts";

/** A merchant with something on every page, and a browser that its owner signs in with. */
export type Office = {
  readonly shop: TestService;
  url(path: string): string;
  signIn(options?: BrowserContextOptions): Promise<Page>;
  /** Somebody of the installation, for the pages that belong to no merchant. */
  signInOperator(options?: BrowserContextOptions): Promise<Page>;
  close(): Promise<void>;
};

/** Below the merchant and mode; `:endpoint`, `:user`, `:request` stand for what there is. */
export const PAGES = {
  keys: "keys",
  webhooks: "webhooks",
  requests: "requests",
  request: "requests/:request",
  endpoint: "webhooks/:endpoint",
  transfers: "transfers",
  accounts: "transfers/accounts",
  cards: "cards",
  tables: "tables",
  settings: "settings",
  brand: "settings/brand",
  users: "users",
  user: "users/:user",
  audit: "audit",
} as const;

/** Below `/panel`. */
export const OPERATOR_PAGES = {
  merchants: "merchants",
  bins: "bins?bin=552879",
  operators: "operators",
} as const;

export async function openOffice(): Promise<Office> {
  const [browser, shop] = await Promise.all([launchBrowser(), startTestService()]);
  const { merchantId } = shop.merchant.merchant;
  const users = panelUsers(shop);
  const owner = await users.create("owner", merchantId, "sahip@kitapci.example");
  const clerk = await users.create("support", merchantId, "destek@kitapci.example");
  const operator = await users.create("owner", undefined, "isletmen@vezne.example");
  // The longer words.
  for (const { user } of [owner, operator]) {
    await users.deps.users.change(user.userId, { language: "tr" });
  }
  const webhooks = manageWebhooks(shop);
  const registered = await registerEndpoint(webhooks, {
    merchantId,
    mode: "test",
    url: "http://127.0.0.1:9999/hooks",
    description: "Depo",
    eventTypes: undefined,
    secret: "own",
  });
  await webhooks.close();
  if (!registered.ok) throw new Error("no endpoint");
  const { endpointId } = registered.value;
  await haveSomething(shop);
  const entry = await loggedEntry(shop);
  const base = `${shop.url}/panel/${merchantId}/test/`;
  return {
    shop,
    url: (path) =>
      base +
      path
        .replace(":endpoint", endpointId)
        .replace(":user", clerk.user.userId)
        .replace(":request", entry),
    signIn: (options = {}) => signIn(browser, shop, { user: owner, options }),
    signInOperator: (options = {}) => signIn(browser, shop, { user: operator, options }),
    async close() {
      await browser.close();
      await shop.close();
    },
  };
}

/** An expected transfer, one that came in part, and a card that was stored. */
async function haveSomething(shop: TestService): Promise<void> {
  await awaitTransfer(shop);
  const { account } = await awaitTransfer(shop);
  const { reference_code: description } = account;
  await importFile(shop, camt053(account.iban, [{ reference: "1", minor: 100, description }]));
  const session = await shop.api.session({ customer: { customer_id: "m-1" } });
  await shop.api.pay(session, "5528790000000008", { fields: { save_card: true } });
}

/** The payment by card, once it is in the request log. */
async function loggedEntry({ database }: TestService): Promise<string> {
  const pool = database.open({ max: 1 });
  try {
    return await vi.waitFor(async () => {
      const { rows } = await pool.query<{ entry_id: string }>(
        "select entry_id from api_request where path like '%/pay' order by entry_id desc limit 1",
      );
      if (rows[0] === undefined) throw new Error("nothing is logged");
      return rows[0].entry_id;
    }, 5_000);
  } finally {
    await pool.end();
  }
}

type Visit = { readonly user: PanelUser; readonly options: BrowserContextOptions };

async function signIn(
  browser: Browser,
  shop: TestService,
  { user: person, options }: Visit,
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1_280, height: 800 }, ...options });
  const page = await context.newPage();
  await page.goto(`${shop.url}/panel/sign-in`);
  await page.locator("[name=email]").fill(person.user.email);
  await page.locator("[name=password]").fill(person.password);
  await page.locator("main button[type=submit]").click();
  await page.waitForURL(/\/(test|merchants)$/);
  return page;
}
