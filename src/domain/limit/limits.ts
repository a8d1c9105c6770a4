import { DAY, HOUR, MINUTE, SECOND } from "../../kernel/clock.ts";

/**
 * All limits on frequencies and retention times; docs/operations/limits.md explains them. The
 * limits on the size of a single request are in bounds.ts.
 */
export const LIMITS = {
  /** The default of `VEZNE_RATE_LIMIT`: requests a second of one API key. */
  keyPerSecond: 1_000,
  /**
   * An IP address has the rate of this many keys, because an office or the servers of a platform
   * may use several keys.
   */
  addressFactor: 4,
  /** The capacity of the bucket of a key or an address, in seconds of its rate. */
  burstSeconds: 2,
  /** Calls that name a session without an API key; a session belongs to one customer. */
  session: { perSecond: 10, burstSeconds: 20 },
  /** Sessions that visitors of the demo shop may open: from one IP address, and in total. */
  demo: { address: { perSecond: 0.5, atOnce: 60 }, all: { perSecond: 5, atOnce: 300 } },

  /**
   * Calls that the request log of one process keeps for a merchant and mode: calls with an API key,
   * further ones of these that failed, and calls with a session alone, which have a lower limit for
   * each session. Under load the log costs a payment little, because it keeps few of the calls.
   */
  logged: {
    byKey: { perSecond: 25, atOnce: 600 },
    failed: { perSecond: 25, atOnce: 600 },
    bySession: { perSecond: 15, atOnce: 300 },
    ofOneSession: { perSecond: 1, atOnce: 150 },
  },
  /** Different `Idempotency-Key`s that calls of one session without an API key may use. */
  sessionKeys: { perHour: 100, atOnce: 200 },

  /** How long an `Idempotency-Key` and its answer are kept. */
  keyLifetimeMs: 7 * DAY,
  /** The lease of an `Idempotency-Key` by a call; longer than any request to a bank. */
  keyLeaseMs: MINUTE,
  /** How long a key stays claimed without being renewed by the process of its call. */
  keyHoldMs: 10 * SECOND,
  /** The age of a hold at which it is renewed. */
  keyHoldRenewedMs: 3 * SECOND,

  /**
   * Failed cards before further ones are refused: of one session (`session`), and of one IP
   * address, whose bucket leaks empty in an hour. The address is a customer's (`client`), or that
   * of a merchant's own server (`server`), which sends the cards of all its customers.
   */
  cardFailures: {
    session: { test: 50, live: 10 },
    client: { test: 100, live: 20 },
    server: { test: 300, live: Number.POSITIVE_INFINITY },
  },
  /** The room of an IPv6 /56 (`home`) and /48 (`site`) in the limits below, in rooms of a /64. */
  widerRoom: { home: 4, site: 16 },
  /** Failures of an IP address that one successful payment removes from its bucket. */
  successFrees: 2,
  /** Card payments of one IP address that one process handles at once. */
  cardCrowd: { test: 500, live: 10 },
  /**
   * Live card payments without 3-D Secure of one merchant that may fail in an hour. Each success
   * removes four failures, so only a failure rate above four in five fills the bucket.
   */
  merchantFailures: 50,
  merchantSuccessFrees: 4,
  /**
   * Live cards of one merchant that banks refuse in an hour, with 3-D Secure or without; each
   * success removes four. Above that, a customer's address has only this share of its room.
   */
  merchantRefusals: 200,
  refusedShare: 0.25,
  /**
   * A use of a merchant's API key adds 1 to a bucket of the caller's address, which empties in a
   * day. While it is not empty, the address counts as the merchant's server. A use is added only if
   * the level is below this value, so that there are few writes.
   */
  serverSeenAgain: 0.5,
  /**
   * Failed sign-ins to the panel before further ones are refused for half an hour (PCI DSS 8.3.4):
   * of one account from one network or from one known browser, of one account from all networks
   * together, and of one network for all accounts together.
   */
  signInTries: {
    account: { most: 10, lockMs: 30 * MINUTE, memoryMs: DAY },
    everywhere: {
      password: { most: 100, lockMs: 30 * MINUTE, memoryMs: DAY },
      code: { most: 10, lockMs: 30 * MINUTE, memoryMs: DAY },
    },
    network: { most: 50, lockMs: 30 * MINUTE, memoryMs: HOUR },
  },
  /**
   * Calls of one IP address, other than the service's own, to the test bank: its doors, which
   * keep each message, and its pages.
   */
  testBank: { perSecond: 10, capacity: 600 },
  /** Sign-ins at the identity provider that one IP address may begin or finish. */
  identity: { perSecond: 2, capacity: 240 },
  /**
   * Reports of content security policies, one request each: of one IP address, about the sessions
   * of one merchant, and about all other pages. A browser sends a few a minute at most.
   */
  policyReports: {
    address: { perSecond: 0.5, capacity: 60 },
    merchant: { perSecond: 5, capacity: 150 },
    installation: { perSecond: 10, capacity: 300 },
  },
  /** Different BINs that one session may query in a minute. */
  binsPerMinute: { test: 60, live: 30 },
} as const;
