import type { FastifyRequest } from "fastify";
import { later, type Clock, type Instant } from "../../kernel/clock.ts";
import type { Digest } from "../../kernel/digest.ts";
import type { KeptAnswer, KeyedAnswer } from "../../kernel/keyed-answer.ts";
import type { TextSeal } from "../../kernel/text-seal.ts";
import { LIMITS } from "../../limit/limits.ts";
import { keepAnswer, setClaimedKey } from "./claimed-key.ts";
import { fingerprintOf } from "./fingerprint.ts";
import {
  answerFromKey,
  type Idempotency,
  type IdempotencyStore,
  type KeyedCall,
} from "./idempotency.ts";
import { readIdempotencyKey } from "./idempotency-key.ts";
import { namedOperator } from "./operator-auth.ts";
import type { HeldKeys } from "./held-keys.ts";
import type { ProblemSender } from "./problem.ts";

export type OperatorIdempotencyDeps = {
  readonly clock: Clock;
  readonly digest: Digest;
  readonly keys: IdempotencyStore;
  readonly heldKeys: Pick<HeldKeys, "begin" | "end">;
  readonly seal: TextSeal;
  readonly sendProblem: ProblemSender;
};

type Claim = {
  readonly call: KeyedCall;
  readonly leaseUntil: Instant;
  readonly sealed: (answer: KeptAnswer) => KeptAnswer;
};

const claims = new WeakMap<FastifyRequest, Claim>();

/**
 * Handles `Idempotency-Key` on the administration API. Its answers contain keys that are shown
 * once, and its requests contain credentials. So the kept answer is encrypted under the text of the
 * operator key, which the database does not have, and the fingerprint is keyed with it.
 */
export function createOperatorIdempotency(deps: OperatorIdempotencyDeps): Idempotency {
  const { clock, digest, keys, heldKeys, seal } = deps;
  return {
    async preHandler(request, reply) {
      const key = readIdempotencyKey(request.headers["idempotency-key"]);
      const caller = namedOperator(request);
      if (key === undefined || caller === undefined) return;
      const text = caller.text.reveal();
      const keyed = { sha256: (value: string) => digest.hmacSha256(text, value) };
      const [scope = ""] = request.url.split("?", 1);
      const fingerprint = fingerprintOf(keyed, request.body, request.query);
      const call = { merchantId: caller.key.keyId, scope, key, fingerprint };
      const now = clock.now();
      const heldUntil = later(now, LIMITS.keyHoldMs);
      const lease = { now, leaseUntil: later(now, LIMITS.keyLeaseMs), heldUntil };
      const sealed = (answer: KeptAnswer): KeptAnswer => ({
        ...answer,
        body: seal.seal(text, answer.body),
      });
      const opened = (answer: KeptAnswer): KeptAnswer => ({
        ...answer,
        body: seal.open(text, answer.body),
      });
      const state = await keys.claim(call, lease);
      if (state.kind === "answered") {
        return answerFromKey(deps, reply, { ...state, answer: opened(state.answer) });
      }
      if (state.kind !== "claimed") return answerFromKey(deps, reply, state);
      const claim = { call, leaseUntil: lease.leaseUntil, sealed };
      claims.set(request, claim);
      heldKeys.begin(claim, heldUntil);
      reply.raw.once("close", () => {
        if (reply.sent) heldKeys.end(claim);
      });
      setClaimedKey(request, {
        async keep(answer) {
          const keeping = await keys.keep(call, lease, sealed(answer));
          if (keeping.kind !== "answered") return keeping;
          return { ...keeping, answer: opened(keeping.answer) };
        },
        release: () => keys.release(call, lease),
      });
    },
    onSend: keepAnswer,
  };
}

/** As `keyedAnswerOf`, for a call of the administration API. */
export function operatorKeyedAnswerOf(
  request: FastifyRequest,
): ((answer: KeptAnswer) => KeyedAnswer) | undefined {
  const claim = claims.get(request);
  if (claim === undefined) return undefined;
  const { call, leaseUntil, sealed } = claim;
  const { merchantId, scope, key } = call;
  return (answer) => ({ merchantId, scope, key, leaseUntil, answer: sealed(answer) });
}
