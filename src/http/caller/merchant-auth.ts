import type { FastifyReply, FastifyRequest } from "fastify";
import { assert } from "../../kernel/assert.ts";
import type { Clock } from "../../kernel/clock.ts";
import { isRecord } from "../../kernel/json.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";
import { hasRight } from "../../domain/merchant/api-key.ts";
import { authenticate, type AuthenticateDeps } from "../../domain/merchant/authenticate.ts";
import type { KeyRight } from "../../domain/merchant/key-right.ts";
import type { Caller, KeyCaller, KeyUses } from "../../domain/merchant/ports.ts";
import { networkOf, type AddressReader } from "../limit/client-address.ts";
import { invalidField, type ErrorForm, type Problem } from "../problem/problem.ts";
import { missingRight, wrongNetwork } from "../problem/key-problems.ts";
import { networkMatcher } from "../limit/networks.ts";
import { statusOf } from "../problem/problem-codes.ts";
import type { ProblemSender } from "../problem/problem-sender.ts";
import type { RateLimits } from "../limit/rate-limit.ts";

export type MerchantAuthDeps = AuthenticateDeps & {
  readonly sendProblem: ProblemSender;
  readonly rateLimits: Pick<RateLimits, "byKey">;
  readonly clientAddress: AddressReader;
  readonly keyUses: KeyUses;
  /** The real time; it decides whether a right that was granted with a delay has begun. */
  readonly clock: Clock;
};

const CALLER = Symbol("merchant");

declare module "fastify" {
  interface FastifyContextConfig {
    /** The right that a merchant's key needs for the call. */
    readonly right?: KeyRight;
  }
  interface FastifyRequest {
    [CALLER]?: KeyCaller;
  }
}

/** RFC 6750 2.1; the scheme is case-insensitive, the key is one word of visible characters. */
export const BEARER = /^bearer +([\x21-\x7e]+) *$/i;

/**
 * Finds the merchant of a server-side call (contract C2) by `Authorization: Bearer
 * <merchant_api_key>`.
 * The reasons are in docs/decisions/server-side-authentication.md.
 */
async function requireMerchant(
  deps: MerchantAuthDeps,
  request: FastifyRequest,
): Promise<Result<KeyCaller, Problem>> {
  if (request.headers.authorization === undefined) return refused(MISSING_KEY);
  return findCaller(deps, request, { key: bearerKey(request), invalid: INVALID_KEY });
}

/** The text of the key in `Authorization`. */
export function bearerKey({ headers }: FastifyRequest): string | undefined {
  return BEARER.exec(headers.authorization ?? "")?.[1];
}

type PresentedKey = {
  readonly key: string | undefined;
  /** The refusal of a key that is none, which names where it stood. */
  readonly invalid: Problem;
};

async function findCaller(
  deps: MerchantAuthDeps,
  request: FastifyRequest,
  { key, invalid }: PresentedKey,
): Promise<Result<KeyCaller, Problem>> {
  const caller = key === undefined ? undefined : await authenticate(deps, key);
  return caller === undefined ? refused(invalid) : allowed(deps, request, caller);
}

/** Checks the network and the right of a valid key. */
function allowed(
  deps: MerchantAuthDeps,
  request: FastifyRequest,
  caller: KeyCaller,
): Result<KeyCaller, Problem> {
  const { key } = caller;
  const { right } = request.routeOptions.config;
  assert(right !== undefined, "a route that takes keys names the right it needs");
  const address = deps.clientAddress(request);
  if (key.networks.length > 0 && !networkMatcher(key.networks)(address)) {
    return refused(wrongNetwork(address));
  }
  deps.keyUses.note(key, networkOf(address));
  return hasRight(key, right, deps.clock.now()) ? ok(caller) : refused(missingRight(right));
}

const MISSING_KEY: Problem = {
  code: "missing_api_key",
  detail: "Authorization must be Bearer followed by the merchant's API key.",
};

const INVALID_KEY: Problem = {
  code: "invalid_api_key",
  detail: "Authorization must be Bearer followed by a valid API key of the merchant.",
};

/** Sends a refusal; a 401 names the authentication scheme. */
export function refuseCaller(
  deps: Pick<MerchantAuthDeps, "sendProblem">,
  reply: FastifyReply,
  problem: Problem,
): FastifyReply {
  if (statusOf(problem) === 401) reply.header("WWW-Authenticate", "Bearer");
  return deps.sendProblem(reply, problem);
}

