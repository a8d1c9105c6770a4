import type { AttemptId, MerchantId } from "../../kernel/ids.ts";

/** A text that the vault has encrypted for one attempt. */
export type SealedText = string & { readonly __brand: "SealedText" };

const PREFIX = "sealed:";

/** True for the text of an envelope, which names its vault key. */
export function isSealedText(text: string): text is SealedText {
  return text.startsWith(PREFIX);
}

/**
 * A text that the vault has just encrypted, for the statement that stores it. A text that was read
 * from the database is never written back: its vault key may have been replaced since.
 */
export type NewSealedText = {
  /**
   * Returns the text; call it when the statement is sent.
   * @throws SealedTooLongAgo
   */
  readonly take: () => SealedText;
};

/** The bank's values that a change writes into an attempt; an absent one is left as it is. */
export type NewSealedTexts = {
  readonly newState?: NewSealedText | undefined;
  readonly newDocument?: NewSealedText | undefined;
};

/**
 * The text was encrypted so long ago that its vault key may have been replaced. Nothing is stored;
 * recovery asks the bank again.
 */
export class SealedTooLongAgo extends Error {
  override readonly name = "SealedTooLongAgo";

  constructor() {
    super("a bank's value was encrypted too long ago to be stored");
  }
}

/** An encrypted text belongs to one attempt and one purpose; elsewhere it can't be decrypted. */
export type SealedPlace = {
  readonly merchantId: MerchantId;
  readonly attemptId: AttemptId;
  readonly purpose: "acquirer_state" | "challenge_document";
};

/**
 * Encrypts the values of banks that are stored with an attempt. Most attempts of the sandbox have
 * none.
 */
export interface AttemptVault {
  seal(place: SealedPlace, text: string): Promise<NewSealedText>;
  /** Rejects if the text was changed, or if this machine lacks its vault key. */
  open(place: SealedPlace, sealed: SealedText): Promise<string>;
}
