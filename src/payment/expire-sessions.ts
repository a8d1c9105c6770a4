import { SESSION_LIFETIME_MS, type Session } from "../checkout/session.ts";
import { later, MINUTE, toIso, type Clock, type Instant } from "../kernel/clock.ts";
import type { Digest } from "../kernel/digest.ts";
import { sharedEventId, type EventId, type SessionId } from "../kernel/ids.ts";
import { PUBLIC_STATUS, type PaymentState } from "./states.ts";

/** A session whose hour is over, with the payment that holds it. */
export type EndedSession = {
  readonly session: Session;
  readonly holder: PaymentState | undefined;
};

export type SessionEnd = {
  readonly session: Session;
  readonly eventId: EventId;
  readonly at: Instant;
  /** What the merchant is told of it. */
  readonly data: Readonly<Record<string, unknown>>;
};

export type ExpiryRound = {
  readonly ended: readonly EndedSession[];
  /** Whether there may be more. */
  readonly isFull: boolean;
};

export type ExpiryRecord = {
  readonly expired: readonly SessionEnd[];
  /** To be looked at again, because a payment of theirs is open. */
  readonly watched: readonly { readonly session: Session; readonly dueAt: Instant }[];
  /** Everything that the round looked at. */
  readonly looked: readonly Session[];
};

/** Sessions after their hour; any number of processes may look at the same ones. */
export interface SessionExpiry {
  /** Sessions made before `madeBefore` that nobody has looked at, and watched ones that are due. */
  find(round: { readonly now: Instant; readonly madeBefore: Instant }): Promise<ExpiryRound>;
  /** Writes an event once, whoever else finds it too. */
  record(record: ExpiryRecord): Promise<void>;
  /** Has a session looked at, whenever it was made. */
  watch(session: { readonly sessionId: SessionId; readonly dueAt: Instant }): Promise<void>;
}

export type ExpireSessionsDeps = {
  readonly clock: Clock;
  readonly digest: Digest;
  readonly expiry: SessionExpiry;
};

/** After a session's hour; a payment that was asked for in its last moment is written by then. */
export const EXPIRY_MARGIN_MS = MINUTE;
const WATCH_EVERY_MS = MINUTE;

/**
 * Tells of sessions that nobody paid: their hour is over, and no payment of theirs is open or has
 * succeeded. Where one is open, its end decides.
 */
export async function expireSessions(deps: ExpireSessionsDeps): Promise<boolean> {
  const now = deps.clock.now();
  const madeBefore = later(now, -SESSION_LIFETIME_MS - EXPIRY_MARGIN_MS);
  const { ended, isFull } = await deps.expiry.find({ now, madeBefore });
  if (ended.length === 0) return false;
  const unpaid = ended.filter(({ holder }) => holder === undefined);
  const open = ended.filter(({ holder }) => holder !== undefined && isOpen(holder));
  await deps.expiry.record({
    expired: unpaid.map(({ session }) => endOf(deps, session)),
    watched: open.map(({ session }) => ({ session, dueAt: later(now, WATCH_EVERY_MS) })),
    looked: ended.map(({ session }) => session),
  });
  return isFull;
}

function isOpen(state: PaymentState): boolean {
  return PUBLIC_STATUS[state] === "processing" || PUBLIC_STATUS[state] === "pending";
}

const UNIQUE_LENGTH = 10;

function endOf({ digest }: ExpireSessionsDeps, session: Session): SessionEnd {
  const { merchantId, sessionId, expiresAt } = session;
  // Of the id, which is a secret, only a digest may show; its letters are among those of ids.
  const unique = digest.sha256(sessionId).slice(0, UNIQUE_LENGTH);
  return {
    session,
    eventId: sharedEventId(merchantId, expiresAt, unique),
    at: expiresAt,
    data: {
      session_id: sessionId,
      amount: Number(session.amount.minor),
      currency: session.amount.currency,
      mode: session.mode,
      expires_at: toIso(expiresAt),
      metadata: session.metadata,
    },
  };
}
