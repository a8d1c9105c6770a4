import type { FastifyReply, FastifyRequest } from "fastify";
import type { Session } from "../../domain/session/session.ts";
import type { MerchantId, OperatorKeyId } from "../../kernel/ids.ts";
import { LIMITS } from "../../domain/limit/limits.ts";
import type { SharedBuckets } from "../../domain/limit/shared-buckets.ts";
import type { Mode } from "../../domain/merchant/merchant.ts";
import type { Caller } from "../../domain/merchant/ports.ts";
import { networkOf, type AddressReader } from "./client-address.ts";
import type { FairEntry } from "./fair-entry.ts";
import type { Problem } from "../problem/problem.ts";
import { RequestProblem } from "../problem/request-problem.ts";

export type RateLimitDeps = {
  readonly buckets: SharedBuckets;
  readonly clientAddress: AddressReader;
  /** The requests per second and key (`VEZNE_RATE_LIMIT`); undefined for no limit. */
  readonly perSecond: number | undefined;
  /** Called with the network from which a merchant's key is used. */
  readonly sawServer: (
    owner: { readonly merchantId: MerchantId; readonly mode: Mode },
    network: string,
  ) => void;
  /** The queue that a call enters once the buckets have let it pass. */
  readonly entry: Pick<FairEntry, "arrive" | "enter">;
};

/** Limits calls in two steps: leaky buckets refuse with 429, then a fair queue refuses with 503. */
export type RateLimits = {
  /** For a scope's `onRequest`: limits by the client's network before the request is read. */
  readonly byAddress: (request: FastifyRequest, reply: FastifyReply) => Promise<void> | undefined;
  /** Limits an authenticated call by merchant and mode, so that a new key gives no new bucket. */
  readonly byKey: (caller: Caller, reply: FastifyReply) => Promise<void> | undefined;
  /** Limits an authenticated call of the administration API by its operator key. */
  readonly byOperator: (keyId: OperatorKeyId, reply: FastifyReply) => Promise<void> | undefined;
  /** Limits a call without a key by the session that it names, whose id is no secret. */
  readonly bySession: (session: NamedSession, reply: FastifyReply) => Promise<void> | undefined;
};

type NamedSession = Pick<Session, "merchantId" | "mode" | "sessionId">;

type Policy = {
  readonly name: "key" | "address" | "session";
  /** The capacity of the bucket, in seconds of its rate. */
  readonly burstSeconds: number;
  readonly perSecond: number;
  readonly whose: string;
};

declare module "fastify" {
  interface FastifyContextConfig {
    /** True for the checks of supervisors, which are answered under any load. */
    isUnlimited?: boolean;
  }
}

export function createRateLimits(deps: RateLimitDeps): RateLimits {
  const { buckets, entry } = deps;
  const policies = deps.perSecond === undefined ? undefined : policiesOf(deps.perSecond);
  const networkOfClient = (request: FastifyRequest): string =>
    networkOf(deps.clientAddress(request));
  return {
    byAddress(request, reply) {
      if (request.routeOptions.config.isUnlimited === true) return undefined;
      const subject = networkOfClient(request);
      if (policies !== undefined) take(buckets, policies.address, { subject, reply });
      return entry.arrive(subject, reply);
    },
    byKey({ merchant, mode }, reply) {
      const subject = `${merchant.merchantId} ${mode}`;
      const owner = { merchantId: merchant.merchantId, mode };
      deps.sawServer(owner, networkOfClient(reply.request));
      if (policies !== undefined) take(buckets, policies.key, { subject, reply });
      return entry.enter(subject, reply);
    },
    byOperator(keyId, reply) {
      const subject = `operator ${keyId}`;
      if (policies !== undefined) take(buckets, policies.key, { subject, reply });
      return entry.enter(subject, reply);
    },
    bySession({ merchantId, mode, sessionId }, reply) {
      if (policies !== undefined) take(buckets, policies.session, { subject: sessionId, reply });
      return entry.enter(`${merchantId} ${mode}`, reply);
    },
  };
}

function policiesOf(perSecond: number): Readonly<Record<Policy["name"], Policy>> {
  const { burstSeconds } = LIMITS;
  return {
    key: { name: "key", perSecond, burstSeconds, whose: "this API key" },
    address: {
      name: "address",
      perSecond: perSecond * LIMITS.addressFactor,
      burstSeconds,
      whose: "this client address",
    },
    session: { name: "session", ...LIMITS.session, whose: "calls that name this session" },
  };
}

type Request = { readonly subject: string; readonly reply: FastifyReply };

/** @throws RequestProblem if the bucket is full */
function take(buckets: SharedBuckets, policy: Policy, { subject, reply }: Request): void {
  const { perSecond, burstSeconds } = policy;
  const capacity = perSecond * burstSeconds;
  const rule = { subject: `${policy.name} ${subject}`, perSecond, capacity };
  const used = buckets.used(rule) + 1;
  const isAllowed = used <= capacity;
  if (isAllowed) buckets.add(rule, 1);
  reportLimit(reply, policy, isAllowed ? used : capacity);
  if (isAllowed) return;
  const waitS = Math.max(1, Math.ceil((used - capacity) / perSecond));
  // Set here and not with the problem, because an HTML error page must send the header too.
  reply.header("Retry-After", waitS);
  throw new RequestProblem(tooMany(policy, waitS));
}

function tooMany({ perSecond, whose }: Policy, waitS: number): Problem {
  return {
    code: "rate_limited",
    detail:
      `Too many requests: ${whose} may send ${perSecond} a second on average. ` +
      `Try again in ${waitS} s.`,
  };
}

/** Writes the fields of draft-ietf-httpapi-ratelimit-headers, one member for each policy. */
function reportLimit(reply: FastifyReply, policy: Policy, used: number): void {
  const { name, perSecond, burstSeconds } = policy;
  const quota = perSecond * burstSeconds;
  const left = Math.max(0, Math.floor(quota - used));
  append(reply, "RateLimit-Policy", `"${name}";q=${quota};w=${burstSeconds}`);
  append(reply, "RateLimit", `"${name}";r=${left};t=${Math.ceil(used / perSecond)}`);
}

function append(reply: FastifyReply, field: string, member: string): void {
  const before = reply.getHeader(field);
  reply.header(field, typeof before === "string" ? `${before}, ${member}` : member);
}
