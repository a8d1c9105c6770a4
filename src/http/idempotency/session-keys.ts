import type { SessionId } from "../../kernel/ids.ts";
import { LIMITS } from "../../domain/limit/limits.ts";
import type { SharedBuckets, BucketRule } from "../../domain/limit/shared-buckets.ts";
import type { Problem } from "../problem/problem.ts";

const HOUR_S = 3_600;

/** Limits the idempotency keys of calls that only name a session, whose id is no secret. */
export type SessionKeys = {
  /** Counts a new key; returns the problem if the session has used too many. */
  readonly use: (sessionId: SessionId) => Problem | undefined;
};

export function createSessionKeys(buckets: SharedBuckets): SessionKeys {
  const { perHour, atOnce } = LIMITS.sessionKeys;
  const perSecond = perHour / HOUR_S;
  return {
    use(sessionId) {
      const rule: BucketRule = { subject: `keys ${sessionId}`, perSecond, capacity: atOnce };
      const used = buckets.used(rule) + 1;
      if (used > atOnce) return tooManyKeys(Math.ceil((used - atOnce) / perSecond));
      buckets.add(rule, 1);
      return undefined;
    },
  };
}

function tooManyKeys(waitS: number): Problem {
  return {
    code: "rate_limited",
    detail:
      "Too many different values of Idempotency-Key were used for this session. " +
      `Another one is taken in ${waitS} s; those that were used are answered as before.`,
    retryAfterS: waitS,
  };
}
