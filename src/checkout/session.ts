import { HOUR, later, MINUTE, type Instant } from "../kernel/clock.ts";
import type { MerchantId, SessionId } from "../kernel/ids.ts";
import type { Money } from "../kernel/money.ts";
import type { Mode } from "../merchant/merchant.ts";

/** One hour from creation (spec 2.1). */
export const SESSION_LIFETIME_MS = HOUR;
/** How long after expiry a payment begun before it may still finish (contract C3). */
export const RETURN_GRACE_MS = 15 * MINUTE;

export type Language = "tr" | "en";
export type CaptureMethod = "automatic" | "manual";

/** What the merchant said about its customer (spec 2.2); every field may be absent. */
export type Customer = {
  readonly name?: string;
  readonly surname?: string;
  readonly email?: string;
  readonly phone?: string;
  readonly address?: string;
  readonly city?: string;
  readonly country?: string;
  readonly postal_code?: string;
  readonly identity_number?: string;
  readonly ip_address?: string;
  readonly customer_id?: string;
};

/** Element of a basket (spec 2.3); `unit_price` in minor units. */
export type BasketItem = {
  readonly id?: string;
  readonly name?: string;
  readonly brand_name?: string;
  readonly qty?: number;
  readonly unit_price?: number;
  readonly category?: number;
};

export type Metadata = Readonly<Record<string, unknown>>;

/**
 * A checkout session. After creation nothing of it changes but its end, where its sandbox goes back
 * to the real time: what happened to it are its payments.
 */
export type Session = {
  readonly merchantId: MerchantId;
  readonly sessionId: SessionId;
  readonly mode: Mode;
  readonly amount: Money;
  readonly language: Language;
  readonly captureMethod: CaptureMethod;
  readonly customer: Customer;
  readonly basket: readonly BasketItem[];
  readonly successUrl: string;
  readonly failUrl: string;
  readonly metadata: Metadata;
  /** Made by 4.2, for the widget, rather than by 4.1. */
  readonly embedded: boolean;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
};

export function hasSessionExpired(session: Session, now: Instant): boolean {
  return now >= session.expiresAt;
}

/** Whether a payment that was begun in time may still be finished. */
export function isWithinReturnGrace(session: Session, now: Instant): boolean {
  return now < later(session.expiresAt, RETURN_GRACE_MS);
}
