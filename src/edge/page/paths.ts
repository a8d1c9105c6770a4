import type { Language } from "../../checkout/session.ts";
import type { MerchantId, OrderId, SessionId } from "../../kernel/ids.ts";
import { withoutEndSlashes } from "../../kernel/text.ts";
import type { Method } from "./method.ts";
import type { Frame } from "./frame.ts";

type CheckoutQuery = {
  readonly language?: Language;
  readonly orderId?: OrderId;
  /** The way to pay that is shown opened. */
  readonly method?: Method;
};

/**
 * Our own pages as paths. They carry no host, so that a page works under every name that reaches
 * the service, but they do carry the path of the public address, if a proxy has put us under one.
 */
export type Paths = {
  /** Path of the public address; goes before every path of ours. */
  readonly root: string;
  asset(file: string): string;
  logo(merchantId: MerchantId, digest: string): string;
  /** `orderId` names the payment that the customer waits for and is sent on after. */
  checkout(sessionId: SessionId, query?: CheckoutQuery): string;
  bankForm(sessionId: SessionId, orderId: OrderId, language: Language): string;
  /** Where a payment that a frame began comes back to from the bank. */
  returned(sessionId: SessionId): string;
  pay(sessionId: SessionId): string;
  /** What the script asks of a card, and where a form without it does. */
  quote(sessionId: SessionId): string;
  installments(sessionId: SessionId): string;
  abandon(sessionId: SessionId): string;
  /** Takes the press of a customer who goes back to the shop; with a language, leads there. */
  leave(sessionId: SessionId, language?: Language): string;
  status(sessionId: SessionId): string;
  draft(sessionId: SessionId): string;
  /** `basket` is the rest of a query, beginning with `&`. */
  demo(language: Language, basket?: string): string;
  demoCheckout(language: Language): string;
  demoEmbedded(language: Language): string;
  docs(): string;
  /** Where browsers report what a page's content security policy stopped. */
  policyReports(): string;
};

/** With a frame, every page keeps to it: its name goes along in the address. */
export function createPaths(publicUrl: string, frame?: Frame): Paths {
  const root = withoutEndSlashes(new URL(publicUrl).pathname);
  const framed =
    frame === undefined ? "" : `&origin=${encodeURIComponent(frame.origin)}&frame=${frame.id}`;
  const at = (page: string, sessionId: SessionId): string =>
    `${root}/checkout${page}?session=${sessionId}${framed}`;
  return {
    root,
    asset: (file) => `${root}/${file}`,
    logo: (merchantId, digest) => `${root}/brand/logo/${merchantId}/${digest}`,
    checkout: (sessionId, { language, orderId, method } = {}) =>
      at(frame === undefined ? "" : "/frame", sessionId) +
      (orderId === undefined ? "" : `&order=${orderId}`) +
      (method === undefined ? "" : `&method=${method}`) +
      (language === undefined ? "" : `&lang=${language}`),
    bankForm: (sessionId, orderId, language) =>
      `${at("/bank", sessionId)}&order=${orderId}&lang=${language}`,
    returned: (sessionId) => at("/returned", sessionId),
    pay: (sessionId) => at("/pay", sessionId),
    quote: (sessionId) => at("/quote", sessionId),
    installments: (sessionId) => at("/installments", sessionId),
    abandon: (sessionId) => at("/abandon", sessionId),
    leave: (sessionId, language) =>
      at("/leave", sessionId) + (language === undefined ? "" : `&lang=${language}`),
    status: (sessionId) => at("/status", sessionId),
    draft: (sessionId) => at("/draft", sessionId),
    demo: (language, basket = "") => `${root}/demo?lang=${language}${basket}`,
    demoCheckout: (language) => `${root}/demo/checkout?lang=${language}`,
    demoEmbedded: (language) => `${root}/demo/embedded?lang=${language}`,
    docs: () => `${root}/docs`,
    policyReports: () => `${root}/csp-reports`,
  };
}
