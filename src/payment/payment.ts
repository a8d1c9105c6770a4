import type { CardSummary } from "../card/card-details.ts";
import type { CaptureMethod } from "../checkout/session.ts";
import type { Instant } from "../kernel/clock.ts";
import type { AttemptId, CardToken, MerchantId, OrderId, SessionId } from "../kernel/ids.ts";
import type { Money } from "../kernel/money.ts";
import type { Mode } from "../merchant/merchant.ts";
import type { DeclineReason } from "./decline.ts";
import type { PaymentState } from "./states.ts";

/** The payment types that records and reports show (contract C2). */
export const PAYMENT_TYPES = [
  "creditcard",
  "debitcard",
  "bank_transfer",
  "wallet",
  "shopping_credit",
  "papel",
] as const;

export type PaymentType = (typeof PAYMENT_TYPES)[number];

/**
 * The surface on which the payment began. It decides where the customer goes afterwards: straight
 * to the merchant's return URL (`api`), or to the payment page, where a declined payment can be
 * repeated.
 */
export const PAYMENT_ORIGINS = ["api", "page", "widget"] as const;
export type PaymentOrigin = (typeof PAYMENT_ORIGINS)[number];

/** The card of a payment, with the issuer and card program that the BIN table had when it began. */
export type PaidCard = CardSummary & {
  readonly bankName: string | undefined;
  readonly program: string | undefined;
};

/** One payment of a session; the merchant sees it as an order. */
export type Payment = {
  readonly merchantId: MerchantId;
  readonly orderId: OrderId;
  readonly sessionId: SessionId;
  readonly mode: Mode;
  readonly state: PaymentState;
  /** The session's amount; the charged amount may be higher by the commission of installments. */
  readonly amount: Money;
  readonly chargedAmount: Money;
  readonly capturedMinor: bigint;
  readonly refundedMinor: bigint;
  readonly paymentType: PaymentType;
  readonly installmentCount: number;
  readonly captureMethod: CaptureMethod;
  readonly origin: PaymentOrigin;
  readonly acquirer: string;
  readonly card: PaidCard | undefined;
  /** The stored card that pays, or that the approval of this payment stores. */
  readonly cardToken?: CardToken | undefined;
  readonly threeDSecure: boolean;
  readonly declineReason: DeclineReason | undefined;
  /** The client's network: an IPv4 address or an IPv6 /64. */
  readonly clientNetwork?: string | undefined;
  readonly customerId: string | undefined;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
};

/** The kind of request that an attempt sends to the bank. */
export const ATTEMPT_KINDS = ["authorize", "capture", "void", "refund"] as const;
export type AttemptKind = (typeof ATTEMPT_KINDS)[number];

export const ATTEMPT_STATES = [
  /** The request is under way, or its result is not known yet. */
  "open",
  "approved",
  "declined",
  "abandoned",
  /** A person sends the money back; no bank is asked. */
  "by_hand",
] as const;
export type AttemptState = (typeof ATTEMPT_STATES)[number];

/** The form that takes the customer's browser to the bank; holds no card data. */
export type BankForm = {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
};

/**
 * One request to a bank. Its id is the bank's idempotency key and order reference; it is written
 * before the call and never deleted.
 */
export type Attempt = {
  readonly merchantId: MerchantId;
  readonly attemptId: AttemptId;
  readonly orderId: OrderId;
  readonly kind: AttemptKind;
  readonly state: AttemptState;
  readonly amount: Money;
  readonly bankReference: string | undefined;
  readonly authCode: string | undefined;
  readonly bankCode: string | undefined;
  readonly bankMessage: string | undefined;
  readonly mdStatus: string | undefined;
  readonly bankForm: BankForm | undefined;
  readonly createdAt: Instant;
  /** When recovery asks the bank for the result; set only while the attempt is open. */
  readonly dueAt: Instant | undefined;
  readonly inquiries: number;
};
