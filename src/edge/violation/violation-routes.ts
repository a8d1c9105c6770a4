import type { FastifyError, FastifyInstance, FastifyPluginAsync, FastifyRequest } from "fastify";
import type { SessionStore } from "../../checkout/ports.ts";
import { countedNetworks } from "../../limit/counted-networks.ts";
import { LIMITS } from "../../limit/limits.ts";
import type { SharedBuckets, BucketRule } from "../../limit/shared-buckets.ts";
import type {
  PolicyViolation,
  PolicyViolations,
  ViolationOwner,
} from "../../report/policy-violation.ts";
import { parseJsonBody } from "../http/body-parser.ts";
import type { ViolationCounter } from "../system/violation-metrics.ts";
import { RequestProblem } from "../http/request-problem.ts";
import { pageRoutes, type RefuseMethod } from "../page/page-routes.ts";
import { createPaths } from "../page/paths.ts";
import { readReports, type BrowserReport } from "./read-reports.ts";

export type ViolationRoutesDeps = {
  readonly violations: PolicyViolations;
  readonly sessions: Pick<SessionStore, "find">;
  readonly buckets: SharedBuckets;
  readonly clientNetwork: (request: FastifyRequest) => string;
  readonly publicUrl: string;
  readonly refuseMethod: RefuseMethod;
  readonly counter: ViolationCounter;
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
  app.post("/csp-reports", { onRequest }, async (request, reply) => {
    const reports = readReports(request.body, root);
    for (const { violation } of reports) deps.counter.countViolation(violation);
    await addAll(deps, reports);
    return reply.code(204).send();
  });
}

/** @throws RequestProblem if the client's network or all clients together sent too many reports */
function limitReports(
  { buckets, clientNetwork, counter }: ViolationRoutesDeps,
  request: FastifyRequest,
): void {
  const { address, installation } = LIMITS.policyReports;
  const rules: readonly BucketRule[] = [
    ...countedNetworks(clientNetwork(request)).map(({ network, room }) => ({
      subject: `csp ${network}`,
      perSecond: address.perSecond * room,
      capacity: address.capacity * room,
    })),
    { subject: "csp", ...installation },
  ];
  const full = rules.find((rule) => buckets.used(rule) + 1 > rule.capacity);
  if (full === undefined) {
    for (const rule of rules) buckets.add(rule, 1);
    return;
  }
  counter.countRefusedReports();
  throw new RequestProblem({
    code: "rate_limited",
    detail: "Too many reports of content security policies. Try again later.",
    retryAfterS: Math.ceil(1 / full.perSecond),
  });
}

async function addAll(
  { sessions, violations }: ViolationRoutesDeps,
  reports: readonly BrowserReport[],
): Promise<void> {
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
  for (const { owner, found } of byOwner.values()) await violations.add(owner, found);
}
