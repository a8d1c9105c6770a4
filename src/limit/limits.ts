import { DAY, HOUR, MINUTE } from "../kernel/clock.ts";

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
  /** A session is one customer's: calls that name it without a key. */
  session: { perSecond: 10, burstSeconds: 20 },
  /** Sessions that visitors of the demo shop may open: of one address, and all of them together. */
  demo: { address: { perSecond: 0.5, atOnce: 60 }, all: { perSecond: 5, atOnce: 300 } },

  /**
   * Calls that the request log of one process keeps, of a merchant and mode: with the key, and with
   * a session alone, of which few are of any one session.
   */
  logged: {
    byKey: { perSecond: 50, atOnce: 6_000 },
    bySession: { perSecond: 25, atOnce: 3_000 },
    ofOneSession: { perSecond: 1, atOnce: 300 },
  },
  /** Different `Idempotency-Key`s that calls which name a session only may use, of that session. */
  sessionKeys: { perHour: 100, atOnce: 200 },

  /** How long an `Idempotency-Key` and its answer are kept. */
  keyLifetimeMs: 7 * DAY,
  /** How long a call may hold its key: longer than any call to a bank. */
  keyLeaseMs: MINUTE,

  /**
   * Cards that may fail: in one session, and from one address within an hour, whose limit leaks
   * away evenly. A merchant's own server pays for all of its customers.
   */
  cardFailures: {
    session: { test: 50, live: 10 },
    client: { test: 100, live: 20 },
    server: { test: 300, live: Number.POSITIVE_INFINITY },
  },
  /** Failures from an address that one success makes up for. */
  successFrees: 2,
  /** How many cards of one address may be under way at once, in each process. */
  cardCrowd: { test: 500, live: 10 },
  /** Live cards of a merchant, not authenticated, that may fail in an hour beyond four of five. */
  merchantFailures: 50,
  merchantSuccessFrees: 4,
  /** What is left of a sighting of a merchant's server, of a day, when it is told anew. */
  serverSeenAgain: 0.5,
  /**
   * Tries to sign in to the panel that may fail, for one account (or one known browser of it) and
   * from one network; then none is taken for half an hour (PCI DSS 8.3.4).
   */
  signInTries: {
    account: { most: 10, lockMs: 30 * MINUTE, memoryMs: DAY },
    network: { most: 50, lockMs: 30 * MINUTE, memoryMs: HOUR },
  },
  /**
   * Reports of content security policies, a body each: by client address, and in all. A browser
   * sends a few a minute at most.
   */
  policyReports: {
    address: { perSecond: 0.5, capacity: 60 },
    installation: { perSecond: 10, capacity: 300 },
  },
  /** Different BINs that one session may ask about in a minute. */
  binsPerMinute: { test: 60, live: 30 },
} as const;
