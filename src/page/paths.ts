import type { Language } from "../kernel/language.ts";
import type { MerchantId, OrderId, SessionId } from "../kernel/ids.ts";
import { withoutEndSlashes } from "../kernel/text.ts";
import type { Method } from "./method.ts";
import type { Frame } from "./frame.ts";

type CheckoutQuery = {
  readonly language?: Language;
  readonly orderId?: OrderId;
  /** The payment method whose panel is open. */
  readonly method?: Method;
};

/**
 * The paths of our own pages. They have no host, so that a page works under every name of the
 * service. They begin with the path of the public address, which a proxy may have added.
 */
export type Paths = {
  /** Path of the public address, the beginning of every path. */
  readonly root: string;
  asset(file: string): string;
  logo(merchantId: MerchantId, digest: string): string;
  /** With `orderId`, the page waits for that payment's end and then leads to the return URL. */
  checkout(sessionId: SessionId, query?: CheckoutQuery): string;
  bankForm(sessionId: SessionId, orderId: OrderId, language: Language): string;
  /** The page to which the bank returns the customer of a framed payment. */
  returned(sessionId: SessionId): string;
  pay(sessionId: SessionId): string;
  /** Sends a quote to the script. */
  quote(sessionId: SessionId): string;
  /** Takes the form by which a browser without scripts asks for the installments. */
  installments(sessionId: SessionId): string;
  abandon(sessionId: SessionId): string;
  /** Takes the form that closes the session; with a language, the page that leads to the shop. */
  leave(sessionId: SessionId, language?: Language): string;
  status(sessionId: SessionId): string;
  draft(sessionId: SessionId): string;
  /** `basket` is the rest of a query, beginning with `&`. */
  demo(language: Language, basket?: string): string;
  demoCheckout(language: Language): string;
  demoEmbedded(language: Language): string;
  /** The first page of the documentation, in English or in the given language. */
  docs(language?: Language): string;
  panel(): string;
  /** The page that leads to all others. */
  home(): string;
  /** Receives browsers' reports of violations of the content security policy. */
  policyReports(): string;
};

/** Makes the paths; with a frame, each checkout path contains the frame's parameters. */
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
    docs: (language) => `${root}/docs${language === "tr" ? "/genel-bakis" : ""}`,
    panel: () => `${root}/panel`,
    home: () => `${root}/`,
    policyReports: () => `${root}/csp-reports`,
  };
}
