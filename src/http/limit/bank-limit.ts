import type { FastifyRequest } from "fastify";
import { LIMITS } from "../../domain/limit/limits.ts";
import type { SharedBuckets } from "../../domain/limit/shared-buckets.ts";
import { networkRules, takeTogether } from "../../domain/limit/take-together.ts";
import { networkOf, type AddressReader } from "./client-address.ts";
import type { HookStep } from "../hook-step.ts";
import { networkMatcher } from "./networks.ts";
import { RequestProblem } from "../problem/request-problem.ts";

export type BankLimitDeps = {
  readonly buckets: SharedBuckets;
  readonly clientAddress: AddressReader;
};

/**
 * Limits strangers' calls to the test bank, which takes messages without a key of this
 * installation and stores them. The service's own calls come from its machine and have no limit.
 *
 * @throws RequestProblem if the network of the client made too many
 */
export function limitBank({ buckets, clientAddress }: BankLimitDeps): HookStep {
  const isOwn = networkMatcher(["127.0.0.0/8", "::1/128"]);
  return (request: FastifyRequest, reply) => {
    const address = clientAddress(request);
    if (isOwn(address)) return undefined;
    const rules = networkRules("bank", networkOf(address), LIMITS.testBank);
    const waitS = takeTogether(buckets, rules);
    if (waitS === 0) return undefined;
    reply.header("Retry-After", waitS);
    throw new RequestProblem({
      code: "rate_limited",
      detail: "Too many calls of the test bank. Try again later.",
      retryAfterS: waitS,
    });
  };
}
