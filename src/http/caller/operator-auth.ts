import type { FastifyReply, FastifyRequest } from "fastify";
import { assert } from "../../kernel/assert.ts";
import { refused, ok, type Result } from "../../kernel/result.ts";
import { Secret } from "../../kernel/secret.ts";
import {
  authenticateOperator,
  type AuthenticateOperatorDeps,
} from "../../domain/merchant/authenticate-operator.ts";
import type { OperatorKey, OperatorKeyStore } from "../../domain/merchant/operator-key.ts";
import type { OperatorRight } from "../../domain/merchant/operator-right.ts";
import { networkOf, type AddressReader } from "../limit/client-address.ts";
import { missingOperatorRight, operatorKeyElsewhere } from "../problem/key-problems.ts";
import { BEARER, refuseCaller } from "./merchant-auth.ts";
import { networkMatcher } from "../limit/networks.ts";
import type { Problem } from "../problem/problem.ts";
import type { ProblemSender } from "../problem/problem-sender.ts";
import type { RateLimits } from "../limit/rate-limit.ts";

/** The prefix of every path of the administration API. */
export const ADMINISTRATION = "/api/v1/admin/";

export type OperatorAuthDeps = AuthenticateOperatorDeps & {
  readonly operatorKeys: Pick<OperatorKeyStore, "find" | "noteUse">;
  readonly sendProblem: ProblemSender;
  readonly rateLimits: Pick<RateLimits, "byOperator">;
  readonly clientAddress: AddressReader;
};

const CALLER = Symbol("operator");

declare module "fastify" {
  interface FastifyContextConfig {
    /** The right that an operator key needs for the call. */
    readonly operatorRight?: OperatorRight;
  }
  interface FastifyRequest {
    [CALLER]?: OperatorCaller;
  }
}

/** An authenticated call of the administration API; the text of its key seals kept answers. */
export type OperatorCaller = { readonly key: OperatorKey; readonly text: Secret };

/** The options of a route for operator keys; the key is checked before the body is read. */
export function withOperatorKey(deps: OperatorAuthDeps, right: OperatorRight) {
  return {
    config: { operatorRight: right },
    onRequest: async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const known = await requireOperator(deps, request, right);
      if (!known.ok) {
        await refuseCaller(deps, reply, known.refusal);
        return;
      }
      request[CALLER] = known.value;
      await deps.rateLimits.byOperator(known.value.key.keyId, reply);
    },
  };
}

async function requireOperator(
  deps: OperatorAuthDeps,
  request: FastifyRequest,
  right: OperatorRight,
): Promise<Result<OperatorCaller, Problem>> {
  const { authorization } = request.headers;
  if (authorization === undefined) return refused(MISSING_OPERATOR_KEY);
  const [, text = ""] = BEARER.exec(authorization) ?? [];
  const key = await authenticateOperator(deps, text);
  if (key === undefined) return refused(INVALID_OPERATOR_KEY);
  const address = deps.clientAddress(request);
  if (key.networks.length > 0 && !networkMatcher(key.networks)(address)) {
    return refused(operatorKeyElsewhere(address));
  }
  noteUse(deps, request, key);
  return key.rights.includes(right)
    ? ok({ key, text: new Secret(text) })
    : refused(missingOperatorRight(right));
}

/** No call waits for the record of its key's use, or fails with it. */
function noteUse(deps: OperatorAuthDeps, request: FastifyRequest, key: OperatorKey): void {
  const use = { at: deps.clock.now(), network: networkOf(deps.clientAddress(request)) };
  deps.operatorKeys.noteUse(key, use).catch((error: unknown) => {
    request.log.warn({ err: error }, "the use of an operator key was not recorded");
  });
}

export const MISSING_OPERATOR_KEY: Problem = {
  code: "missing_api_key",
  detail: "Authorization must be Bearer followed by an operator key.",
};

export const INVALID_OPERATOR_KEY: Problem = {
  code: "invalid_api_key",
  detail: "Authorization must be Bearer followed by a valid operator key.",
};

/** The operator key of a call, or undefined if its route takes none. */
export function namedOperator(request: FastifyRequest): OperatorCaller | undefined {
  return request[CALLER];
}

/** The operator key of a call whose route requires one. @throws if the route checks none */
export function operatorOf(request: FastifyRequest): OperatorKey {
  const caller = request[CALLER];
  assert(caller !== undefined, "the route has a guard that knows its operator key");
  return caller.key;
}
