import axe from "axe-core";
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Frame,
  FrameLocator,
  Page,
} from "playwright-core";
import { expect } from "vitest";
import { PATIENCE_MS } from "../support/browser.ts";

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

export const APPROVED = "5528790000000008";
export const POOR = "4111111111111129";
export const LOST = "5504720000000003";

const PHONE = { width: 390, height: 844 };

/** Chromium says so where a click was faster than the focus of a field with `autofocus`. */
const FOCUSED_BEFORE =
  "Autofocus processing was blocked because a document already has a focused element.";

/** A customer with a browser of their own, which records the requests and errors of its pages. */
export type Customer = {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly hasScripts: boolean;
  /** Errors of the console and of scripts. */
  readonly complaints: readonly string[];
  /** The URL of every request. */
  readonly requests: readonly string[];
  leave(): Promise<void>;
};

export async function welcome(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<Customer> {
  const context = await browser.newContext({
    viewport: PHONE,
    locale: "tr-TR",
    timezoneId: "Europe/Istanbul",
    ...options,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on("console", (message) => {
    if (message.text() !== FOCUSED_BEFORE) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => requests.push(request.url()));
  const hasScripts = options.javaScriptEnabled !== false;
  return { page, context, hasScripts, complaints, requests, leave: () => context.close() };
}

/** Types a card, and finds each field by its label in either language. */
export async function typeCard(page: Page | FrameLocator, number: string): Promise<void> {
  await page.getByLabel(/^(Kart numarası|Card number)$/).fill(number);
  await page.getByLabel(/^(Son kullanma tarihi|Expiry date)$/).fill("12/30");
  await page.getByLabel(/^(Güvenlik kodu|Security code)$/).fill("123");
  await page.getByLabel(/^(Kart üzerindeki ad|Name on card)$/).fill("Ayşe Yılmaz");
}

export const payButton = (page: Page) => page.getByRole("button", { name: /(^| )[öÖ]de$|^Pay\b/ });

/**
 * Submits the form and goes to the bank, by our script or by the button for browsers without
 * scripts.
 */
export async function payAtBank({ page, hasScripts }: Customer, number: string): Promise<void> {
  await typeCard(page, number);
  await payButton(page).click();
  if (!hasScripts) await page.getByRole("button", { name: /^(Devam|Continue)$/ }).click();
  await page.waitForURL(/\/bank\/3ds\//);
}

export async function decide(
  page: Page,
  decision: "approve" | "decline" | "cancel" = "approve",
): Promise<void> {
  const code = await page.locator(".code").innerText();
  await page.locator("input[name=otp]").fill(code);
  await page.locator(`button[name=decision][value=${decision}]`).click();
}

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Fails with the list of axe violations, best practices included. */
export async function expectAccessible(page: Page | Frame): Promise<void> {
  await page.evaluate(axe.source);
  const findings = await page.evaluate(async (rules) => {
    const { violations } = await window.axe.run(document, {
      runOnly: { type: "tag", values: rules },
    });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  }, RULES);
  expect(findings).toEqual([]);
}
