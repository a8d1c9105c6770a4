import type { FrameLocator, Page } from "playwright-core";
import type { ApiBody } from "../support/api-client.ts";
import type { MerchantSite, SitePage } from "../support/merchant-site.ts";
import type { TestService } from "../support/service.ts";
import { typeCard } from "./customer.ts";

/** One call of a merchant's callback. */
export type Call = {
  readonly name: "onSuccess" | "onFail";
  readonly data: Record<string, unknown>;
};

type Shop = { readonly service: TestService; readonly site: MerchantSite };

/** A session that the merchant's site may show. */
export function siteSession({ service, site }: Shop, fields: ApiBody = {}): Promise<string> {
  const addresses = { success_url: `${site.url}/thanks`, fail_url: `${site.url}/sorry` };
  return service.api.session({ ...addresses, ...fields });
}

/** Records the calls of both callbacks in `window.calls`. */
export function initCall(sessionId: string, container = "#pay"): string {
  return (
    `Vezne.init({sessionId: ${JSON.stringify(sessionId)},` +
    `container: ${JSON.stringify(container)},` +
    `onSuccess: (data) => calls.push({name: "onSuccess", data}),` +
    `onFail: (data) => calls.push({name: "onFail", data})})`
  );
}

/** A merchant's page as in the documentation, with a link for browsers without scripts. */
export function sitePage(service: TestService, start: string, body = ""): SitePage {
  return {
    html:
      `<!doctype html><html lang="tr"><head><title>Dükkân</title></head><body>` +
      `<div id="pay"><a href="${service.url}/checkout">Öde</a></div>${body}` +
      `<script>var calls = [];</script><script src="${service.url}/widget.js"></script>` +
      `<script>${start}</script></body></html>`,
  };
}

export const payFrame = (page: Page, container = "#pay"): FrameLocator =>
  page.frameLocator(`${container} > iframe`);

export const bankFrame = (frame: FrameLocator): FrameLocator => frame.frameLocator("#bank-frame");

export async function payInFrame(frame: FrameLocator, number: string): Promise<void> {
  await typeCard(frame, number);
  await frame.locator("#pay").click();
  await bankFrame(frame).locator("input[name=otp]").waitFor();
}

export async function decideInFrame(
  frame: FrameLocator,
  decision: "approve" | "decline" | "cancel" = "approve",
): Promise<void> {
  const bank = bankFrame(frame);
  const code = await bank.locator(".code").innerText();
  await bank.locator("input[name=otp]").fill(code);
  await bank.locator(`button[name=decision][value=${decision}]`).click();
}

/** Waits for this number of calls, and returns them. */
export async function callsOf(page: Page, count: number): Promise<readonly Call[]> {
  await page.waitForFunction((least) => window.calls.length >= least, count);
  return page.evaluate(() => window.calls);
}

declare global {
  interface Window {
    readonly calls: Call[];
  }
}
