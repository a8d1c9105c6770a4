import type { Language } from "../kernel/language.ts";
import type { SessionId } from "../kernel/ids.ts";
import type { Method } from "../page/method.ts";

/** Form values for another rendering of the form; never a card number or a CVC. */
export type Draft = {
  readonly language: Language;
  readonly method: Method;
  readonly holderName: string;
  readonly expiry: string;
  /** The chosen number of installments. */
  readonly installments: number;
  /** Token of the chosen stored card; empty for a typed card. */
  readonly cardToken: string;
  /**
   * First digits of a card, eight at most, set if a browser without scripts has asked for the
   * installments of that card; empty otherwise.
   */
  readonly bin: string;
};

/**
 * Keeps drafts while the customer is at the bank, when no page of ours is open. Every process of
 * the installation can read the drafts.
 */
export interface Drafts {
  keep(sessionId: SessionId, draft: Draft): Promise<void>;
  find(sessionId: SessionId): Promise<Draft | undefined>;
  forget(sessionId: SessionId): Promise<void>;
  /** Erases a batch of old drafts; true if there may be more. */
  sweep(): Promise<boolean>;
}
