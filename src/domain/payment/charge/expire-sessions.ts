import { SESSION_LIFETIME_MS, type Session } from "../../session/session.ts";
import { later, MINUTE, toIso, type Instant } from "../../../kernel/clock.ts";
import { isolate } from "../../../kernel/isolate.ts";
import type { FailedItem, ItemKey } from "../../job/failed-item.ts";
import type { Claimed } from "../../job/ports.ts";
import { countFailure, type TryDeps } from "../../job/try-item.ts";
import type { Digest } from "../../../kernel/digest.ts";
import {
  sharedEventId,
  type EventId,
  type MerchantId,
  type SessionId,
} from "../../../kernel/ids.ts";
import type { SandboxClocks } from "../../merchant/clocks.ts";
import { isDecided, type PaymentState } from "../states.ts";

/** A session whose hour is over, with the state of the payment that holds it. */
export type EndedSession = {
  readonly session: Session;
  readonly holder: PaymentState | undefined;
};

export type SessionEnd = {
  readonly session: Session;
  readonly eventId: EventId;
  readonly at: Instant;
  /** The event data for the merchant. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The next look at the session, if a payment has claimed it meanwhile. */
  readonly dueAt: Instant;
};

/**
 * The position of the expiry search: all sessions of the merchant with an id up to `upTo` were
 * read.
 */
export type ExpiryPlace = { readonly merchantId: MerchantId; readonly upTo: string };

/**
 * The position of a sandbox whose clock is ahead. It is separate from the merchant's own position,
 * because sessions of the sandbox expire earlier than live sessions that were made before them.
 */
export type SandboxPlace = ExpiryPlace & {
  /**
   * The position at the start of the round; the store moves it only if it has not changed since.
   */
  readonly from: string | undefined;
};

export type ExpiryPlaces = {
  readonly merchants: readonly ExpiryPlace[];
  readonly sandboxes: readonly SandboxPlace[];
};

export type ExpirySearch = {
  /** The real time, by which watched sessions are due. */
  readonly now: Instant;
  /** Sessions of either mode that were made before this moment have expired. */
  readonly madeBefore: Instant;
  /** Sandboxes whose clock is ahead, each with the `madeBefore` of its own time. */
  readonly sandboxes: readonly { readonly merchantId: MerchantId; readonly madeBefore: Instant }[];
};

export type ExpiryRound = {
  readonly ended: readonly Claimed<EndedSession>[];
  readonly places: ExpiryPlaces;
  /** True if more sessions may have expired than this round has read. */
  readonly isFull: boolean;
};

export type ExpiryRecord = {
  /** Sessions that no payment held when they were read. */
  readonly expired: readonly SessionEnd[];
  /** Sessions with an open payment, to be read again at `dueAt`. */
  readonly watched: readonly { readonly session: Session; readonly dueAt: Instant }[];
  /** All sessions of the round. */
  readonly read: readonly Session[];
};

/** Store of the expiry search. Any number of processes may read the same sessions. */
export interface SessionExpiry {
  /** Finds expired sessions that were not read yet, and watched ones that are due. */
  find(search: ExpirySearch): Promise<ExpiryRound>;
  /**
   * Closes the expired sessions and writes their events in one commit. Each event is written once,
   * even if several processes find the same session. A session that a payment has taken meanwhile
   * is watched instead.
   */
  record(record: ExpiryRecord): Promise<void>;
  /** Postpones a session that cannot be processed now, without reading it. */
  putOff(key: ItemKey, dueAt: Instant): Promise<void>;
  /** Moves the positions past sessions that are recorded or put off. */
  pass(places: ExpiryPlaces): Promise<void>;
  /** Schedules a session for the search, however old it is. */
  watch(session: { readonly sessionId: SessionId; readonly dueAt: Instant }): Promise<void>;
}

export type ExpireSessionsDeps = TryDeps & {
  readonly clocks: SandboxClocks;
  readonly digest: Digest;
  readonly expiry: SessionExpiry;
};

/**
 * How long after a session's hour the search first reads it. A payment that was requested in the
 * last moment of the hour is usually written within this margin; a later one is refused.
 */
const EXPIRY_MARGIN_MS = MINUTE;
const WATCH_EVERY_MS = MINUTE;
export const OVER_AFTER_MS = SESSION_LIFETIME_MS + EXPIRY_MARGIN_MS;

/**
 * Returns the moment before which a session must have been made so that the search may read it at
 * `now`, exact to the millisecond.
 */
export function overIfBefore(now: Instant): Instant {
  return later(now, 1 - OVER_AFTER_MS);
}

/**
 * Closes the sessions whose hour is over and of which no payment is open or has succeeded, and
 * emits their events. A session with an open payment is watched until that payment ends.
 */
export async function expireSessions(deps: ExpireSessionsDeps): Promise<boolean> {
  const { clock, clocks } = deps;
  const now = clock.now();
  const { ended, isFull, places } = await deps.expiry.find({
    now,
    madeBefore: overIfBefore(now),
    sandboxes: clocks.moved().map(({ merchantId }) => ({
      merchantId,
      madeBefore: overIfBefore(clocks.now({ merchantId, mode: "test" })),
    })),
  });
  if (ended.length === 0 && places.sandboxes.length === 0) return false;
  // A session that fails is put off alone; the others of the round are recorded.
  await isolate(ended, {
    isPassing: deps.isPassing,
    work: async (some) => deps.expiry.record(recordOf(deps, some)),
    onFault: ({ key }, error) => {
      const putOff = ({ dueAt }: FailedItem): Promise<void> => deps.expiry.putOff(key, dueAt);
      return countFailure(deps, { key, putOff }, error);
    },
  });
  await deps.expiry.pass(places);
  return isFull;
}

function recordOf(
  deps: ExpireSessionsDeps,
  claimed: readonly Claimed<EndedSession>[],
): ExpiryRecord {
  const ended = claimed.map(({ read }) => read());
  const unpaid = ended.filter(({ holder }) => holder === undefined);
  const open = ended.filter(({ holder }) => holder !== undefined && !isDecided(holder));
  return {
    expired: unpaid.map(({ session }) => endOf(deps, session)),
    watched: open.map(({ session }) => ({ session, dueAt: nextLookAt(deps, session) })),
    read: ended.map(({ session }) => session),
  };
}

function nextLookAt({ clocks }: ExpireSessionsDeps, session: Session): Instant {
  return later(clocks.now(session), WATCH_EVERY_MS);
}

const UNIQUE_LENGTH = 10;

function endOf(deps: ExpireSessionsDeps, session: Session): SessionEnd {
  const { digest } = deps;
  const { merchantId, sessionId, createdAt, expiresAt } = session;
  // The session id is a secret, so only a digest of it may be visible. A hexadecimal digest uses
  // only letters that ids may contain.
  const unique = digest.sha256(sessionId).slice(0, UNIQUE_LENGTH);
  // The planned end is used, because the real end of a sandbox's session changes when the sandbox
  // returns to the real time.
  const plannedEnd = later(createdAt, SESSION_LIFETIME_MS);
  return {
    session,
    eventId: sharedEventId(merchantId, plannedEnd, unique),
    at: expiresAt,
    data: {
      session_id: sessionId,
      amount: Number(session.amount.minor),
      currency: session.amount.currency,
      mode: session.mode,
      expires_at: toIso(expiresAt),
      ...(session.reference === undefined ? {} : { reference: session.reference }),
      metadata: session.metadata,
    },
    dueAt: nextLookAt(deps, session),
  };
}
