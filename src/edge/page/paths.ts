import type { Language } from "../../checkout/session.ts";
import type { OrderId, SessionId } from "../../kernel/ids.ts";
import type { Method } from "./checkout/method.ts";

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
  asset(file: string): string;
  /** `orderId` names the payment that the customer waits for and is sent on after. */
  checkout(sessionId: SessionId, query?: CheckoutQuery): string;
  bankForm(sessionId: SessionId, orderId: OrderId, language: Language): string;
  pay(sessionId: SessionId): string;
  abandon(sessionId: SessionId): string;
  status(sessionId: SessionId): string;
  draft(sessionId: SessionId): string;
  /** `basket` is the rest of a query, beginning with `&`. */
  demo(language: Language, basket?: string): string;
  demoCheckout(language: Language): string;
};

export function createPaths(publicUrl: string): Paths {
  const root = new URL(publicUrl).pathname.replace(/\/+$/, "");
  return {
    asset: (file) => `${root}/${file}`,
    checkout: (sessionId, { language, orderId, method } = {}) =>
      `${root}/checkout?session=${sessionId}` +
      (orderId === undefined ? "" : `&order=${orderId}`) +
      (method === undefined ? "" : `&method=${method}`) +
      (language === undefined ? "" : `&lang=${language}`),
    bankForm: (sessionId, orderId, language) =>
      `${root}/checkout/bank?session=${sessionId}&order=${orderId}&lang=${language}`,
    pay: (sessionId) => `${root}/checkout/pay?session=${sessionId}`,
    abandon: (sessionId) => `${root}/checkout/abandon?session=${sessionId}`,
    status: (sessionId) => `${root}/checkout/status?session=${sessionId}`,
    draft: (sessionId) => `${root}/checkout/draft?session=${sessionId}`,
    demo: (language, basket = "") => `${root}/demo?lang=${language}${basket}`,
    demoCheckout: (language) => `${root}/demo/checkout?lang=${language}`,
  };
}
