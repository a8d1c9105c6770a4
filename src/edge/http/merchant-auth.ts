import type { FastifyReply, FastifyRequest } from "fastify";
import { assert } from "../../kernel/assert.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";
import { authenticate, type AuthenticateDeps } from "../../merchant/authenticate.ts";
import type { Caller } from "../../merchant/ports.ts";
import type { Problem, ProblemSender } from "./problem.ts";
import type { RateLimits } from "./rate-limit.ts";

export type MerchantAuthDeps = AuthenticateDeps & {
  readonly sendProblem: ProblemSender;
  readonly rateLimits: Pick<RateLimits, "byKey">;
};

/** RFC 6750 2.1; the scheme is case-insensitive, the key is one word of visible characters. */
const BEARER = /^bearer +([\x21-\x7e]+) *$/i;

/** Who makes a server-side call (contract 2), by `Authorization: Bearer <merchant_api_key>`. */
async function requireMerchant(
  deps: AuthenticateDeps,
  request: FastifyRequest,
): Promise<Result<Caller, Problem>> {
  const { authorization } = request.headers;
  if (authorization === undefined) return refused(MISSING_KEY);
  const [, key] = BEARER.exec(authorization) ?? [];
  const caller = key === undefined ? undefined : await authenticate(deps, key);
  return caller === undefined ? refused(INVALID_KEY) : ok(caller);
}

export const MISSING_KEY: Problem = {
  status: 401,
  code: "missing_api_key",
  detail: "Authorization must be Bearer followed by the merchant's API key.",
};

const INVALID_KEY: Problem = {
  status: 401,
  code: "invalid_api_key",
  detail: "Authorization must be Bearer followed by a valid API key of the merchant.",
};

/** Answers 401, with the scheme that would be right. */
export function sendUnauthorized(
  deps: MerchantAuthDeps,
  reply: FastifyReply,
  problem: Problem,
): FastifyReply {
  return deps.sendProblem(reply.header("WWW-Authenticate", "Bearer"), problem);
}

type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

const callers = new WeakMap<object, Caller>();

/**
 * An `onRequest` hook for server-side routes: nothing of a request is read, and no field of it is
 * judged, before its caller is known.
 */
export function merchantOnly(deps: MerchantAuthDeps): Guard {
  return async (request, reply) => {
    const known = await requireMerchant(deps, request);
    if (!known.ok) return void (await sendUnauthorized(deps, reply, known.refusal));
    callers.set(request, known.value);
    deps.rateLimits.byKey(known.value, reply);
  };
}

/** For answers that go on for long: whether the key that a guard let in is still in force. */
export async function isStillAllowed(
  deps: AuthenticateDeps,
  request: FastifyRequest,
): Promise<boolean> {
  return (await requireMerchant(deps, request)).ok;
}

type KeyInBody = FastifyRequest<{ Body: { readonly merchant_api_key: string } }>;

/** A `preHandler` hook for the routes whose key is in the body (spec 5). */
export function merchantInBody(
  deps: MerchantAuthDeps,
): (request: KeyInBody, reply: FastifyReply) => Promise<void> {
  return async (request, reply) => {
    const caller = await authenticate(deps, request.body.merchant_api_key);
    if (caller === undefined) return void (await deps.sendProblem(reply, INVALID_KEY_IN_BODY));
    callers.set(request, caller);
    deps.rateLimits.byKey(caller, reply);
  };
}

const INVALID_KEY_IN_BODY: Problem = {
  status: 401,
  code: "invalid_api_key",
  detail: "merchant_api_key is not a valid key.",
};

/** As `merchantOnly`, but lets a call without any `Authorization` through, as nobody's. */
export function merchantIfNamed(deps: MerchantAuthDeps): Guard {
  const guard = merchantOnly(deps);
  return async (request, reply) => {
    if (request.headers.authorization !== undefined) await guard(request, reply);
  };
}

/** The merchant that a guard let in; `undefined` where the guard lets others through. */
export function namedCaller(request: FastifyRequest): Caller | undefined {
  return callers.get(request);
}

export function callerOf(request: object): Caller {
  const caller = callers.get(request);
  assert(caller !== undefined, "the route has a guard that knows its caller");
  return caller;
}