type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** The options of a route that needs a merchant's key. */
type RouteOptions = {
  readonly onRequest: Guard;
  readonly config: { readonly right: KeyRight; readonly errorForm: ErrorForm };
};

/**
 * The options of a route for server-side calls. The caller is authenticated and authorized before
 * the body is read and before any field is validated.
 */
export function withKey(
  deps: MerchantAuthDeps,
  right: KeyRight,
  errorForm: ErrorForm = "problem",
): RouteOptions {
  return {
    config: { right, errorForm },
    onRequest: async (request, reply) => {
      await admit(deps, reply, await requireMerchant(deps, request));
    },
  };
}

/** Refuses the call, or remembers its caller and counts the call in the key's limit. */
async function admit(
  deps: MerchantAuthDeps,
  reply: FastifyReply,
  known: Result<KeyCaller, Problem>,
): Promise<void> {
  if (!known.ok) {
    await refuseCaller(deps, reply, known.refusal);
    return;
  }
  reply.request[CALLER] = known.value;
  await deps.rateLimits.byKey(known.value, reply);
}

/** Like `withKey`, but a call without `Authorization` passes without a caller. */
export function withKeyIfNamed(
  deps: MerchantAuthDeps,
  right: KeyRight,
  errorForm: ErrorForm,
): RouteOptions {
  const { config, onRequest } = withKey(deps, right, errorForm);
  return {
    config,
    onRequest: async (request, reply) => {
      if (request.headers.authorization !== undefined) await onRequest(request, reply);
    },
  };
}

/** True if the caller's key is still valid and allowed; an event stream checks it repeatedly. */
export async function isStillAllowed(
  deps: MerchantAuthDeps,
  request: FastifyRequest,
): Promise<boolean> {
  return (await requireMerchant(deps, request)).ok;
}

type KeyInBody = FastifyRequest<{ Body: { readonly merchant_api_key: string } }>;

/** The options of a route whose key is in the body (spec 5). */
export function withKeyInBody(deps: MerchantAuthDeps, right: KeyRight) {
  return {
    config: { right, errorForm: "detail" } as const,
    preHandler: async (request: KeyInBody, reply: FastifyReply): Promise<void> => {
      const presented = { key: request.body.merchant_api_key, invalid: INVALID_KEY_IN_BODY };
      const known = await findCaller(deps, request, presented);
      if (known.ok) await admit(deps, reply, known);
      else await deps.sendProblem(reply, known.refusal);
    },
  };
}

/**
 * The options of a route whose key is in the header or in the body (contract C2.1). With
 * `isOptional`, a call without a key passes without a caller.
 */
export function withKeyAnywhere(
  deps: MerchantAuthDeps,
  right: KeyRight,
  { isOptional }: { readonly isOptional: boolean },
) {
  return {
    ...withKeyIfNamed(deps, right, "payment"),
    preValidation: async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const key = isRecord(request.body) ? request.body["merchant_api_key"] : undefined;
      if (namedCaller(request) !== undefined) {
        if (key !== undefined && key !== bearerKey(request)) {
          await deps.sendProblem(reply, TWO_KEYS);
        }
      } else if (typeof key === "string" && key !== "") {
        const presented = { key, invalid: INVALID_KEY_IN_BODY };
        await admit(deps, reply, await findCaller(deps, request, presented));
      }
      // A key that is no text is refused with the other fields of the body.
      else if (key === undefined && !isOptional) {
        await refuseCaller(deps, reply, MISSING_KEY_ANYWHERE);
      }
    },
  };
}

export const MISSING_KEY_ANYWHERE: Problem = {
  code: "missing_api_key",
  detail:
    "Authorization must be Bearer followed by the merchant's API key, or merchant_api_key must hold it.",
};

const TWO_KEYS = invalidField(
  "merchant_api_key",
  "validation_failed",
  "must be the key of Authorization, or be left out",
);

const INVALID_KEY_IN_BODY: Problem = {
  code: "invalid_api_key",
  detail: "merchant_api_key is not a valid key.",
};

/**
 * The caller that a guard has authenticated, or undefined if the guard let the call pass without
 * one.
 */
export function namedCaller(request: FastifyRequest): KeyCaller | undefined {
  return request[CALLER];
}

export function callerOf(request: Pick<FastifyRequest, typeof CALLER>): Caller {
  const caller = request[CALLER];
  assert(caller !== undefined, "the route has a guard that knows its caller");
  return caller;
}
