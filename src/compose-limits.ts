import type pg from "pg";
import type { Config } from "./config.ts";
import { createAddressReader, type AddressReader } from "./edge/http/client-address.ts";
import { createIdempotency, type Idempotency } from "./edge/http/idempotency.ts";
import { createRateLimits, type RateLimits } from "./edge/http/rate-limit.ts";
import type { ProblemSender } from "./edge/http/problem.ts";
import { startLoop, type Loop } from "./edge/jobs/loop.ts";
import { createIdempotencyStore, forgetKeys } from "./edge/store/idempotency-store.ts";
import { createLevelStore, forgetLevels } from "./edge/store/level-store.ts";
import { systemDigest } from "./edge/system/digest.ts";
import type { Logger } from "./edge/system/logger.ts";
import { sleep } from "./edge/system/sleep.ts";
import type { SessionStore } from "./checkout/ports.ts";
import { HOUR, later, MINUTE, type Clock } from "./kernel/clock.ts";
import { SharedLevels } from "./kernel/shared-levels.ts";

export type LimitsParts = {
  readonly config: Config;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly sendProblem: ProblemSender;
  readonly sessions: Pick<SessionStore, "find">;
};

/** What calls are held to: how many, and that a repeated one is one. */
export type Limits = {
  readonly clientAddress: AddressReader;
  readonly rateLimits: RateLimits;
  readonly idempotency: Idempotency;
  /** Starts what works behind them. */
  start(): readonly Loop[];
};

/** How long the processes of an installation may count on their own. */
const EXCHANGE_EVERY_MS = 250;
const CLEAN_EVERY_MS = 10 * MINUTE;
const CLEANED_AT_ONCE = 1_000;

export function openLimits(parts: LimitsParts, pool: pg.Pool): Limits {
  const { config, clock } = parts;
  const requests = new SharedLevels(clock, createLevelStore(pool, "request_level"));
  const clientAddress = createAddressReader(config.trustedProxies);
  const perSecond = config.rateLimit;
  return {
    clientAddress,
    rateLimits: createRateLimits({ levels: requests, clientAddress, perSecond }),
    idempotency: createIdempotency({
      ...parts,
      digest: systemDigest,
      keys: createIdempotencyStore(pool),
    }),
    start: () => [startExchange(parts, requests), startCleaning(parts, pool)],
  };
}

function startExchange({ logger }: LimitsParts, levels: SharedLevels): Loop {
  return startLoop({
    everyMs: EXCHANGE_EVERY_MS,
    sleep,
    round: async () => {
      await levels.exchange();
      return false;
    },
    // Without the database each process goes on counting for itself.
    onError: (error) => logger.debug({ err: error }, "request counts not exchanged"),
  });
}

function startCleaning({ clock, logger }: LimitsParts, pool: pg.Pool): Loop {
  return startLoop({
    everyMs: CLEAN_EVERY_MS,
    sleep,
    round: async () => {
      const now = clock.now();
      const old = { before: later(now, -HOUR), limit: CLEANED_AT_ONCE };
      const keys = await forgetKeys(pool, now, CLEANED_AT_ONCE);
      const levels = await forgetLevels(pool, "request_level", old);
      return keys || levels;
    },
    onError: (error) => logger.warn({ err: error }, "old keys and counts not removed"),
  });
}
