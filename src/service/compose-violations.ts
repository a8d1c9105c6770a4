import type { FastifyPluginAsync } from "fastify";
import type pg from "pg";
import type { Config } from "../config/config.ts";
import { networkOf, type AddressReader } from "../edge/http/client-address.ts";
import { startLoop, type Loop } from "../edge/jobs/loop.ts";
import type { RefuseMethod } from "../edge/page/page-routes.ts";
import { violationRoutes, type ViolationRoutesDeps } from "../edge/violation/violation-routes.ts";
import { forgetViolations } from "../edge/store/page/policy-violation-store.ts";
import type { Logger } from "../edge/system/logger.ts";
import { sleep } from "../edge/system/sleep.ts";
import type { ViolationCounter } from "../edge/system/violation-metrics.ts";
import type { SessionStore } from "../checkout/ports.ts";
import { DAY, HOUR, later, type Clock } from "../kernel/clock.ts";
import type { SharedBuckets } from "../limit/shared-buckets.ts";

export type ViolationParts = Pick<ViolationRoutesDeps, "violations"> & {
  readonly config: Pick<Config, "publicUrl">;
  readonly deps: { readonly sessions: Pick<SessionStore, "find"> };
  readonly requestBuckets: SharedBuckets;
  readonly violationCounter: ViolationCounter;
  readonly clientAddress: AddressReader;
};

/** Takes what browsers report of the pages' content security policies. */
export function violationPages(
  parts: ViolationParts,
  refuseMethod: RefuseMethod,
): FastifyPluginAsync {
  return violationRoutes({
    violations: parts.violations,
    sessions: parts.deps.sessions,
    buckets: parts.requestBuckets,
    counter: parts.violationCounter,
    clientNetwork: (request) => networkOf(parts.clientAddress(request)),
    publicUrl: parts.config.publicUrl,
    refuseMethod,
  });
}

const KEPT_MS = 90 * DAY;

export type ViolationSweepParts = { readonly clock: Clock; readonly logger: Logger };

/** Removes reports of browsers that are older than three months. */
export function startViolationSweep(parts: ViolationSweepParts, pool: pg.Pool): Loop {
  const { clock, logger } = parts;
  return startLoop({
    name: "forget-violations",
    everyMs: HOUR,
    sleep,
    round: () => forgetViolations(pool, later(clock.now(), -KEPT_MS)),
    onError: (error) => logger.warn({ err: error }, "old policy violations can't be removed"),
  });
}
