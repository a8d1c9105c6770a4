import { SESSION_LIFETIME_MS, type Session } from "../checkout/session.ts";
import { later, MINUTE, toIso, type Instant } from "../kernel/clock.ts";
import { isolate } from "../kernel/isolate.ts";
import type { FailedItem, ItemKey } from "../job/failed-item.ts";
import type { Claimed } from "../job/ports.ts";
import { countFailure, type TryDeps } from "../job/try-item.ts";
import type { Digest } from "../kernel/digest.ts";
import { sharedEventId, type EventId, type MerchantId, type SessionId } from "../kernel/ids.ts";
import type { SandboxClocks } from "../merchant/clocks.ts";
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

/** How far a merchant's sessions were looked through: every id up to this one. */
export type ExpiryPlace = { readonly merchantId: MerchantId; readonly upTo: string };

/**
 * A sandbox that is ahead has a place of its own: its sessions are over earlier than those of live
 * mode that were made before them.
 */
export type SandboxPlace = ExpiryPlace & {
  /** Where it was looked from; the place is moved from there, or not at all. */
  readonly from: string | undefined;
};

export type ExpiryPlaces = {
  readonly merchants: readonly ExpiryPlace[];
  readonly sandboxes: readonly SandboxPlace[];
};

export type ExpirySearch = {
  /** The real time, by which watched sessions are due. */
  readonly now: Instant;
  /** Sessions of either mode that were made before this are over. */
  readonly madeBefore: Instant;
  /** Sandboxes that are ahead, each with the same bound in its own time. */
  readonly sandboxes: readonly { readonly merchantId: MerchantId; readonly madeBefore: Instant }[];
};

export type ExpiryRound = {
  readonly ended: readonly Claimed<EndedSession>[];
  readonly places: ExpiryPlaces;
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
  /** Sessions that are over and were not looked at, and watched ones that are due. */
  find(search: ExpirySearch): Promise<ExpiryRound>;
  /** Writes an event once, whoever else finds it too. */
  record(record: ExpiryRecord): Promise<void>;
  /** Lets a session that can't be looked at now be looked at again, without reading it. */
  putOff(key: ItemKey, dueAt: Instant): Promise<void>;
  /** Moves the places past sessions that are recorded or put off. */
  pass(places: ExpiryPlaces): Promise<void>;
  /** Has a session looked at, whenever it was made. */
  watch(session: { readonly sessionId: SessionId; readonly dueAt: Instant }): Promise<void>;
}

export type ExpireSessionsDeps = TryDeps & {
  readonly clocks: SandboxClocks;
  readonly digest: Digest;
  readonly expiry: SessionExpiry;
};

/** After a session's hour; a payment that was asked for in its last moment is written by then. */
const EXPIRY_MARGIN_MS = MINUTE;
const WATCH_EVERY_MS = MINUTE;
export const OVER_AFTER_MS = SESSION_LIFETIME_MS + EXPIRY_MARGIN_MS;

/** A session that was made before this is over at `now`, to the millisecond. */
export function overIfBefore(now: Instant): Instant {
  return later(now, 1 - OVER_AFTER_MS);
}

/**
 * Tells of sessions that nobody paid: their hour is over, and no payment of theirs is open or has
 * succeeded. Where one is open, its end decides.
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
  // A session at fault is put off alone; the others of the round are recorded.
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
  const open = ended.filter(({ holder }) => holder !== undefined && isOpen(holder));
  return {
    expired: unpaid.map(({ session }) => endOf(deps, session)),
    watched: open.map(({ session }) => ({
      session,
      dueAt: later(deps.clocks.now(session), WATCH_EVERY_MS),
    })),
    looked: ended.map(({ session }) => session),
  };
}

function isOpen(state: PaymentState): boolean {
  return PUBLIC_STATUS[state] === "processing" || PUBLIC_STATUS[state] === "pending";
}

const UNIQUE_LENGTH = 10;

function endOf({ digest }: ExpireSessionsDeps, session: Session): SessionEnd {
  const { merchantId, sessionId, createdAt, expiresAt } = session;
  // Of the id, which is a secret, only a digest may show; its letters are among those of ids.
  const unique = digest.sha256(sessionId).slice(0, UNIQUE_LENGTH);
  // The end of a sandbox's session changes where the sandbox goes back to the real time.
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
      metadata: session.metadata,
    },
  };
}
