import {
  createAddressReader,
  type AddressReader,
  type UntrustedForwards,
} from "../../http/limit/client-address.ts";
import { createFairEntry, type FairEntry } from "../../http/limit/fair-entry.ts";
import { HeldKeys } from "../../http/idempotency/held-keys.ts";
import { createIdempotency, type Idempotency } from "../../http/idempotency/idempotency.ts";
import type { ProblemSender } from "../../http/problem/problem-sender.ts";
import { createRateLimits, type RateLimits } from "../../http/limit/rate-limit.ts";
import { createSessionKeys } from "../../http/idempotency/session-keys.ts";
import { createBucketStore } from "../../store/limit/bucket-store.ts";
import { createAnswerSeal } from "../../system/answer-seal.ts";
import { createIdempotencyStore } from "../../store/merchant/idempotency-store.ts";
import { after } from "../../system/after.ts";
import { FairGate } from "../../kernel/queue/fair-gate.ts";
import { SharedBuckets } from "../../domain/limit/shared-buckets.ts";
import { BinGuard } from "../../domain/payment/charge/bin-guard.ts";
import { CardGuard } from "../../domain/payment/card-guard.ts";
import type { Installation } from "../installation/installation.ts";

/** The guards against card testing, and the buckets that all processes share. */
export type Guards = {
  readonly cardGuard: CardGuard;
  readonly binGuard: BinGuard;
  readonly requestBuckets: SharedBuckets;
  readonly cardBuckets: SharedBuckets;
};

/** The limits of requests, and the keys by which a repeated request has one effect. */
export type Limits = {
  readonly clientAddress: AddressReader;
  readonly rateLimits: RateLimits;
  readonly gate: FairGate;
  readonly entry: FairEntry;
  readonly idempotency: Idempotency;
  readonly heldKeys: HeldKeys;
};

/**
 * The share of a request bucket's capacity below which a process does not push its pending count
 * yet. Without it, each of the many callers with few requests would cause database writes.
 */
const WORTH_PUSHING = 0.02;

/** Limits go by the real time: moving a sandbox's time neither passes a limit nor prolongs it. */
export function openGuards({
  pool,
  clock,
  clocks,
}: Pick<Installation, "pool" | "clock" | "clocks">): Guards {
  const requests = createBucketStore(pool, "request_level");
  const requestBuckets = new SharedBuckets(clock, requests, WORTH_PUSHING);
  const cardBuckets = new SharedBuckets(clock, createBucketStore(pool, "card_level"));
  return {
    requestBuckets,
    cardBuckets,
    cardGuard: new CardGuard(clocks, cardBuckets),
    binGuard: new BinGuard(requestBuckets),
  };
}

export type LimitsParts = Pick<Guards, "cardGuard" | "requestBuckets"> & {
  readonly sendProblem: ProblemSender;
  readonly untrusted: UntrustedForwards;
};

export function openLimits(
  { config, pool, clock, random, digest, sessions }: Installation,
  { cardGuard, requestBuckets, sendProblem, untrusted }: LimitsParts,
): Limits {
  const clientAddress = createAddressReader(config.trustedProxies, untrusted);
  const gate = new FairGate(after);
  const keys = createIdempotencyStore(pool);
  const heldKeys = new HeldKeys(clock, keys);
  const entry = createFairEntry(gate, after);
  return {
    clientAddress,
    gate,
    entry,
    heldKeys,
    rateLimits: createRateLimits({
      entry,
      buckets: requestBuckets,
      clientAddress,
      perSecond: config.rateLimit,
      sawServer: (owner, network) => cardGuard.sawServer(owner, network),
    }),
    idempotency: createIdempotency({
      clock,
      sendProblem,
      sessions,
      digest,
      keys,
      heldKeys,
      sessionKeys: createSessionKeys(requestBuckets),
      seal: createAnswerSeal(random),
    }),
  };
}
