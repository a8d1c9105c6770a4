import type { Session } from "../checkout/session.ts";
import type { ItemKey } from "../job/failed-item.ts";
import type { Claimed } from "../job/ports.ts";
import type { Instant } from "../kernel/clock.ts";
import type { AttemptId, MerchantId, OrderId, SessionId } from "../kernel/ids.ts";
import type { KeptAnswer } from "../kernel/keyed-answer.ts";
import type { Money } from "../kernel/money.ts";
import type { Posting } from "../ledger/posting.ts";
import type { Merchant, Mode } from "../merchant/merchant.ts";
import type { ExpectedSettlement } from "../settlement/term.ts";
import type { Acquirer } from "./acquirer.ts";
import type { DeclineReason } from "./decline.ts";
import type { Attempt, AttemptKind, AttemptState, BankForm, Payment } from "./payment.ts";
import type { PaymentEvent, PaymentState } from "./states.ts";

/**
 * What is written before the bank is called: the payment, its attempt and the claim on the session.
 */
export type Intent = {
  readonly payment: Payment;
  readonly attempt: Attempt;
  readonly idempotency: IdempotencyClaim | undefined;
};

/** An `Idempotency-Key` of a pay call, scoped to its session (contract C2). */
export type IdempotencyClaim = {
  readonly key: string;
  /** A keyed digest of the request; leaves out the CVC. */
  readonly fingerprint: string;
};

export type IntentResult =
  | { readonly kind: "recorded" }
  /** Another payment of the session is open or has succeeded. */
  | { readonly kind: "session_taken"; readonly orderId: OrderId; readonly state: PaymentState }
  /** The session was closed before a payment began in it. */
  | { readonly kind: "session_closed"; readonly at: Instant }
  | { readonly kind: "key_taken" };

/**
 * One move of a payment with all that becomes true with it; written in one commit or not at all.
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
  readonly postings: readonly Posting[];
  /** What becomes of a card that was set aside to be saved; absent while that is open. */
  readonly cardFate?: "kept" | "erased" | undefined;
  readonly eventData: PaymentEventData | undefined;
  readonly answer: (IdempotencyClaim & { readonly stored: KeptAnswer }) | undefined;
};

export type AttemptChange = {
  readonly attemptId: AttemptId;
  readonly state: AttemptState;
  readonly bankReference: string | undefined;
  readonly authCode: string | undefined;
  readonly bankCode: string | undefined;
  readonly bankMessage: string | undefined;
  readonly mdStatus: string | undefined;
  readonly bankForm: BankForm | undefined;
  readonly dueAt: Instant | undefined;
};

/** What the merchant is told (contract C6); `data` is the record at that moment. */
export type PaymentEventData = {
  readonly eventId: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
};

export type ChangeResult =
  | { readonly kind: "applied" }
  /** The payment had moved on; nothing was written. */
  | { readonly kind: "superseded" };

/** What became of an attempt to close a session. */
export type ClosingResult =
  | { readonly kind: "closed"; readonly at: Instant }
  /** A payment of the session is open or has succeeded; the session was not closed. */
  | { readonly kind: "held" };

/** Sessions that no payment may begin in any more, whether or not their hour is over. */
export interface SessionClosures {
  /** Closes a session unless a payment holds it; again, it gives the first moment. */
  close(sessionId: SessionId, at: Instant): Promise<ClosingResult>;
  /** Since when a session has been closed. */
  find(sessionId: SessionId): Promise<Instant | undefined>;
}

export type IdempotencyRecord = {
  readonly fingerprint: string;
  /** Absent while the first call is still running, and after it died. */
  readonly stored: KeptAnswer | undefined;
  /** The payment that the call made. */
  readonly orderId: OrderId | undefined;
};

export type KeptRefusal = IdempotencyClaim & {
  readonly sessionId: SessionId;
  readonly answer: KeptAnswer;
  readonly at: Instant;
};

export interface PaymentStore {
  recordIntent(intent: Intent): Promise<IntentResult>;
  applyChange(change: Change): Promise<ChangeResult>;
  findPayment(orderId: OrderId): Promise<Payment | undefined>;
  findAttempt(attemptId: AttemptId): Promise<Attempt | undefined>;
  /** The attempt that authorized, or tries to authorize, an order. */
  findAuthorization(orderId: OrderId): Promise<Attempt | undefined>;
  /** The payments of a session, newest first. */
  listBySession(sessionId: SessionId): Promise<readonly Payment[]>;
  findIdempotency(sessionId: SessionId, key: string): Promise<IdempotencyRecord | undefined>;
  /**
   * Stores the answer of a key whose payment was made, unless one is stored already; resolves to
   * the stored one, and to `undefined` where the key is kept no longer.
   */
  keepAnswer(
    order: Pick<Payment, "orderId" | "sessionId">,
    key: string,
    answer: KeptAnswer,
  ): Promise<KeptAnswer | undefined>;
  /** Stores the refusal of a key that made no payment; resolves to what the key then has. */
  keepRefusal(refusal: KeptRefusal): Promise<IdempotencyRecord | undefined>;
  /**
   * Attempts whose time to be asked about has come, each leased to this caller until `leaseUntil`.
   */
  claimDue(now: Instant, leaseUntil: Instant, limit: number): Promise<readonly Claimed<Attempt>[]>;
  /** Lets an attempt that can't be recovered at the moment wait, without reading it. */
  putOff(key: ItemKey, dueAt: Instant): Promise<void>;
  postpone(attempt: Attempt, dueAt: Instant): Promise<void>;
  /** Moves the end of a lease (real time), unless another caller has claimed the attempt since. */
  shortenLease(key: ItemKey, lease: { from: Instant; until: Instant }): Promise<void>;
}

/** What the acquirer will keep of money that it took, and when it pays; where that is known. */
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
 * Moves of held and charged money after the authorization: ordinary transactions, because they are
 * rare, and because each is bound to an attempt of its own besides the payment's state.
 */
export interface ModificationStore {
  /** Claims the payment by its state and writes the attempt with the claim, or neither. */
  begin(
    change: Change,
    attempt: Attempt,
    idempotencyKey: string | undefined,
  ): Promise<ChangeResult>;
  /** The attempt that an earlier call with this key made, unless the bank refused it. */
  findByKey(claim: ModificationKey): Promise<Attempt | undefined>;
  /** Applies the outcome of an attempt that is still open; a settled one supersedes the change. */
  applyModification(change: Change): Promise<ChangeResult>;
  /** The approved attempt that took the money of an order: its capture, or else its charge. */
  findCharge(orderId: OrderId): Promise<Attempt | undefined>;
}

/** Which bank takes a payment: the simulated one in test mode, the merchant's contracts in live. */
export interface AcquirerDirectory {
  choose(merchant: Merchant, session: Session): Acquirer | undefined;
  byName(name: string): Acquirer;
  /** Whether any bank takes live payments. */
  takesLivePayments(): boolean;
}
