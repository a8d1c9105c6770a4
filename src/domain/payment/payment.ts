import type { CardSummary } from "../card/card-details.ts";
import type { CaptureMethod } from "../session/session.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { AttemptId, CardToken, MerchantId, OrderId, SessionId } from "../../kernel/ids.ts";
import type { Money } from "../../kernel/money.ts";
import type { HoldEnd, Mode } from "../merchant/merchant.ts";
import type { ChallengeDisplay } from "./acquirer-outcomes.ts";
import type { SealedText } from "./attempt-vault.ts";
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
  /** The request at the end of the hold; absent if the amount is charged at once. */
  readonly onHoldEnd: HoldEnd | undefined;
  /** The end of the hold, fixed by its authorization (src/domain/payment/hold-term.ts). */
  readonly captureBefore: Instant | undefined;
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
  /** The reference of its session: the merchant's own number of the order. */
  readonly reference: string | undefined;
  /** The moment (real time) of the last undo that the bank may still carry out. */
  readonly undoSentAt?: Instant | undefined;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
};

/** The fields of a payment that a move changes. */
export type PaymentMove = Pick<
  Payment,
  "state" | "updatedAt" | "declineReason" | "capturedMinor" | "captureBefore"
>;

/**
 * Returns the payment after a move. The fields are listed in the order of `makePayment`, because
 * objects of one shape are faster to make and to read than copies by a spread.
 */
export function movedPayment(before: Payment, move: PaymentMove): Payment {
  return {
    merchantId: before.merchantId,
    orderId: before.orderId,
    sessionId: before.sessionId,
    mode: before.mode,
    state: move.state,
    amount: before.amount,
    chargedAmount: before.chargedAmount,
    capturedMinor: move.capturedMinor,
    refundedMinor: before.refundedMinor,
    paymentType: before.paymentType,
    installmentCount: before.installmentCount,
    captureMethod: before.captureMethod,
    onHoldEnd: before.onHoldEnd,
    captureBefore: move.captureBefore,
    origin: before.origin,
    acquirer: before.acquirer,
    card: before.card,
    cardToken: before.cardToken,
    threeDSecure: before.threeDSecure,
    declineReason: move.declineReason,
    clientNetwork: before.clientNetwork,
    customerId: before.customerId,
    reference: before.reference,
    undoSentAt: before.undoSentAt,
    createdAt: before.createdAt,
    updatedAt: move.updatedAt,
  };
}

/** The kind of request that an attempt sends to the bank. */
export const ATTEMPT_KINDS = [
  "authorize",
  "capture",
  "void",
  "refund",
  /** Takes back a charge that was approved after its payment had ended. */
  "undo",
] as const;
export type AttemptKind = (typeof ATTEMPT_KINDS)[number];

export const ATTEMPT_STATES = [
  /** The request is under way, or its result is not known yet. */
  "open",
  "approved",
  "declined",
  "abandoned",
  /** A person sends the money back; no bank is asked. */
  "by_hand",
  /** Neither the bank's answers nor its inquiry decide; a person must clear it with the bank. */
  "needs_person",
] as const;
export type AttemptState = (typeof ATTEMPT_STATES)[number];

/** A form or an address that takes the customer's browser to the bank; holds no card data. */
export type BankForm = Exclude<ChallengeDisplay, { readonly kind: "html" }>;

export const PENDING_UNTIL = ["day_end", "bank"] as const;

export const PERSON_REASONS = [
  /** The bank approved another amount or currency than the requested one. */
  "amount_differs",
  /** The outcome is unknown, and the bank would carry out a repeated request again. */
  "repeat_is_dangerous",
  /** The outcome is unknown, and the bank refuses the connection's credentials. */
  "connection_refused",
  /** The bank refused to give back money that it had taken after the payment's end. */
  "undo_refused",
  /** The bank has booked a request that had failed, and the books can't take it over. */
  "booked_late",
  /** The bank no longer has a booking that it had confirmed. */
  "taken_back",
  /** The bank has charged a customer at its page, and was not asked to. */
  "charged_unasked",
] as const;
export type PersonReason = (typeof PERSON_REASONS)[number];

/**
 * One request to a bank. It is written before the call and never deleted; whether its id is also
 * the bank's idempotency key, the acquirer's capabilities say.
 */
export type Attempt = {
  readonly merchantId: MerchantId;
  readonly attemptId: AttemptId;
  readonly orderId: OrderId;
  readonly kind: AttemptKind;
  readonly state: AttemptState;
  readonly amount: Money;
  /** The connection; absent for a bank transfer. */
  readonly acquirer: string | undefined;
  /** The reference under which the bank knows the attempt; absent if it is the attempt's id. */
  readonly acquirerReference: string | undefined;
  /** The bank's values that later calls need, encrypted. */
  readonly sealedState: SealedText | undefined;
  readonly bankReference: string | undefined;
  readonly authCode: string | undefined;
  readonly bankCode: string | undefined;
  readonly bankMessage: string | undefined;
  readonly mdStatus: string | undefined;
  readonly bankForm: BankForm | undefined;
  /**
   * True if the bank charges at the page of the challenge that this attempt opened. The connection
   * may have another model by now (docs/decisions/settings-under-way.md).
   */
  readonly chargesInside: boolean;
  /** The bank's page of the challenge, encrypted; only while the payment is `challenged`. */
  readonly sealedDocument: SealedText | undefined;
  /** The time and the amount of the booking, as far as the bank stated them. */
  readonly bookedAt: Instant | undefined;
  readonly approvedMinor: bigint | undefined;
  /** The attempt that an undo takes back. */
  readonly originalAttemptId: AttemptId | undefined;
  /** True if the request has a card without its CVC. */
  readonly lacksCvc: boolean | undefined;
  readonly pendingUntil: (typeof PENDING_UNTIL)[number] | undefined;
  /** The first of several inquiries in a row for which the bank did not know the attempt. */
  readonly notFoundAt: Instant | undefined;
  readonly personReason: PersonReason | undefined;
  readonly createdAt: Instant;
  /** The time at which recovery asks the bank for the result; only while the attempt is open. */
  readonly dueAt: Instant | undefined;
  readonly inquiries: number;
};

type NewAttempt = Pick<
  Attempt,
  "merchantId" | "attemptId" | "orderId" | "kind" | "amount" | "createdAt" | "dueAt"
> &
  Partial<Pick<Attempt, "acquirer" | "acquirerReference" | "originalAttemptId" | "lacksCvc">>;

/** Returns an open attempt of which the bank has said nothing yet. */
export function openAttempt(facts: NewAttempt): Attempt {
  return {
    merchantId: facts.merchantId,
    attemptId: facts.attemptId,
    orderId: facts.orderId,
    kind: facts.kind,
    state: "open",
    amount: facts.amount,
    acquirer: facts.acquirer,
    acquirerReference: facts.acquirerReference,
    sealedState: undefined,
    bankReference: undefined,
    authCode: undefined,
    bankCode: undefined,
    bankMessage: undefined,
    mdStatus: undefined,
    bankForm: undefined,
    chargesInside: false,
    sealedDocument: undefined,
    bookedAt: undefined,
    approvedMinor: undefined,
    originalAttemptId: facts.originalAttemptId,
    lacksCvc: facts.lacksCvc,
    pendingUntil: undefined,
    notFoundAt: undefined,
    personReason: undefined,
    createdAt: facts.createdAt,
    dueAt: facts.dueAt,
    inquiries: 0,
  };
}
