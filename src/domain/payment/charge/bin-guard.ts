import type { Session } from "../../session/session.ts";
import { MINUTE, SECOND } from "../../../kernel/clock.ts";
import type { SessionId } from "../../../kernel/ids.ts";
import { RecentMap } from "../../../kernel/recent-map.ts";
import { LIMITS } from "../../limit/limits.ts";
import type { SharedBuckets } from "../../limit/shared-buckets.ts";

/**
 * The least number of sessions whose BINs are remembered. In a session that was forgotten, a
 * repeated BIN counts again.
 */
const SESSIONS = 5_000;

/**
 * Limits the BIN and installment look-ups of a session, so that they cannot be used to copy the BIN
 * table. A customer looks up one or two cards; a repetition of the same six digits is free.
 */
export class BinGuard {
  readonly #buckets: SharedBuckets;
  readonly #asked = new RecentMap<SessionId, Set<string>>(SESSIONS);

  constructor(buckets: SharedBuckets) {
    this.#buckets = buckets;
  }

  /**
   * Counts the look-up. Returns the seconds until it is allowed, or `undefined` if it is allowed
   * now.
   */
  waitBefore({ sessionId, mode }: Session, bin: string): number | undefined {
    const asked = this.#asked.get(sessionId) ?? this.#remember(sessionId);
    const digits = bin.slice(0, 6);
    if (asked.has(digits)) return undefined;
    const capacity = LIMITS.binsPerMinute[mode];
    const perSecond = capacity / (MINUTE / SECOND);
    const rule = { subject: `bins ${sessionId}`, capacity, perSecond };
    const used = this.#buckets.used(rule) + 1;
    if (used > capacity) return Math.max(1, Math.ceil((used - capacity) / perSecond));
    this.#buckets.add(rule, 1);
    asked.add(digits);
    return undefined;
  }

  #remember(sessionId: SessionId): Set<string> {
    const asked = new Set<string>();
    this.#asked.set(sessionId, asked);
    return asked;
  }
}
