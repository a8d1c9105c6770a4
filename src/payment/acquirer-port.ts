import type { CardDetails } from "../card/card-details.ts";
import type { CalendarDay } from "../kernel/calendar-day.ts";
import type { Instant } from "../kernel/clock.ts";
import type { Currency } from "../kernel/currency.ts";
import type { AttemptId, MerchantId, OrderId } from "../kernel/ids.ts";
import type { Money } from "../kernel/money.ts";
import type { DeclineReason } from "./decline.ts";
import type { AttemptKind } from "./payment.ts";
import type { RedirectMethod, RedirectOffers } from "./redirect-methods.ts";

/**
 * Port to a bank, or a payment company, that moves the money; the simulated bank and every real one
 * implement it. An acquirer is one connection: a protocol together with a merchant's contract.
 *
 * No method throws for anything that a bank or a network may do; a result that the bank did not
 * clearly state is `unknown`. Every call has its own finite timeout (`capabilities.timeouts`). What
 * a protocol promises beyond that, and what it does not, is stated by `capabilities`; the core
 * never assumes more.
 */
export interface Acquirer {
  /** The connection's name, which payments keep: `sandbox`, or the id of the connection. */
  readonly name: string;
  readonly capabilities: Capabilities;
  /** Payment methods at a provider's page; absent where the bank offers none. */
  readonly redirects?: RedirectMethods;
  /**
   * The reference under which the bank knows an attempt. Pure: always the same for one attempt, and
   * unique within the bank's terminal.
   */
  referenceOf(attemptId: AttemptId): string;
  /**
   * Charges (`sale`) or preauthorises (`preauth`), or opens 3-D Secure if the request asks for it.
   * A card that is charged without 3-D Secure never answers with a challenge unless
   * `request.challenge` allows one.
   */
  authorize(request: AuthorizeRequest): Promise<AuthorizeOutcome>;
  /**
   * Reads and verifies the fields that the customer's browser brought back. It moves no money; it
   * may ask the bank, because some protocols decrypt the return there.
   */
  readReturn(request: ReturnRequest): Promise<ReturnOutcome>;
  /** Charges or preauthorises after a passed 3-D Secure. */
  authorizeChallenged(request: ChallengedRequest): Promise<FinalOutcome>;
  /** Captures a held amount in full or in part; the rest of the amount is released. */
  capture(request: ModificationRequest): Promise<ModificationOutcome>;
  /** Releases a held amount that was not captured. */
  void(request: ModificationRequest): Promise<ModificationOutcome>;
  /** Returns captured money to the card: by a void of the sale or by a refund, as the bank wants it. */
  refund(request: RefundRequest): Promise<ModificationOutcome>;
  /** Asks for the result of an authorize, capture, void or refund by the attempt's reference. */
  inquire(inquiry: Inquiry): Promise<InquiryOutcome>;
  /**
   * Leaves nothing of an authorization standing, as far as the bank can: see `capabilities.undo`.
   * May be repeated until it answers `undone` or `nothing_there`.
   */
  undo(inquiry: Inquiry): Promise<UndoOutcome>;
  /** Lists everything that the bank booked on a day; absent where the protocol has no such call. */
  movements?(day: CalendarDay): Promise<MovementList | Unknown>;
  /** Asks the bank something harmless that needs the credentials, for `test` and `doctor`. */
  check?(): Promise<ConnectionCheck>;
}

