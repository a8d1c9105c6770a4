import { DAY, MINUTE } from "./clock.ts";

/**
 * Every limit on how often something may be done and how long it is remembered, named once;
 * docs/operations/limits.md explains them. What a single request may hold is in bounds.ts.
 */
export const LIMITS = {
  /** Requests a second that `VEZNE_RATE_LIMIT` sets for one API key, where it is not set. */
  keyPerSecond: 1_000,
  /** One address may send for several keys: offices, and a platform's servers. */
  addressFactor: 4,
  /** How many seconds of its rate a caller may use at once. */
  burstSeconds: 2,

  /** How long an `Idempotency-Key` and its answer are kept. */
  keyLifetimeMs: 7 * DAY,
  /** How long a call may hold its key: longer than any call to a bank. */
  keyLeaseMs: MINUTE,
} as const;
