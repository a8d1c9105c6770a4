import type { AttemptId, MerchantId } from "../kernel/ids.ts";

/** A text that the vault has encrypted for one attempt. */
export type SealedText = string & { readonly __brand: "SealedText" };

const PREFIX = "sealed:";

/** True for the text of an envelope, which names its vault key. */
export function isSealedText(text: string): text is SealedText {
  return text.startsWith(PREFIX);
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
  seal(place: SealedPlace, text: string): Promise<SealedText>;
  /** Rejects if the text was changed, or if this machine lacks its vault key. */
  open(place: SealedPlace, sealed: SealedText): Promise<string>;
}