/** What one connection can do and promises. Constant for the connection. */
export type Capabilities = {
  /** True if the contract allows a charge without 3-D Secure. */
  readonly withoutChallenge: boolean;
  /**
   * How 3-D Secure ends: the service charges after the return (`auth_then_charge`), or the bank
   * charges before the browser is back (`charge_inside`, for example 3d_pay).
   */
  readonly challenge: "auth_then_charge" | "charge_inside" | "none";
  readonly preauth: boolean;
  /** False if a capture must be for the whole held amount. */
  readonly captureLess: boolean;
  readonly voidHold: boolean;
  readonly refund: {
    readonly partial: boolean;
    /**
     * The refunds that the bank takes before its day end: `any`, a full one as a void
     * (`full_as_void`; a partial one waits as `pending`), or none.
     */
    readonly beforeDayEnd: "any" | "full_as_void" | "no";
  };
  /** The effect of an authorize that is sent again with the same reference. */
  readonly repeatedAuthorize: "same_answer" | "refused" | "executed";
  /** The effect of a capture, void or refund that is sent again. */
  readonly repeatedModification: "same_answer" | "refused" | "executed";
  readonly inquiry: {
    /** True if an inquiry can tell whether one particular refund was made. */
    readonly seesRefunds: boolean;
    /** `never_arrived`: the bank does not know the request. `not_paid`: it may know it. */
    readonly notFound: "never_arrived" | "not_paid" | "none";
  };
  readonly undo: {
    /** True if undo works by the attempt's own reference, also while the outcome is unknown. */
    readonly byReference: boolean;
    /** True if a request that arrives after the undo is refused. */
    readonly blocksLate: boolean;
  };
  /** The currencies of the terminal. */
  readonly currencies: readonly Currency[];
  readonly installmentCounts: readonly number[];
  readonly timeouts: {
    /** The longest wait for a charge, in ms. */
    readonly chargeMs: number;
    /** The longest wait for an inquiry, in ms. */
    readonly inquiryMs: number;
    /** From this many ms after the start of a request, `not_found` may be believed. */
    readonly settledMs: number;
  };
  /** The time of the bank's day end in Istanbul, `HH:MM`; undefined where it has no effect. */
  readonly dayEnd: string | undefined;
};

/**
 * Values of the bank that a later call needs (md, xid, host reference …), as JSON text that only
 * the adapter reads: at most 16 KiB, with a version (`{"v":1,…}`), without card number and CVC. It
 * is stored encrypted, in the commit of the outcome that brought it.
 */
export type AcquirerState = string & { readonly __brand: "AcquirerState" };

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
};

/** The customer as far as the session names one; an adapter fills required fields that are absent. */
export type Payer = {
  readonly name: string | undefined;
  readonly email: string | undefined;
  readonly phone: string | undefined;
  /** The client's network: an IPv4 address or an IPv6 /64. */
  readonly network: string | undefined;
};

