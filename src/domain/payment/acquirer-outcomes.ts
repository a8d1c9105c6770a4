import type { Instant } from "../../kernel/clock.ts";
import type { Money } from "../../kernel/money.ts";
import type { CardWord } from "../card/card-note.ts";
import type { DeclineReason } from "./decline.ts";

/**
 * Values of the bank that a later call needs (md, xid, host reference …), as JSON text that only
 * the adapter reads: at most 16 KiB, with a version (`{"v":1,…}`), without card number and CVC. It
 * is stored encrypted, in the commit of the outcome that brought it.
 */
export type AcquirerState = string & { readonly __brand: "AcquirerState" };

/** The bank's values of a passed 3-D Secure, which are sent back with the charge. */
export type ChallengeProof = {
  readonly mdStatus: string;
  /** Electronic commerce indicator; empty where the bank does not say it. */
  readonly eci: string;
  readonly state: AcquirerState;
};

export type Approved = {
  readonly kind: "approved";
  /** The bank's number of the transaction (host reference, RRN). */
  readonly bankReference: string;
  readonly authCode: string;
  readonly bankCode: string;
  /** The amount that the bank says it approved; undefined if its answer has none. */
  readonly amount?: Money | undefined;
  /** The time at which the bank booked the amount, if its answer has one. */
  readonly bookedAt?: Instant | undefined;
  /**
   * True for a refund that the bank made by voiding the whole sale: it settles neither the sale nor
   * the refund.
   */
  readonly isVoid?: boolean | undefined;
  /** The state that captures, voids and refunds will need. */
  readonly state?: AcquirerState | undefined;
  /**
   * The answer's word about the card. Its `bin` is absent where the answer has no digits of the
   * number.
   */
  readonly card?: (Omit<CardWord, "bin"> & { readonly bin?: string | undefined }) | undefined;
};

/** The bank's list of cards. */
export type CardList = { readonly kind: "cards"; readonly cards: readonly CardWord[] };

/** The rule for a further try of the same payment. */
export type Retry =
  /** The card scheme forbids a further try with this card. */
  | "never"
  /** A further try needs another card or other terms. */
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
  /** True if the bank refused a capture or void because the hold is over: nothing is held. */
  readonly isHoldOver?: true;
};

/** The bank did not answer, or the answer was unreadable: money may or may not have moved. */
export type Unknown = {
  readonly kind: "unknown";
  readonly cause: string;
  /**
   * True if the bank answered and its bookings can't be told apart: once no request can be on its
   * way, a person must decide.
   */
  readonly isAmbiguous?: true;
  /** The sum of a payment's refunds, from a bank that tells no more of them. */
  readonly refundedSum?: Money | undefined;
  /** True if no bank was asked, because only another process can open the connection. */
  readonly isUnasked?: true;
};

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

/** The form, address or document that takes the customer's browser to the bank. */
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

export type ReturnOutcome =
  /** 3-D Secure was passed; `authorizeChallenged` charges. */
  | {
      readonly kind: "authenticated";
      readonly proof: ChallengeProof;
      /** A difference that the bank decides at the charge; it is reported. */
      readonly doubt?: string | undefined;
    }
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

export const MOVEMENT_KINDS = ["sale", "preauth", "capture", "void", "refund"] as const;

/** One booking of a bank's day, as far as it stands: no declined or reversed request. */
export type Movement = {
  /** Our reference of the attempt, or of the authorization that it changes. */
  readonly reference: string;
  /** Our reference of the authorization that it changes, if the bank lists it beside the other. */
  readonly original?: string | undefined;
  readonly kind: (typeof MOVEMENT_KINDS)[number];
  readonly amount: Money;
  readonly bookedAt: Instant;
  readonly bankReference: string;
};

export type MovementList = {
  readonly kind: "movements";
  readonly movements: readonly Movement[];
  /** The name of the next page; absent on the last one. */
  readonly next?: string | undefined;
};

export type ConnectionCheck =
  | { readonly kind: "ready" }
  /** The bank answered and refused; `code` and `message` are its own. */
  | { readonly kind: "refused"; readonly code: string; readonly message: string }
  | Unknown;
