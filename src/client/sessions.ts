import { askFor, type Connection, type KeyedCallOptions } from "./transport.ts";

export type Currency = "TRY" | "USD" | "EUR" | "GBP";
export type Language = "tr" | "en";

/** Free data for redirects, webhooks and the widget's callbacks; at most 50 keys and 8 KiB. */
export type Metadata = { readonly [key: string]: unknown };

/** The customer of a session (spec 2.2). */
export type Customer = {
  readonly name?: string | undefined;
  readonly surname?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly address?: string | undefined;
  readonly city?: string | undefined;
  readonly country?: string | undefined;
  readonly postal_code?: string | undefined;
  readonly identity_number?: string | undefined;
  readonly ip_address?: string | undefined;
  /** The merchant's own reference; stored cards belong to it. */
  readonly customer_id?: string | undefined;
};

/** A customer with the fields that an embedded session requires. */
export type EmbeddedCustomer = Customer & {
  readonly name: string;
  readonly surname: string;
  readonly email: string;
};

/** One line of a basket (spec 2.3). */
export type BasketItem = {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly brand_name?: string | undefined;
  readonly qty?: number | undefined;
  /** Minor units. */
  readonly unit_price?: number | undefined;
  readonly category?: number | undefined;
};

type SessionFields = {
  /** Minor units, 1 to 999 999 999 999. */
  readonly amount: number;
  readonly language?: Language | undefined;
  readonly basket_items?: readonly BasketItem[] | undefined;
  /** Return URL: absolute https, or http to a loopback host in test mode. */
  readonly success_url: string;
  readonly fail_url: string;
  readonly metadata?: Metadata | undefined;
  /**
   * The shop's own number of the order, at most 100 characters. Records and the panel show it, and
   * the panel finds the payment by it.
   */
  readonly reference?: string | undefined;
  /** `manual` preauthorises the amount until it is captured or voided. */
  readonly capture_method?: "automatic" | "manual" | undefined;
  /**
   * The request in the last hour before `capture_before` of a hold; the merchant's setting by
   * default. `keep` sends nothing to the bank.
   */
  readonly on_hold_end?: "void" | "capture" | "keep" | undefined;
};

/** POST /api/v1/checkout/session (spec 4.1) */
export type CheckoutSessionRequest = SessionFields & {
  /** TRY by default. */
  readonly currency?: Currency | undefined;
  readonly customer?: Customer | undefined;
};

/** POST /api/v1/embedded/session (spec 4.2) */
export type EmbeddedSessionRequest = SessionFields & {
  readonly currency: Exclude<Currency, "GBP">;
  readonly customer: EmbeddedCustomer;
};

export type Session = {
  readonly session_id: string;
  /** The address of the hosted page for the customer. */
  readonly checkout_url: string;
  /** ISO 8601 in UTC, one hour after creation. */
  readonly expires_at: string;
};

export type Sessions = {
  create(request: CheckoutSessionRequest, options?: KeyedCallOptions): Promise<Session>;
  createEmbedded(request: EmbeddedSessionRequest, options?: KeyedCallOptions): Promise<Session>;
};

export function sessionCalls(connection: Connection): Sessions {
  const create =
    (path: string) =>
    (request: object, options?: KeyedCallOptions): Promise<Session> => {
      const body = { merchant_api_key: connection.apiKey, ...request };
      const expects = ["session_id", "checkout_url", "expires_at"] as const;
      return askFor(connection, { method: "POST", path, body, expects }, options);
    };
  return {
    create: create("/api/v1/checkout/session"),
    createEmbedded: create("/api/v1/embedded/session"),
  };
}
