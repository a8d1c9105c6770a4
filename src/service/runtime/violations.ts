import type { FastifyPluginAsync } from "fastify";
import { networkOf, type AddressReader } from "../../http/limit/client-address.ts";
import type { RefuseMethod } from "../../page/page-routes.ts";
import { violationRoutes } from "../../checkout/violation/violation-routes.ts";
import { forgetViolations } from "../../store/page/policy-violation-store.ts";
import type { ViolationCounter } from "../../system/violation-metrics.ts";
import { DAY, later } from "../../kernel/clock.ts";
import type { SharedBuckets } from "../../domain/limit/shared-buckets.ts";
import type { Installation } from "../installation/installation.ts";
import type { Round } from "./job.ts";
import { sweepGroups } from "../installation/merchant-groups.ts";

export type ViolationParts = {
  readonly requestBuckets: SharedBuckets;
  readonly counter: ViolationCounter;
  readonly clientAddress: AddressReader;
  readonly refuseMethod: RefuseMethod;
};

/** The routes for the browsers' reports of violated content security policies. */
export function violationPages(
  { violations, sessions, config, clock }: Installation,
  { requestBuckets, counter, clientAddress, refuseMethod }: ViolationParts,
): FastifyPluginAsync {
  return violationRoutes({
    violations,
    sessions,
    clock,
    buckets: requestBuckets,
    counter,
    clientNetwork: (request) => networkOf(clientAddress(request)),
    publicUrl: config.publicUrl,
    refuseMethod,
  });
}

const KEPT_MS = 90 * DAY;

/** Removes reports that are older than three months. */
export function forgetOldViolations(installation: Pick<Installation, "clock" | "groups">): Round {
  const before = () => later(installation.clock.now(), -KEPT_MS);
  return () => sweepGroups(installation, (pool) => forgetViolations(pool, before()));
}
