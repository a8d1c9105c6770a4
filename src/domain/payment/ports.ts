import type { CardOwner, StoredCard } from "../card/stored-card.ts";
import type { EventType } from "../event/event.ts";
import type { ItemKey } from "../job/failed-item.ts";
import type { Claimed } from "../job/ports.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { AttemptId, CardToken, MerchantId, OrderId, SessionId } from "../../kernel/ids.ts";
import type { KeptAnswer } from "../../kernel/keyed-answer.ts";
import type { Money } from "../../kernel/money.ts";
import type { Posting } from "../ledger/posting.ts";
import type { Mode } from "../merchant/merchant.ts";
import type { ExpectedSettlement } from "../settlement/term.ts";
import type { AttemptChange } from "./attempt-change.ts";
import type { DeclineReason } from "./decline.ts";
import type { Attempt, AttemptKind, Payment } from "./payment.ts";
import type { PaymentEvent, PaymentState } from "./states.ts";
import type { UnsettledAttempts } from "./unsettled-attempts.ts";

/**
 * The records that are written before the bank is called: the payment, its attempt and the claim on
 * the session.
 */
export type Intent = {
  readonly payment: Payment;
  readonly attempt: Attempt;
  readonly idempotency: IdempotencyClaim | undefined;
};

/** The `Idempotency-Key` of a pay call, scoped to its session (contract C2). */
export type IdempotencyClaim = {
  readonly key: string;
  /** A digest of the request without what may not be stored. */
  readonly fingerprint: string;
};

export type IntentResult =
  | { readonly kind: "recorded" }
  /** Another payment of the session is open or has succeeded. */
  | { readonly kind: "session_taken"; readonly orderId: OrderId; readonly state: PaymentState }
  /** The session had been closed before this payment could begin. */
  | { readonly kind: "session_closed"; readonly at: Instant }
  | { readonly kind: "key_taken" };

/**
 * One move of a payment with the attempt, postings, event and stored answer that belong to it; all
 * of them are written in one commit, or none.
 */
export type Change = {
  readonly merchantId: MerchantId;
  readonly orderId: OrderId;
  readonly sessionId: SessionId;
  readonly paymentCreatedAt: Instant;
  readonly mode: Mode;
  readonly event: PaymentEvent;
  readonly from: PaymentState;
  readonly to: PaymentState;
  readonly at: Instant;
  readonly attempt: AttemptChange;
  readonly declineReason: DeclineReason | undefined;
  readonly capturedMinor: bigint | undefined;
  /** The end of a hold that begins, and when it is looked at for the first time. */
  readonly hold?: { readonly captureBefore: Instant; readonly lookAt: Instant } | undefined;
  readonly postings: readonly Posting[];
  /** The number of postings that the attempt has already; absent means none. */
  readonly firstLine?: number | undefined;
  /**
   * The decision about a card that was set aside to be stored; absent without such a card, and
   * while the payment is open.
   */
  readonly cardFate?: "kept" | "erased" | undefined;
  readonly eventData: PaymentEventData | undefined;
  readonly answer: (IdempotencyClaim & { readonly stored: KeptAnswer }) | undefined;
  /** True if the bank has booked it already: no request follows that restored data forbid. */
  readonly isAdopted?: boolean | undefined;
};

/** An event about a payment for the merchant (contract C6); `data` is the record at that moment. */
export type PaymentEventData = {
  readonly eventId: string;
  readonly type: EventType;
  readonly data: Readonly<Record<string, unknown>>;
};

export type ChangeResult =
  | { readonly kind: "applied" }
  /** The payment had already moved on; nothing was written. */
  | { readonly kind: "superseded" };

export type ClosingResult =
  | { readonly kind: "closed"; readonly at: Instant }
  /** A payment of the session is open or has succeeded; the session was not closed. */
  | { readonly kind: "taken" };

/** Closed sessions, which accept no further payment even if they have not expired yet. */
export interface SessionClosures {
  /**
   * Closes a session unless a payment holds it. A repeated call returns the moment at which the
   * first call closed it.
   */
  close(sessionId: SessionId, at: Instant): Promise<ClosingResult>;
  /** Returns the moment at which a session was closed, or undefined if it is open. */
  find(sessionId: SessionId): Promise<Instant | undefined>;
}

export type IdempotencyRecord = {
  readonly fingerprint: string;
  /** Absent while the first call is running, and if its process died. */
  readonly stored: KeptAnswer | undefined;
  /** The payment that the call made. */
  readonly orderId: OrderId | undefined;
};

export type KeptRefusal = IdempotencyClaim & {
  readonly sessionId: SessionId;
  readonly answer: KeptAnswer;
  readonly at: Instant;
};

/**
 * Store of payments. Intents and changes of all callers are written in batches; each call resolves
 * after the commit of its batch (docs/decisions/batch-writer.md).
 */
