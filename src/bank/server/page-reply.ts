import type { KeyObject } from "node:crypto";
import type { FastifyReply } from "fastify";

import type { Language } from "../challenge.ts";
import { signReturn } from "../terminal.ts";

export type Button = "approve" | "decline" | "cancel";

/** Returns the decision button of the page's form, or undefined if the form has none. */
export function buttonOf(form: URLSearchParams | undefined): Button | undefined {
  const button = form?.get("decision");
  return button === "approve" || button === "decline" || button === "cancel" ? button : undefined;
}

/** The language that the customer chose in the page's address. */
export function chosenLanguage(lang: string | string[] | undefined): Language | undefined {
  return lang === "tr" || lang === "en" ? lang : undefined;
}

export type SignedReturn = {
  readonly returnUrl: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly key: KeyObject;
};

/** Sends the customer back with the signed fields added to the return URL. */
export function sendReturn(reply: FastifyReply, signed: SignedReturn): FastifyReply {
  return reply
    .header("cache-control", "no-store")
    .header("referrer-policy", "no-referrer")
    .redirect(signedReturnUrl(signed), 303);
}

export function signedReturnUrl({ returnUrl, fields, key }: SignedReturn): string {
  const address = new URL(returnUrl);
  for (const [name, value] of Object.entries(fields)) address.searchParams.set(name, value);
  address.searchParams.set("hash", signReturn(key, fields));
  return address.href;
}

/**
 * Browsers apply `form-action` also to the redirects after a form. These lead to the payment
 * service and on to the merchant's site, which the bank can't know, so the policy names schemes
 * only. Merchants' pages frame this page, as 3-D Secure intends. `pictures` is an allowed origin of
 * images.
 */
export function pageHeaders(nonce: string, pictures = ""): Record<string, string> {
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy":
      `default-src 'none'; style-src 'nonce-${nonce}'; img-src data: ${pictures}; ` +
      "form-action 'self' https: http:; base-uri 'none'; frame-ancestors *",
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  };
}
