import { HOUR, later, MINUTE, type Instant } from "../../kernel/clock.ts";
import type { MerchantId, SessionId } from "../../kernel/ids.ts";
import type { Language } from "../../kernel/language.ts";
import type { Money } from "../../kernel/money.ts";
import type { HoldEnd, Mode } from "../merchant/merchant.ts";

/** One hour from creation (spec 2.1). */
export const SESSION_LIFETIME_MS = HOUR;
/**
 * How long after the session's end a payment that began before it may still finish (contract C3).
 */
export const RETURN_GRACE_MS = 15 * MINUTE;

export const CAPTURE_METHODS = ["automatic", "manual"] as const;
export type CaptureMethod = (typeof CAPTURE_METHODS)[number];

/**
 * The merchant's data about its customer (spec 2.2); every field may be absent. It is stored and
 * returned as it was sent (docs/decisions/published-records.md).
 */
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

/** An item of a basket (spec 2.3); `unit_price` in minor units. */
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
 * A checkout session. It never changes after its creation, with one exception: `expiresAt` of a
 * test session, when its sandbox returns to the real time. Its history is in its payments.
 */
export type Session = {
  readonly merchantId: MerchantId;
  readonly sessionId: SessionId;
  readonly mode: Mode;
  readonly amount: Money;
  readonly language: Language;
  readonly captureMethod: CaptureMethod;
  /** The end of a hold; absent: as the merchant's setting says. */
  readonly onHoldEnd: HoldEnd | undefined;
  readonly customer: Customer;
  readonly basket: readonly BasketItem[];
  readonly successUrl: string;
  readonly failUrl: string;
  readonly metadata: Metadata;
  /** The merchant's own number of the order, such as SIP-2026-00880 (contract C3). */
  readonly reference: string | undefined;
  /** True if the session was made by the call of spec 4.2, for the widget; false for spec 4.1. */
  readonly embedded: boolean;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
};

/** Name and surname; an empty text if the session has neither. */
export function fullName({ name = "", surname = "" }: Customer): string {
  return `${name} ${surname}`.trim();
}

export function hasSessionExpired(session: Session, now: Instant): boolean {
  return now >= session.expiresAt;
}

/** True if a payment that began in time may still finish. */
export function isWithinReturnGrace(session: Session, now: Instant): boolean {
  return now < later(session.expiresAt, RETURN_GRACE_MS);
}
