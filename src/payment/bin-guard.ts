import type { Session } from "../checkout/session.ts";
import { MINUTE, SECOND } from "../kernel/clock.ts";
import type { SessionId } from "../kernel/ids.ts";
import { LIMITS } from "../limit/limits.ts";
import type { SharedBuckets } from "../limit/shared-buckets.ts";

/** Sessions remembered at most; of the oldest, BINs may be counted twice. */
const SESSIONS = 10_000;

/**
 * Keeps the BIN and installment look-ups from being read out number by number. A customer asks
 * about a card or two; the same digits again are free.
 */
export class BinGuard {
  readonly #levels: SharedBuckets;
  readonly #asked = new Map<SessionId, Set<string>>();

  constructor(buckets: SharedBuckets) {
    this.#levels = buckets;
  }

  /** Counts the question; seconds until it may be asked, or `undefined` if it may be now. */
  waitBefore({ sessionId, mode }: Session, bin: string): number | undefined {
    const asked = this.#asked.get(sessionId) ?? this.#remember(sessionId);
    const digits = bin.slice(0, 6);
    if (asked.has(digits)) return undefined;
    const capacity = LIMITS.binsPerMinute[mode];
    const perSecond = capacity / (MINUTE / SECOND);
    const rule = { subject: `bins ${sessionId}`, capacity, perSecond };
    const used = this.#levels.used(rule) + 1;
    if (used > capacity) return Math.max(1, Math.ceil((used - capacity) / perSecond));
    this.#levels.add(rule, 1);
    asked.add(digits);
    return undefined;
  }

  #remember(sessionId: SessionId): Set<string> {
    const [oldest] = this.#asked.keys();
    if (oldest !== undefined && this.#asked.size >= SESSIONS) this.#asked.delete(oldest);
    const asked = new Set<string>();
    this.#asked.set(sessionId, asked);
    return asked;
  }
}
