import type { CardDetails } from "../card/card-details.ts";
import type { Instant } from "../kernel/clock.ts";
import type { Currency } from "../kernel/currency.ts";
import type { AttemptId, MerchantId, OrderId } from "../kernel/ids.ts";
import type { Money } from "../kernel/money.ts";
import type { DeclineReason } from "./decline.ts";
import type { RedirectMethod, RedirectOffers } from "./redirect-methods.ts";

/**
 * Port to a bank, or a payment company, that moves the money; the simulated bank and every real one
 * implement it. No method throws for anything that a bank or a network may do; a result that the
 * bank did not clearly state is `unknown`. Every call has its own finite timeout.
 *
 * `attemptId` is the bank's order reference and its idempotency key: a repeated call with the same
 * id must not move money twice, and `inquire` must find the result of that attempt.
 */
export interface Acquirer {
  readonly name: string;
  /** Payment methods at a provider's page; absent where the bank offers none. */
  readonly redirects?: RedirectMethods;
  /** Charges (`sale`) or preauthorises (`preauth`) without 3-D Secure. */
  authorize(request: AuthorizeRequest): Promise<AuthorizeOutcome>;
  /** Opens 3-D Secure: the customer's browser posts `fields` to `action`. No money moves yet. */
  beginChallenge(request: ChallengeRequest): Promise<ChallengeOutcome>;
  /**
   * Reads and verifies the fields that the customer's browser brought back. It calls and changes
   * nothing, and a verified return does not prove that money moved.
   */
  readReturn(expected: ReturnExpectation, fields: ReturnFields): ChallengeReturn;
  /** Charges or preauthorises after a verified 3-D Secure return. */
  authorizeChallenged(request: ChallengedRequest): Promise<AuthorizeOutcome>;
  /** Asks for the result of an authorize, capture, void or refund by its attempt id. */
  inquire(attempt: AttemptReference): Promise<InquiryOutcome>;
  /** Captures a held amount in full or in part; the rest of the amount is released. */
  capture(request: ModificationRequest): Promise<MoveOutcome>;
  /** Releases a held amount that was not captured. */
  void(request: ModificationRequest): Promise<MoveOutcome>;
  /** Returns captured money to the card. */
  refund(request: ModificationRequest): Promise<MoveOutcome>;
  /**
   * Makes sure that an authorization never takes effect: the bank cancels it if it was booked and
   * refuses it if it arrives later. Called before a payment whose attempt the bank did not find is
   * declared failed. A refund is only kept from being made if its request has not arrived yet; a
   * refund that the bank has made stays, and the result is `unknown`.
   */
  reverse(attempt: AttemptReference): Promise<ReverseOutcome>;
}

/**
 * The redirect methods of an acquirer: the customer pays at the page of a wallet, a lender or
 * Papel, and the money moves with the approval there. `inquire` of the acquirer returns the result;
 * it also answers `unknown` while a lender is still deciding. `reverse` cancels an approval that
 * came too late.
 */
export interface RedirectMethods {
  /** Returns the wallets and lenders that customers may choose from in that currency. */
  offers(currency: Currency): RedirectOffers;
  /**
   * Opens the provider's page: the customer's browser posts `fields` to `action`. No money moves
   * yet.
   */
  begin(request: RedirectRequest): Promise<ChallengeOutcome>;
}

export type AttemptReference = {
  readonly merchantId: MerchantId;
  readonly attemptId: AttemptId;
};

type Authorization = AttemptReference & {
  readonly orderId: OrderId;
  readonly kind: "sale" | "preauth";
  /** The amount to charge, with the commission of installments. */
  readonly amount: Money;
  /** 1 is a single charge. */
  readonly installmentCount: number;
};

export type AuthorizeRequest = Authorization & { readonly card: CardDetails };

export type ChallengeRequest = AuthorizeRequest & {
  /** The address to which the bank sends the browser back, by GET or POST. */
  readonly returnUrl: string;
  readonly merchantName: string;
  readonly language: "tr" | "en";
  /** The moment until which the customer may answer, for banks that accept such a limit. */
  readonly expiresAt: Instant;
};

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

export type ChallengedRequest = Authorization & { readonly proof: ChallengeProof };

/** The bank's values of a passed 3-D Secure, which are sent back with the charge. */
export type ChallengeProof = {
  /** The bank's reference to this challenge; contains no card data. */
  readonly md: string;
  readonly mdStatus: string;
  readonly eci: string;
  readonly cavv: string;
};

export type ModificationRequest = AttemptReference & {
  readonly orderId: OrderId;
  /** The authorization or capture that this request changes. */
  readonly originalAttemptId: AttemptId;
  readonly bankReference: string;
  readonly amount: Money;
};

export type Approved = {
  readonly kind: "approved";
  /** The bank's number of the transaction (host reference, RRN). */
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

/** The bank did not answer, or the answer was unreadable: money may or may not have moved. */
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
  /** The bank does not know the attempt. */
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
  /** The fields are not signed by the bank, or are signed for another payment; nothing changes. */
  | { readonly kind: "forged" };
