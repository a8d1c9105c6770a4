import type { FastifyRequest } from "fastify";
import type { Digest } from "../../kernel/digest.ts";
import type { TextSeal } from "../../kernel/text-seal.ts";
import { answerSeal, keyedDigest } from "./answer-seal.ts";
import { keepAnswer } from "./claimed-key.ts";
import { fingerprintOf } from "./fingerprint.ts";
import type { Idempotency } from "./idempotency.ts";
import { readIdempotencyKey } from "./idempotency-key.ts";
import { claimKey, type KeyClaimDeps } from "./key-claim.ts";
import { namedOperator } from "../caller/operator-auth.ts";

export type OperatorIdempotencyDeps = KeyClaimDeps & {
  readonly digest: Digest;
  readonly seal: TextSeal;
};

/**
 * Handles `Idempotency-Key` on the administration API. Its answers contain keys that are shown
 * once, and its requests contain credentials. So the kept answer is encrypted under the text of the
 * operator key, which the database does not have, and the fingerprint is keyed with it.
 */
export function createOperatorIdempotency(deps: OperatorIdempotencyDeps): Idempotency {
  const { digest, seal } = deps;
  return {
    async preHandler(request, reply) {
      const key = readIdempotencyKey(request.headers["idempotency-key"]);
      const caller = namedOperator(request);
      if (key === undefined || caller === undefined) return;
      const text = caller.text.reveal();
      const scope = pathOf(request);
      await claimKey(
        deps,
        { request, reply },
        {
          call: {
            merchantId: caller.key.keyId,
            scope,
            key,
            fingerprint: fingerprintOf(keyedDigest(digest, text), request),
          },
          seal: answerSeal(seal, text),
        },
      );
    },
    onSend: keepAnswer,
  };
}

/** The path with decoded parameters, so that one resource has one scope in every spelling. */
function pathOf({ routeOptions, params }: FastifyRequest): string {
  return `${routeOptions.url} ${JSON.stringify(params)}`;
}