export type AuthorizeRequest = Authorization & {
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

/** The bank's values of a passed 3-D Secure, which are sent back with the charge. */
export type ChallengeProof = {
  readonly mdStatus: string;
  /** Electronic commerce indicator; empty where the bank does not say it. */
  readonly eci: string;
  readonly state: AcquirerState;
};

/** The authorization or capture that a modification changes. */
export type OriginalAttempt = {
  readonly attemptId: AttemptId;
  readonly reference: string;
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
};

export type Approved = {
  readonly kind: "approved";
  /** The bank's number of the transaction (host reference, RRN). */
  readonly bankReference: string;
  readonly authCode: string;
  readonly bankCode: string;
  /** The amount that the bank says it approved; undefined if its answer has none. */
  readonly amount?: Money | undefined;
  /** When the bank booked the amount, if it says so. */
  readonly bookedAt?: Instant | undefined;
  /** The state that captures, voids and refunds will need. */
  readonly state?: AcquirerState | undefined;
};

/** Whether the same payment may be tried again, and where. */
export type Retry =
  /** The card scheme forbids a further try with this card. */
  | "never"
  /** Not with the same card and the same terms. */
  | "no"
  | "later"
  | "with_challenge"
  | "other_terms"
  /** The request provably reached no bank: the same request may be sent, also to another bank. */
  | "same_request";

export type Declined = {
  readonly kind: "declined";
  readonly reason: DeclineReason;
  readonly bankCode: string;
  /** The bank's text, at most 200 characters, without card data. */
  readonly bankMessage: string;
  readonly retry?: Retry | undefined;
  /**
   * True if the bank refused a reference that it already knows. After a lost answer this is no
   * decline: the core inquires.
   */
  readonly duplicateReference?: boolean | undefined;
};

/** The bank did not answer, or the answer was unreadable: money may or may not have moved. */
export type Unknown = { readonly kind: "unknown"; readonly cause: string };

/** The bank has the request and will decide later, or will take it from `askAt` on. */
export type Pending = {
  readonly kind: "pending";
  /**
   * `day_end`: nothing was booked; the same modification is sent again after the bank's day end.
   * `bank`: the bank has booked the request as open; the inquiry finds its decision.
   */
  readonly until: "day_end" | "bank";
  readonly askAt: Instant | undefined;
  readonly state?: AcquirerState | undefined;
};

/** How the customer's browser is sent to the bank. */
export type Challenge = {
  readonly kind: "challenge";
  readonly show: ChallengeDisplay;
  /** The state that `readReturn` will need. */
  readonly state?: AcquirerState | undefined;
};

export type ChallengeDisplay =
  /** The browser posts `fields` to `action`. No field holds card data. */
  | {
      readonly kind: "form";
      readonly action: string;
      readonly fields: Readonly<Record<string, string>>;
    }
  | { readonly kind: "redirect"; readonly url: string }
  /** A document of the bank, at most 256 KiB, without card data. It is foreign script. */
  | { readonly kind: "html"; readonly document: string };

export type FinalOutcome = Approved | Declined | Unknown;
export type AuthorizeOutcome = Approved | Declined | Challenge | Unknown;
export type ModificationOutcome = Approved | Declined | Pending | Unknown;

export type UndoOutcome =
  /** The charge or preauthorization was cancelled. */
  | { readonly kind: "undone" }
  /** The bank knows no charge of this reference. */
  | { readonly kind: "nothing_there" }
  /** The charge stands and cannot be undone this way; a refund must return the money. */
  | { readonly kind: "stands"; readonly approved: Approved }
  | Unknown;

export type InquiryOutcome =
  | Approved
  | Declined
  | Pending
  /** 3-D Secure was opened and is not finished. */
  | { readonly kind: "challenge_open" }
  /** 3-D Secure was passed, and nothing is charged yet. */
  | { readonly kind: "challenge_passed"; readonly proof: ChallengeProof }
  /** The bank does not know the attempt. */
  | { readonly kind: "not_found" }
  /** The charge was cancelled. */
  | { readonly kind: "undone" }
  | Unknown;

export type ReturnFields = Readonly<Record<string, string>>;

export type ReturnOutcome =
  /** 3-D Secure was passed; `authorizeChallenged` charges. */
  | { readonly kind: "authenticated"; readonly proof: ChallengeProof }
  /** The bank has charged or declined, and has signed this for our amount (`charge_inside`). */
  | { readonly kind: "decided"; readonly outcome: Approved | Declined }
  /** The return proves nothing; the inquiry decides. */
  | { readonly kind: "ask" }
  | {
      readonly kind: "not_authenticated";
      readonly reason: DeclineReason;
      readonly mdStatus: string;
      readonly bankMessage?: string | undefined;
    }
  /** The fields are not signed by the bank, or are signed for another payment; nothing changes. */
  | { readonly kind: "forged" }
  /** The bank had to be asked and did not answer; the customer may send the return again. */
  | Unknown;

/** One booking of a bank's day. */
export type Movement = {
  readonly reference: string;
  readonly kind: "sale" | "preauth" | "capture" | "void" | "refund";
  readonly amount: Money;
  readonly bookedAt: Instant;
  readonly bankReference: string;
};

export type MovementList = { readonly kind: "movements"; readonly movements: readonly Movement[] };

export type ConnectionCheck =
  | { readonly kind: "ready" }
  /** The bank answered and refused; `code` and `message` are its own. */
  | { readonly kind: "refused"; readonly code: string; readonly message: string }
  | Unknown;

/**
 * The redirect methods of an acquirer: the customer pays at the page of a wallet, a lender or
 * Papel, and the money moves with the approval there. `inquire` of the acquirer returns the result;
 * it also answers `unknown` while a lender is still deciding. `undo` cancels an approval that came
 * too late.
 */
export interface RedirectMethods {
  /** Returns the wallets and lenders that customers may choose from in that currency. */
  offers(currency: Currency): RedirectOffers;
  /**
   * Opens the provider's page: the customer's browser posts `fields` to `action`. No money moves
   * yet.
   */
  begin(request: RedirectRequest): Promise<Challenge | Declined | Unknown>;
}

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
