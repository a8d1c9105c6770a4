import type { Language } from "../../../checkout/session.ts";
import { later, MINUTE, type Clock, type Instant } from "../../../kernel/clock.ts";
import type { SessionId } from "../../../kernel/ids.ts";

/** What of a try is shown again on the next one; never a card number or a security code. */
export type Draft = {
  readonly language: Language;
  readonly holderName: string;
  readonly expiry: string;
};

export type Drafts = {
  keep(sessionId: SessionId, draft: Draft): void;
  find(sessionId: SessionId): Draft | undefined;
};

/** A try, the bank's page and a moment of thought. */
const LIFETIME_MS = 20 * MINUTE;
const SIZE = 5_000;

/**
 * Remembers drafts in this process only: they bridge the way to the bank and back, on which the
 * page keeps neither cookies nor storage. Another process shows an empty form; nothing is lost.
 */
export function createDrafts(clock: Clock): Drafts {
  const drafts = new Map<SessionId, { readonly draft: Draft; readonly until: Instant }>();
  return {
    keep(sessionId, draft) {
      drafts.delete(sessionId);
      const [oldest] = drafts.keys();
      if (oldest !== undefined && drafts.size >= SIZE) drafts.delete(oldest);
      drafts.set(sessionId, { draft, until: later(clock.now(), LIFETIME_MS) });
    },
    find(sessionId) {
      const known = drafts.get(sessionId);
      return known !== undefined && clock.now() < known.until ? known.draft : undefined;
    },
  };
}
