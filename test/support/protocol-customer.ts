import type { ChallengeDisplay } from "../../src/domain/payment/acquirer-outcomes.ts";
import type { ReturnFields } from "../../src/domain/payment/acquirer-requests.ts";
import { type HtmlForm, readForm } from "../../src/acquirer/kit/html-form.ts";

/** `close` leaves the bank's page without a decision. */
export type CustomerDecision = "approve" | "decline" | "cancel" | "close";

/** The longest way through gates, pages and redirects that a bank uses. */
const MOST_STEPS = 12;

export type Customer = {
  readonly returnUrl: string;
  readonly decision: CustomerDecision;
  /** Typed where the bank's own page asks for the card, in a field `pan`. */
  readonly cardNumber: string;
};

/**
 * Acts as the customer's browser from the challenge to the return URL: follows redirects, posts
 * forms that post themselves, and decides at the page with the one-time code.
 *
 * @returns the fields of each return in their order; none if the customer closed the page
 */
export async function passChallenge(
  show: ChallengeDisplay,
  { returnUrl, decision, cardNumber }: Customer,
): Promise<readonly ReturnFields[]> {
  const returns: ReturnFields[] = [];
  let page = await startOf(show);
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const redirect = page.location;
    if (redirect !== undefined) {
      if (isReturn(redirect, returnUrl))
        return [Object.fromEntries(new URL(redirect).searchParams)];
      page = await load(redirect);
      continue;
    }
    const code = /class="code">(\d{6})</.exec(page.html)?.[1];
    if (code !== undefined) {
      if (decision === "close") return [];
      page = await send(new URL("?lang=tr", page.url).href, { otp: code, decision });
      continue;
    }
    const forms = formsOf(page.html);
    for (const form of forms) {
      const action = new URL(form.action, page.base).href;
      if (isReturn(action, returnUrl)) returns.push(form.fields);
    }
    if (returns.length > 0) return returns;
    const [form] = forms;
    if (form === undefined)
      throw new Error(`the bank's page leads nowhere: ${page.html.slice(0, 200)}`);
    const typed = "pan" in form.fields ? { pan: cardNumber } : {};
    page = await send(new URL(form.action, page.base).href, { ...form.fields, ...typed });
  }
  throw new Error("the bank's pages do not end");
}

type Page = {
  readonly url: string;
  /** The address against which the page's links are resolved. */
  readonly base: string;
  readonly html: string;
  readonly location: string | undefined;
};

function startOf(show: ChallengeDisplay): Promise<Page> {
  switch (show.kind) {
    case "form":
      return send(show.action, show.fields);
    case "redirect":
      return load(show.url);
    default:
      return Promise.resolve(pageOf("about:blank", show.document));
  }
}

async function load(url: string): Promise<Page> {
  return read(url, await fetch(url, { redirect: "manual" }));
}

async function send(url: string, fields: Readonly<Record<string, string>>): Promise<Page> {
  const body = new URLSearchParams(fields);
  return read(url, await fetch(url, { method: "POST", body, redirect: "manual" }));
}

async function read(url: string, response: Response): Promise<Page> {
  const location = response.headers.get("location");
  const html = await response.text();
  return {
    ...pageOf(url, html),
    location: location === null ? undefined : new URL(location, url).href,
  };
}

function pageOf(url: string, html: string): Page {
  const base = /<base href="([^"]*)"/.exec(html)?.[1] ?? url;
  return { url, base, html, location: undefined };
}

function formsOf(html: string): readonly HtmlForm[] {
  const parts = html.split(/(?=<form[\s>])/i).slice(1);
  return parts.flatMap((part) => readForm(part) ?? []);
}

function isReturn(address: string, returnUrl: string): boolean {
  return URL.canParse(address) && address.startsWith(returnUrl);
}
