import type { CardDetails } from "../card/card-details.ts";
import type { CalendarDay } from "../../kernel/calendar-day.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { AttemptId, MerchantId, OrderId } from "../../kernel/ids.ts";
import type { Money } from "../../kernel/money.ts";
import type { AcquirerState, ChallengeProof } from "./acquirer-outcomes.ts";
import type { AttemptKind } from "./payment.ts";
import type { RedirectMethod } from "./redirect-methods.ts";

export type AttemptReference = {
  readonly merchantId: MerchantId;
  readonly attemptId: AttemptId;
  /** The value of `referenceOf(attemptId)`, as it was stored with the attempt. */
  readonly reference: string;
};

type Authorization = AttemptReference & {
  readonly orderId: OrderId;
  readonly kind: "sale" | "preauth";
  /** The amount to charge, with the commission of installments. */
  readonly amount: Money;
  /** 1 is a single charge. */
  readonly installmentCount: number;
  /**
   * The merchant's own number of the order, for the protocols whose requests have a free text that
   * the bank shows to the merchant. It never is the number by which a bank knows the attempt.
   */
  readonly orderReference?: string | undefined;
};

/** The customer as far as the session names one; an adapter fills absent required fields. */
export type Payer = {
  readonly name: string | undefined;
  readonly email: string | undefined;
  readonly phone: string | undefined;
  /** The client's network: an IPv4 address or an IPv6 /64. */
  readonly network: string | undefined;
};

export type AuthorizeRequest = Authorization & {
  /**
   * The session's amount: `amount` without the commission of installments, for the protocols that
   * tell both.
   */
  readonly goods?: Money | undefined;
  readonly card: CardDetails;
  readonly payer: Payer;
  /** Absent for a charge without 3-D Secure. */
  readonly challenge: ChallengeWish | undefined;
};

export type ChallengeWish = {
  /** The address to which the bank sends the browser back, by GET or POST. */
  readonly returnUrl: string;
  readonly merchantName: string;
  readonly language: "tr" | "en";
  /** The moment until which the customer may answer, for banks that accept such a limit. */
  readonly expiresAt: Instant;
};

/** The challenged attempt of a return: `state` is the one that its challenge brought. */
export type ReturnRequest = AttemptReference & {
  readonly orderId: OrderId;
  readonly amount: Money;
  readonly installmentCount: number;
  readonly state: AcquirerState | undefined;
  readonly method: "GET" | "POST";
  readonly fields: ReturnFields;
};

export type ChallengedRequest = Authorization & { readonly proof: ChallengeProof };

/** The authorization or capture that a modification changes. */
export type OriginalAttempt = {
  readonly attemptId: AttemptId;
  readonly reference: string;
  /** For a capture: the reference of the authorization that it captured. */
  readonly authorizationReference?: string | undefined;
  readonly state: AcquirerState | undefined;
  readonly bankReference: string;
  readonly amount: Money;
  readonly bookedAt: Instant;
};

export type ModificationRequest = AttemptReference & {
  readonly orderId: OrderId;
  readonly original: OriginalAttempt;
  readonly amount: Money;
};

export type RefundRequest = ModificationRequest & {
  /** The captured amount of the payment. */
  readonly captured: Money;
  /** The sum of earlier refunds; a full refund and a partial one differ at many banks. */
  readonly refundedBefore: Money;
};

export type Inquiry = AttemptReference & {
  readonly orderId: OrderId;
  readonly kind: AttemptKind;
  readonly amount: Money;
  readonly state: AcquirerState | undefined;
  /** The authorization that a capture, void or refund follows. */
  readonly original: OriginalAttempt | undefined;
  readonly createdAt: Instant;
  /**
   * For a capture or void: the others of the payment. For a refund: those of the same amount. At
   * some banks they look alike.
   */
  readonly alike?: readonly AlikeAttempt[];
};

/** An attempt that some banks' inquiries can tell from the asked one by its number at most. */
export type AlikeAttempt = {
  readonly createdAt: Instant;
  /** `approved`: made, under `bankReference`; `undecided`: it may have been made. */
  readonly outcome: "approved" | "undecided";
  readonly bankReference: string | undefined;
};

export type ReturnFields = Readonly<Record<string, string>>;

export type RedirectRequest = AttemptReference & {
  readonly orderId: OrderId;
  readonly method: RedirectMethod;
  /** The wallet id or the lender's EFT code; Papel has no choice. */
  readonly provider: string;
  readonly amount: Money;
  readonly installmentCount: number;
  /** The address to which the bank sends the browser back, by GET or POST. */
  readonly returnUrl: string;
  readonly merchantName: string;
  readonly language: "tr" | "en";
  /** The moment until which the customer may approve. */
  readonly expiresAt: Instant;
};

/** The question for a page of the bookings of a day. */
export type MovementQuery = {
  readonly merchantId: MerchantId;
  readonly day: CalendarDay;
  /** Bookings before this moment are compared already; a bank that can leaves them out. */
  readonly since?: Instant | undefined;
  /** `next` of the page before; undefined for the first page. */
  readonly page?: string | undefined;
};
