import type { Browser, BrowserContextOptions, Frame, Page } from "playwright-core";
import type { Language } from "../../src/kernel/language.ts";
import type { ApiBody } from "../support/api-client.ts";
import type { Decision } from "../support/bank-customer.ts";
import { openMerchantSite, type MerchantSite } from "../support/merchant-site.ts";
import { createVisitor, type Visitor } from "../support/page-visitor.ts";
import { launchBrowser } from "../support/browser.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { welcome, type Customer } from "./customer.ts";
import { siteSession } from "./widget-shop.ts";

/** A service, a merchant's site and a browser for a file of tests. */
export type Stage = {
  readonly browser: Browser;
  readonly shop: TestService;
  readonly site: MerchantSite;
  readonly visitor: Visitor;
  close(): Promise<void>;
};

export async function openStage(): Promise<Stage> {
  const [browser, shop, site] = await Promise.all([
    launchBrowser(),
    startTestService(),
    openMerchantSite(),
  ]);
  return {
    browser,
    shop,
    site,
    visitor: createVisitor(shop.url),
    async close() {
      await browser.close();
      await Promise.all([shop.close(), site.close()]);
    },
  };
}

/** A customer with a browser page, who reads one language. */
export type Scene = Stage & {
  readonly customer: Customer;
  readonly page: Page;
  readonly language: Language;
};

export async function enter(
  stage: Stage,
  language: Language,
  options: BrowserContextOptions = {},
): Promise<Scene> {
  const locale = language === "tr" ? "tr-TR" : "en-GB";
  const customer = await welcome(stage.browser, { locale, ...options });
  return { ...stage, customer, page: customer.page, language };
}

/** Where a state is shown: on the page, or in our frame on a merchant's page. */
export type Shown = Page | Frame;

export type State = {
  readonly name: string;
  readonly reach: (scene: Scene) => Promise<Shown>;
};

const BASKET = [
  { name: "Çekirdek kahve, 250 g", brand_name: "Kavrukhane", qty: 1, unit_price: 38_500 },
  { name: "Fincan seti ".repeat(8).trim(), qty: 2, unit_price: 43_250 },
];

/** A session that both the hosted page and the merchant's site may show. */
export function newSession({ shop, site, language }: Scene, fields: ApiBody = {}): Promise<string> {
  return siteSession({ service: shop, site }, { language, basket_items: BASKET, ...fields });
}

export async function openPage(scene: Scene, session: string, more = ""): Promise<Page> {
  const { page, shop, language } = scene;
  // A receipt leads on to the shop by itself, which would interrupt the navigation from it.
  await page.goto("about:blank").catch(() => undefined);
  await page.goto(`${shop.url}/checkout?session=${session}&lang=${language}${more}`);
  return page;
}

/** Pays by card, goes to the bank and back, and leaves the session in the resulting state. */
export async function sessionAfter(
  scene: Scene,
  card: string,
  decision: Decision = "approve",
): Promise<string> {
  const session = await newSession(scene);
  const handOff = await scene.visitor.payByCard(session, card, { lang: scene.language });
  await scene.visitor.goThroughBank(handOff, decision);
  return session;
}
