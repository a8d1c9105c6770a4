import type { FastifyReply, FastifyRequest } from "fastify";
import { assert } from "../../kernel/assert.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";
import { authenticate, type AuthenticateDeps } from "../../merchant/authenticate.ts";
import type { Caller } from "../../merchant/ports.ts";
import type { Problem, ProblemSender } from "./problem.ts";

export type MerchantAuthDeps = AuthenticateDeps & { readonly sendProblem: ProblemSender };

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

const callers = new WeakMap<FastifyRequest, Caller>();

/**
 * An `onRequest` hook for server-side routes: nothing of a request is read, and no field of it is
 * judged, before its caller is known.
 */
export function merchantOnly(deps: MerchantAuthDeps): Guard {
  return async (request, reply) => {
    const known = await requireMerchant(deps, request);
    if (known.ok) callers.set(request, known.value);
    else await sendUnauthorized(deps, reply, known.refusal);
  };
}

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

export function callerOf(request: FastifyRequest): Caller {
  const caller = callers.get(request);
  assert(caller !== undefined, "the route is guarded by merchantOnly");
  return caller;
}
