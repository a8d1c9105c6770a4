import type { FastifyReply, FastifyRequest } from "fastify";
import type { MerchantId } from "../../kernel/ids.ts";
import { LIMITS } from "../../kernel/limits.ts";
import type { SharedLevels } from "../../kernel/shared-levels.ts";
import type { Mode } from "../../merchant/merchant.ts";
import type { Caller } from "../../merchant/ports.ts";
import { networkOf, type AddressReader } from "./client-address.ts";
import type { Problem } from "./problem.ts";
import { RequestProblem } from "./request-problem.ts";

export type RateLimitDeps = {
  readonly levels: SharedLevels;
  readonly clientAddress: AddressReader;
  /** Requests a second and key (`VEZNE_RATE_LIMIT`); absent where there is no limit. */
  readonly perSecond: number | undefined;
  /** Hears whence a merchant's key is used. */
  readonly sawServer: (
    owner: { readonly merchantId: MerchantId; readonly mode: Mode },
    network: string,
  ) => void;
};

/** Counts requests by token bucket; both refuse with 429. */
export type RateLimits = {
  /** For a scope's `onRequest`: by the client's address, before anything of it is read. */
  readonly byAddress: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  /** Once a key has proved to be one: by merchant and mode, so that a new key is no new bucket. */
  readonly byKey: (caller: Caller, reply: FastifyReply) => void;
};

type Policy = {
  readonly name: "key" | "address";
  readonly perSecond: number;
  readonly whose: string;
};

declare module "fastify" {
  interface FastifyContextConfig {
    /** Supervisors must be answered however much is asked. */
    isUnlimited?: boolean;
  }
}

export function createRateLimits(deps: RateLimitDeps): RateLimits {
  const { levels, perSecond } = deps;
  const networkOfClient = (request: FastifyRequest): string =>
    networkOf(deps.clientAddress(request));
  const sawKey = ({ merchant, mode }: Caller, { request }: FastifyReply): void =>
    deps.sawServer({ merchantId: merchant.merchantId, mode }, networkOfClient(request));
  if (perSecond === undefined) return { byAddress: async () => undefined, byKey: sawKey };
  const key: Policy = { name: "key", perSecond, whose: "this API key" };
  const address: Policy = {
    name: "address",
    perSecond: perSecond * LIMITS.addressFactor,
    whose: "this client address",
  };
  return {
    byAddress: async (request, reply) => {
      if (request.routeOptions.config.isUnlimited === true) return;
      take(levels, address, { subject: networkOfClient(request), reply });
    },
    byKey: (caller, reply) => {
      sawKey(caller, reply);
      take(levels, key, { subject: `${caller.merchant.merchantId} ${caller.mode}`, reply });
    },
  };
}

type Request = { readonly subject: string; readonly reply: FastifyReply };

/** @throws RequestProblem where the bucket is empty. */
function take(levels: SharedLevels, policy: Policy, { subject, reply }: Request): void {
  const { perSecond } = policy;
  const capacity = perSecond * LIMITS.burstSeconds;
  const vessel = { subject: `${policy.name} ${subject}`, perSecond, capacity };
  const used = levels.used(vessel) + 1;
  const isAllowed = used <= capacity;
  if (isAllowed) levels.add(vessel, 1);
  tellLimit(reply, policy, isAllowed ? used : capacity);
  if (isAllowed) return;
  const waitS = Math.max(1, Math.ceil((used - capacity) / perSecond));
  // Also where a page answers instead of a problem.
  reply.header("Retry-After", waitS);
  throw new RequestProblem(tooMany(policy, waitS));
}

function tooMany({ perSecond, whose }: Policy, waitS: number): Problem {
  return {
    status: 429,
    code: "rate_limited",
    detail:
      `Too many requests: ${whose} may send ${perSecond} a second on average. ` +
      `Try again in ${waitS} s.`,
  };
}

/** The fields of draft-ietf-httpapi-ratelimit-headers, a member for each policy applied. */
function tellLimit(reply: FastifyReply, { name, perSecond }: Policy, used: number): void {
  const quota = perSecond * LIMITS.burstSeconds;
  const left = Math.max(0, Math.floor(quota - used));
  append(reply, "RateLimit-Policy", `"${name}";q=${quota};w=${LIMITS.burstSeconds}`);
  append(reply, "RateLimit", `"${name}";r=${left};t=${Math.ceil(used / perSecond)}`);
}

function append(reply: FastifyReply, field: string, member: string): void {
  const before = reply.getHeader(field);
  reply.header(field, typeof before === "string" ? `${before}, ${member}` : member);
}
