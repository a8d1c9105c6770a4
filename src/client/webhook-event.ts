import type { DeclineCode } from "./pay-answer.ts";
import type { RefundStatus } from "./payments.ts";
import type { Mode, Transaction } from "./reports.ts";
import type { Currency, Metadata } from "./sessions.ts";

type Event<Type extends string, Data> = {
  readonly type: Type;
  /** The time of the event: ISO 8601 in UTC. */
  readonly timestamp: string;
  readonly data: Data;
};

/** The number of the event within its payment, or within a session without payments, from 1. */
type Placed = { readonly event_sequence?: number };

export type PaymentNotice = Transaction &
  Placed & {
    /** The stored card of this payment, used or saved by it. */
    readonly card_token?: string;
    readonly session_id: string;
    readonly metadata: Metadata;
    /** Present if the payment failed or was cancelled before money moved; absent after a void. */
    readonly code?: DeclineCode;
  };

export type RefundNotice = Placed & {
  readonly refund_id: string;
  readonly order_id: string;
  readonly status: RefundStatus;
  readonly amount: number;
  readonly currency: Currency;
  readonly created_at: string;
  readonly code?: DeclineCode;
  readonly session_id: string;
  readonly payment: Transaction;
  readonly metadata: Metadata;
};

export type SessionNotice = Placed & {
  readonly session_id: string;
  readonly metadata: Metadata;
  readonly amount: number;
  readonly currency: Currency;
  readonly mode: Mode;
  readonly expires_at: string;
  readonly reference?: string | undefined;
};

export type PaymentEvent = Event<
  | "payment.pending"
  | "payment.processing"
  | "payment.authorized"
  | "payment.hold_expiring"
  | "payment.completed"
  | "payment.failed"
  | "payment.cancelled",
  PaymentNotice
>;

export type RefundEvent = Event<
  "refund.pending" | "refund.succeeded" | "refund.failed",
  RefundNotice
>;

export type SessionEvent = Event<"session.expired", SessionNotice>;

/** The event of a webhook, discriminated by `type`. Ignore unknown types. */
export type WebhookEvent = PaymentEvent | RefundEvent | SessionEvent;
