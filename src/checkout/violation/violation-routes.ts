import type { FastifyError, FastifyInstance, FastifyPluginAsync, FastifyRequest } from "fastify";
import type { SessionStore } from "../../domain/session/ports.ts";
import type { Clock } from "../../kernel/clock.ts";
import { LIMITS } from "../../domain/limit/limits.ts";
import type { SharedBuckets } from "../../domain/limit/shared-buckets.ts";
import { networkRules, takeTogether } from "../../domain/limit/take-together.ts";
import type {
  PolicyViolation,
  PolicyViolations,
  ViolationOwner,
} from "../../domain/report/policy-violation.ts";
import { parseJsonBody } from "../../http/body/body-parser.ts";
import type { ViolationCounter } from "../../system/violation-metrics.ts";
import { RequestProblem } from "../../http/problem/request-problem.ts";
import { pageRoutes, type RefuseMethod } from "../../page/page-routes.ts";
import { createPaths } from "../../page/paths.ts";
import { refusedReports } from "./refused-reports.ts";
import { readReports, type BrowserReport } from "./read-reports.ts";

export type ViolationRoutesDeps = {
  readonly violations: PolicyViolations;
  readonly sessions: Pick<SessionStore, "find">;
  readonly buckets: SharedBuckets;
  readonly clientNetwork: (request: FastifyRequest) => string;
  readonly publicUrl: string;
  readonly refuseMethod: RefuseMethod;
  readonly counter: ViolationCounter;
  readonly clock: Clock;
};

/** The limit of a body; twenty reports with long addresses take half of it. */
const BODY_BYTES = 64 * 1_024;
const TYPES = ["application/reports+json", "application/csp-report"];

/**
 * Receives browsers' reports of violations of the content security policy. The route is public:
 * requests are limited by IP address and for the installation, and the store limits the rows.
 */
export function violationRoutes(deps: ViolationRoutesDeps): FastifyPluginAsync {
  const { root } = createPaths(deps.publicUrl);
  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      TYPES,
      { parseAs: "buffer", bodyLimit: BODY_BYTES },
      async (_request: FastifyRequest, body: Buffer) => parseJsonBody(body),
    );
    app.setErrorHandler((error: FastifyError) => {
      throw KNOWN[error.code] ?? error;
    });
    pageRoutes(app, () => reportRoute(app, deps, root), deps.refuseMethod);
  };
}

const KNOWN: Readonly<Record<string, RequestProblem>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: new RequestProblem({
    code: "body_too_large",
    detail: `The body must be at most ${BODY_BYTES / 1_024} KiB.`,
  }),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new RequestProblem({
    code: "unsupported_media_type",
    detail: `Content-Type must be ${TYPES.join(" or ")}.`,
  }),
};

function reportRoute(app: FastifyInstance, deps: ViolationRoutesDeps, root: string): void {
  // `onRequest` runs before the body is read.
  const onRequest = async (request: FastifyRequest): Promise<void> => limitReports(deps, request);
  const noteRefused = refusedReports(deps);
  app.post("/csp-reports", { onRequest }, async (request, reply) => {
    const reports = readReports(request.body, root);
    for (const { violation } of reports) deps.counter.countViolation(violation);
    const refused = await addAll(deps, reports);
    for (const owner of refused) await noteRefused(owner);
    if (refused.length > 0) throw tooMany(deps, 1);
    return reply.code(204).send();
  });
}

/** @throws RequestProblem if the client's network sent too many reports */
function limitReports(deps: ViolationRoutesDeps, request: FastifyRequest): void {
  const { address } = LIMITS.policyReports;
  const rules = networkRules("csp", deps.clientNetwork(request), address);
  const waitS = takeTogether(deps.buckets, rules);
  if (waitS > 0) throw tooMany(deps, waitS);
}

/**
 * True if there is room for a report about the pages of this owner. Each merchant has its own, so
 * that a flood of reports about one shop's sessions silences the reports of no other shop.
 */
function hasRoom({ buckets }: ViolationRoutesDeps, owner: ViolationOwner): boolean {
  const { merchant, installation } = LIMITS.policyReports;
  const rule =
    owner === "installation"
      ? { subject: "csp", ...installation }
      : { subject: `csp ${owner.merchantId} ${owner.mode}`, ...merchant };
  return takeTogether(buckets, [rule]) === 0;
}

function tooMany({ counter }: ViolationRoutesDeps, retryAfterS: number): RequestProblem {
  counter.countRefusedReports();
  return new RequestProblem({
    code: "rate_limited",
    detail: "Too many reports of content security policies. Try again later.",
    retryAfterS,
  });
}

/** Adds the reports; resolves to the owners who have got too many. */
async function addAll(
  deps: ViolationRoutesDeps,
  reports: readonly BrowserReport[],
): Promise<readonly ViolationOwner[]> {
  const { sessions, violations } = deps;
  const byOwner = new Map<string, { owner: ViolationOwner; found: PolicyViolation[] }>();
  for (const { sessionId, violation } of reports) {
    const session = sessionId === undefined ? undefined : await sessions.find(sessionId);
    const owner =
      session === undefined
        ? "installation"
        : { merchantId: session.merchantId, mode: session.mode };
    const key = owner === "installation" ? owner : `${owner.merchantId} ${owner.mode}`;
    const group = byOwner.get(key) ?? { owner, found: [] };
    group.found.push(violation);
    byOwner.set(key, group);
  }
  const owners = [...byOwner.values()];
  const refused: ViolationOwner[] = [];
  for (const { owner, found } of owners) {
    if (hasRoom(deps, owner)) await violations.add(owner, found);
    else refused.push(owner);
  }
  return refused;
}
