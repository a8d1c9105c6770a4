import type { Language } from "../../checkout/session.ts";
import type { SessionId } from "../../kernel/ids.ts";
import type { Method } from "../page/method.ts";

/** What of a try is shown again on the next one; never a card number or a security code. */
export type Draft = {
  readonly language: Language;
  readonly method: Method;
  readonly holderName: string;
  readonly expiry: string;
  /** Number of installments that was chosen. */
  readonly installments: number;
  /** Token of the stored card that was chosen; empty for a typed one. */
  readonly cardToken: string;
  /**
   * First digits of a card, eight at most, whose installments a browser without scripts has asked
   * for; empty otherwise.
   */
  readonly bin: string;
};

/**
 * Keeps drafts for the way to the bank and back, on which the page itself keeps nothing, and for
 * every process of the installation.
 */
export interface Drafts {
  keep(sessionId: SessionId, draft: Draft): Promise<void>;
  find(sessionId: SessionId): Promise<Draft | undefined>;
  forget(sessionId: SessionId): Promise<void>;
  /** Erases some of what nobody has come back for; whether there may be more. */
  sweep(): Promise<boolean>;
}