export interface PaymentStore extends UnsettledAttempts {
  recordIntent(intent: Intent): Promise<IntentResult>;
  applyChange(change: Change): Promise<ChangeResult>;
  findPayment(orderId: OrderId): Promise<Payment | undefined>;
  findAttempt(attemptId: AttemptId): Promise<Attempt | undefined>;
  /** Finds the attempt that authorized, or may still authorize, an order. */
  findAuthorization(orderId: OrderId): Promise<Attempt | undefined>;
  /** Lists the payments of a session, newest first. */
  listBySession(sessionId: SessionId): Promise<readonly Payment[]>;
  /**
   * Takes the session again for a payment that had ended unpaid, also if the session is closed.
   * Returns false if another payment holds it.
   */
  regainSession(payment: Payment): Promise<boolean>;
  /** Finds the one of these stored cards that paid last, or none. */
  lastPayingCard(
    owner: Pick<CardOwner, "merchantId" | "mode">,
    cards: readonly Pick<StoredCard, "token" | "lastFour">[],
  ): Promise<CardToken | undefined>;
  /**
   * Ends the attempt of a payment that is still `calling`, and writes the attempt at the next
   * acquirer in the same commit. Returns false if the payment has moved on.
   */
  replaceAttempt(
    payment: Payment,
    replacement: { readonly ended: AttemptChange; readonly attempt: Attempt },
  ): Promise<boolean>;
  /**
   * Writes an undo, unless the original attempt has one already, with the bank's answer to the
   * original attempt, whose state stays as it is.
   */
  recordUndo(undo: Attempt, answer: Omit<AttemptChange, "state" | "dueAt">): Promise<void>;
  /**
   * Writes the end of an attempt that moves no payment, if it is still open or stands before a
   * person: of an undo, or of a late answer that a person found wrong.
   */
  endAttempt(attempt: Attempt, end: AttemptChange): Promise<void>;
  /** Lists the postings of an attempt in the order of their lines. */
  postingsOf(attempt: Pick<Attempt, "merchantId" | "attemptId">): Promise<readonly Posting[]>;
  findIdempotency(sessionId: SessionId, key: string): Promise<IdempotencyRecord | undefined>;
  /**
   * Stores the answer for an idempotency key whose call made a payment, unless an answer is stored
   * already. Returns the stored answer, or undefined if the key is no longer kept.
   */
  keepAnswer(
    order: Pick<Payment, "orderId" | "sessionId">,
    key: string,
    answer: KeptAnswer,
  ): Promise<KeptAnswer | undefined>;
  /**
   * Stores a refusal as the answer for an idempotency key whose call made no payment. Returns the
   * record that the key has after this call.
   */
  keepRefusal(refusal: KeptRefusal): Promise<IdempotencyRecord | undefined>;
  /**
   * Claims attempts whose inquiry is due; each is leased to this caller until `leaseUntil`. If the
   * caller's process dies, the attempt is due again at that time. Merchants take turns, so that the
   * attempts of one do not delay those of another (docs/decisions/fair-shares.md).
   */
  claimDue(now: Instant, leaseUntil: Instant, limit: number): Promise<readonly Claimed<Attempt>[]>;
  /** Makes attempts due that lie further ahead than any rule can have planned. */
  bringForward(now: Instant): Promise<void>;
  /** Postpones an attempt that cannot be recovered now, without reading it. */
  putOff(key: ItemKey, dueAt: Instant): Promise<void>;
  /** Moves the end of a lease (real time), unless another caller has claimed the attempt since. */
  shortenLease(key: ItemKey, lease: { from: Instant; until: Instant }): Promise<void>;
}

/** Returns the commission and value date for money that the acquirer took, if they are known. */
export type ExpectSettlement = (
  payment: Payment,
  taken: { readonly amount: Money; readonly at: Instant },
) => Promise<ExpectedSettlement | undefined>;

export type ModificationKey = {
  readonly orderId: OrderId;
  readonly kind: AttemptKind;
  readonly idempotencyKey: string;
};

/**
 * Store of captures, voids and refunds. They are rare, so it uses ordinary transactions and not the
 * batch writer.
 */
export interface ModificationStore {
  /** Claims the payment by its state and writes the attempt in the same commit, or does neither. */
  begin(
    change: Change,
    attempt: Attempt,
    idempotencyKey: string | undefined,
  ): Promise<ChangeResult>;
  /** Finds the attempt that an earlier call with this key made, unless the bank refused it. */
  findByKey(claim: ModificationKey): Promise<Attempt | undefined>;
  /** Applies the outcome of an open attempt; a decided attempt supersedes the change. */
  applyModification(change: Change): Promise<ChangeResult>;
  /**
   * Finds the attempt that took an order's money: its capture, or else its charge. It is approved,
   * or stands before a person because the bank has taken it back.
   */
  findCharge(orderId: OrderId): Promise<Attempt | undefined>;
  /** Lists the attempts of an order that are of one kind. */
  listKind(orderId: OrderId, kind: AttemptKind): Promise<readonly Attempt[]>;
}
