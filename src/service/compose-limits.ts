import type pg from "pg";
import type { Config } from "../config/config.ts";
import { createAddressReader, type AddressReader } from "../edge/http/client-address.ts";
import { createFairEntry, type FairEntry } from "../edge/http/fair-entry.ts";
import { createIdempotency, type Idempotency } from "../edge/http/idempotency.ts";
import { createRateLimits, type RateLimits } from "../edge/http/rate-limit.ts";
import type { ProblemSender } from "../edge/http/problem.ts";
import { createSessionKeys } from "../edge/http/session-keys.ts";
import { startLoop, type Loop } from "../edge/jobs/loop.ts";
import { createIdempotencyStore, forgetKeys } from "../edge/store/merchant/idempotency-store.ts";
import { createBucketStore, forgetBuckets } from "../edge/store/limit/bucket-store.ts";
import { systemDigest } from "../edge/system/digest.ts";
import { after } from "../edge/system/after.ts";
import type { Logger } from "../edge/system/logger.ts";
import { watchLag } from "../edge/system/loop-lag.ts";
import { sleep } from "../edge/system/sleep.ts";
import type { SessionStore } from "../checkout/ports.ts";
import { DAY, HOUR, later, MINUTE, SECOND, type Clock } from "../kernel/clock.ts";
import { FairGate } from "../kernel/fair-gate.ts";
import { SharedBuckets } from "../limit/shared-buckets.ts";
import type { Clocks } from "../merchant/clocks.ts";
import { BinGuard } from "../payment/bin-guard.ts";
import { CardGuard } from "../payment/card-guard.ts";

/** What watches over cards; the levels behind it are shared by all processes. */
export type Guards = {
  readonly cardGuard: CardGuard;
  readonly binGuard: BinGuard;
  readonly requestBuckets: SharedBuckets;
  readonly cardBuckets: SharedBuckets;
};

/** Limits go by the real time: nobody gets past them by moving a sandbox's, or stays in them. */
export type LimitClocks = { readonly clock: Clock; readonly clocks: Clocks };

export type LimitsParts = Guards &
  LimitClocks & {
    readonly config: Config;
    readonly logger: Logger;
    readonly sendProblem: ProblemSender;
    readonly sessions: Pick<SessionStore, "find">;
    readonly waitingForDatabase: () => number;
  };

/** What calls are held to: how many, and that a repeated one is one. */
export type Limits = {
  readonly clientAddress: AddressReader;
  readonly rateLimits: RateLimits;
  readonly entry: FairEntry;
  readonly idempotency: Idempotency;
  /** Starts what works behind them. */
  start(): readonly Loop[];
};

/** How long the processes of an installation may count on their own. */
const EXCHANGE_EVERY_MS = 250;
/** Requests are so many that smaller shares of a bucket are not worth a row. */
const WORTH_TELLING = 0.02;
const LEARN_EVERY_MS = SECOND;
/** Looked back again at each round: a commit may come later than its moment, clocks may differ. */
const LEARNT_AGAIN_MS = 5 * SECOND;
/** As long as any level of cards can last. */
const CARDS_REMEMBERED_MS = DAY;
const CLEAN_EVERY_MS = 10 * MINUTE;
const CLEANED_AT_ONCE = 1_000;

export function openGuards({ clock, clocks }: LimitClocks, pool: pg.Pool): Guards {
  const requests = createBucketStore(pool, "request_level");
  const requestBuckets = new SharedBuckets(clock, requests, WORTH_TELLING);
  const cardBuckets = new SharedBuckets(clock, createBucketStore(pool, "card_level"));
  return {
    requestBuckets,
    cardBuckets,
    cardGuard: new CardGuard(clocks, cardBuckets),
    binGuard: new BinGuard(requestBuckets),
  };
}

export function openLimits(parts: LimitsParts, pool: pg.Pool): Limits {
  const { config, cardGuard, requestBuckets } = parts;
  const clientAddress = createAddressReader(config.trustedProxies);
  const gate = new FairGate(after);
  const entry = createFairEntry(gate, after);
  return {
    clientAddress,
    entry,
    rateLimits: createRateLimits({
      entry,
      buckets: requestBuckets,
      clientAddress,
      perSecond: config.rateLimit,
      sawServer: (owner, network) => cardGuard.sawServer(owner, network),
    }),
    idempotency: createIdempotency({
      ...parts,
      digest: systemDigest,
      keys: createIdempotencyStore(pool),
      sessionKeys: createSessionKeys(requestBuckets),
    }),
    start: () => [
      startExchange(parts),
      startLearning(parts),
      startCleaning(parts, pool),
      startAdapting(gate, parts),
    ],
  };
}

/** How late the event loop may be, on average, before merchants hinder each other. */
const LAG_MS = 4;
/** How much may wait for the database: about what its connections do within some milliseconds. */
const WAITING = 32;
const ADAPT_EVERY_MS = 100;

/** Keeps what each merchant may have under way in step with what the process can do. */
function startAdapting(gate: FairGate, { logger, waitingForDatabase }: LimitsParts): Loop {
  const lag = watchLag();
  const loop = startLoop({
    name: "adapt-shares",
    everyMs: ADAPT_EVERY_MS,
    sleep,
    round: async () => {
      const held = lag.take() / LAG_MS;
      gate.adapt(Math.max(held, waitingForDatabase() / WAITING));
      return false;
    },
    onError: (error) => logger.error({ err: error }, "adapting to the load failed"),
  });
  return {
    async stop() {
      await loop.stop();
      lag.stop();
    },
  };
}

function startExchange({ logger, requestBuckets, cardBuckets }: LimitsParts): Loop {
  return startLoop({
    name: "exchange-counts",
    everyMs: EXCHANGE_EVERY_MS,
    sleep,
    round: async () => {
      await Promise.all([requestBuckets.sync(), cardBuckets.sync()]);
      return false;
    },
    // Without the database each process goes on counting for itself.
    onError: (error) => logger.debug({ err: error }, "counts not exchanged"),
  });
}

/** What other processes counted, and this one before it was started. */
function startLearning({ clock, logger, cardBuckets }: LimitsParts): Loop {
  let since = later(clock.now(), -CARDS_REMEMBERED_MS);
  return startLoop({
    name: "learn-counts",
    everyMs: LEARN_EVERY_MS,
    sleep,
    round: async () => {
      const now = clock.now();
      await cardBuckets.pull(since);
      since = later(now, -LEARNT_AGAIN_MS);
      return false;
    },
    onError: (error) => logger.debug({ err: error }, "counts of cards not learnt"),
  });
}

function startCleaning({ clock, logger }: LimitsParts, pool: pg.Pool): Loop {
  return startLoop({
    name: "forget-counts",
    everyMs: CLEAN_EVERY_MS,
    sleep,
    round: async () => {
      const now = clock.now();
      const limit = CLEANED_AT_ONCE;
      const requests = { before: later(now, -HOUR), limit };
      const cards = { before: later(now, -CARDS_REMEMBERED_MS), limit };
      const isMore = await Promise.all([
        forgetKeys(pool, now, limit),
        forgetBuckets(pool, "request_level", requests),
        forgetBuckets(pool, "card_level", cards),
      ]);
      return isMore.includes(true);
    },
    onError: (error) => logger.warn({ err: error }, "old keys and counts not removed"),
  });
}
