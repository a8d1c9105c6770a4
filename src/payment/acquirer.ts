import type { CardDetails } from "../card/card-details.ts";
import type { Instant } from "../kernel/clock.ts";
import type { AttemptId, MerchantId, OrderId } from "../kernel/ids.ts";
import type { Money } from "../kernel/money.ts";
import type { DeclineReason } from "./decline.ts";
import type { RedirectMethods } from "./redirect-methods.ts";

/**
 * A bank, or a payment company, that moves the money: the port that the simulated bank and every
 * real one are reached through. No method throws for what a bank or a network may do; what the bank
 * did not clearly say is `unknown`. Every call has its own finite timeout.
 *
 * `attemptId` is the bank's order reference and its idempotency key: a repeated call with the same
 * id must not move money twice, and `inquire` must find what became of it.
 */
export interface Acquirer {
  readonly name: string;
  /** Sends customers to pay otherwise than by card; absent where the bank can't. */
  readonly redirects?: RedirectMethods;
  /** Charges (`sale`) or holds (`preauth`) without 3-D Secure. */
  authorize(request: AuthorizeRequest): Promise<AuthorizeOutcome>;
  /** Opens 3-D Secure: the customer's browser posts `fields` to `action`. No money moves yet. */
  beginChallenge(request: ChallengeRequest): Promise<ChallengeOutcome>;
  /**
   * Reads and verifies what the customer's browser brought back; pure, proves nothing about money.
   */
  readReturn(expected: ReturnExpectation, fields: ReturnFields): ChallengeReturn;
  /** Charges or holds after a verified 3-D Secure return. */
  authorizeChallenged(request: ChallengedRequest): Promise<AuthorizeOutcome>;
  /** What became of an authorize, capture, void or refund, by its attempt id. */
  inquire(attempt: AttemptReference): Promise<InquiryOutcome>;
  /** Takes a held amount, in full or less; the rest of the hold is released. */
  capture(request: ModificationRequest): Promise<MoveOutcome>;
  /** Releases a hold that was not captured. */
  void(request: ModificationRequest): Promise<MoveOutcome>;
  /** Returns captured money to the card. */
  refund(request: ModificationRequest): Promise<MoveOutcome>;
  /**
   * Makes sure that an authorize never stands: undoes it if it was booked and refuses it if it
   * comes later. Used where an inquiry finds nothing and the payment is declared failed. Of a
   * refund it only makes sure that it will not come; one that was made stands, and is `unknown`
   * here.
   */
  reverse(attempt: AttemptReference): Promise<ReverseOutcome>;
}

export type AttemptReference = {
  readonly merchantId: MerchantId;
  readonly attemptId: AttemptId;
};

type Authorization = AttemptReference & {
  readonly orderId: OrderId;
  readonly kind: "sale" | "preauth";
  /** What is charged, commission of installments included. */
  readonly amount: Money;
  /** 1 is a single charge. */
  readonly installmentCount: number;
};

export type AuthorizeRequest = Authorization & { readonly card: CardDetails };

export type ChallengeRequest = AuthorizeRequest & {
  /** Where the bank sends the browser back, by GET or POST. */
  readonly returnUrl: string;
  readonly merchantName: string;
  readonly language: "tr" | "en";
  /** Until when the customer may answer, where the bank lets its terminals say so. */
  readonly expiresAt: Instant;
};

export type ChallengedRequest = Authorization & { readonly proof: ChallengeProof };

/** What the bank gave for a passed 3-D Secure, to be handed back with the charge. */
export type ChallengeProof = {
  /** The bank's handle on the card of this challenge; contains no card data. */
  readonly md: string;
  readonly mdStatus: string;
  readonly eci: string;
  readonly cavv: string;
};

export type ModificationRequest = AttemptReference & {
  readonly orderId: OrderId;
  /** The authorize or capture that this one follows. */
  readonly originalAttemptId: AttemptId;
  readonly bankReference: string;
  readonly amount: Money;
};

export type Approved = {
  readonly kind: "approved";
  /** The bank's own number of the transaction (host reference, RRN). */
  readonly bankReference: string;
  readonly authCode: string;
  readonly bankCode: string;
};

export type Declined = {
  readonly kind: "declined";
  readonly reason: DeclineReason;
  readonly bankCode: string;
  readonly bankMessage: string;
};

/** The bank did not answer, or not readably: money may or may not have moved. */
export type Unknown = { readonly kind: "unknown"; readonly cause: string };

export type Challenge = {
  readonly kind: "challenge";
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
};

export type AuthorizeOutcome = Approved | Declined | Unknown;
export type ChallengeOutcome = Challenge | Declined | Unknown;
export type MoveOutcome = Approved | Declined | Unknown;
export type ReverseOutcome = { readonly kind: "reversed" } | Unknown;

export type InquiryOutcome =
  | Approved
  | Declined
  /** 3-D Secure was opened and is not finished. */
  | { readonly kind: "challenge_open" }
  /** The bank has never heard of the attempt. */
  | { readonly kind: "not_found" }
  | { readonly kind: "reversed" }
  | Unknown;

export type ReturnFields = Readonly<Record<string, string>>;

export type ReturnExpectation = AttemptReference & {
  readonly orderId: OrderId;
  readonly amount: Money;
};

export type ChallengeReturn =
  | { readonly kind: "authenticated"; readonly proof: ChallengeProof }
  | {
      readonly kind: "not_authenticated";
      readonly reason: DeclineReason;
      readonly mdStatus: string;
    }
  /** Not signed by the bank, or signed for another payment: changes nothing. */
  | { readonly kind: "forged" };
