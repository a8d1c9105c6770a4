import type { FastifyReply, FastifyRequest } from "fastify";
import type { SessionStore } from "../../domain/session/ports.ts";
import type { Digest } from "../../kernel/digest.ts";
import type { MerchantId, SessionId } from "../../kernel/ids.ts";
import type { Mode } from "../../domain/merchant/merchant.ts";
import type { TextSeal } from "../../kernel/text-seal.ts";
import { answerSeal, keyedDigest } from "./answer-seal.ts";
import { keepAnswer } from "./claimed-key.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { readIdempotencyKey, type KeyedCall } from "./idempotency-key.ts";
import { claimKey, type KeyClaimDeps } from "./key-claim.ts";
import { bearerKey, namedCaller } from "../caller/merchant-auth.ts";
import { sessionOf } from "../caller/request-session.ts";
import type { SessionKeys } from "./session-keys.ts";

export type IdempotencyDeps = KeyClaimDeps & {
  readonly digest: Digest;
  readonly sessions: Pick<SessionStore, "find">;
  readonly sessionKeys: SessionKeys;
  readonly seal: TextSeal;
};

declare module "fastify" {
  interface FastifyContextConfig {
    /** True if the route claims its keys itself, in the commit of its effect. */
    claimsOwnKeys?: boolean;
    /** True if the answer has a secret, so that it is kept encrypted. */
    sealsAnswer?: boolean;
  }
}

/** The main spelling for each other spelling of a path: a key holds for both spellings. */
const SPELLINGS: Readonly<Record<string, string>> = {
  "/api/v1/payment/installments": "/api/v1/payment/installment",
  "/api/v1/payment/bin-check": "/api/v1/payment/bin",
};

/**
 * The hooks of a POST route: one claims the key or replays its answer, the other stores the answer.
 */
export type Idempotency = {
  readonly preHandler: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  readonly onSend: typeof keepAnswer;
};

/**
 * Handles `Idempotency-Key` (contract C2). The key is claimed before the route does anything, and
 * the answer is stored before it leaves. Three kinds of routes differ: `pay` claims its keys itself
 * (payment-routes.ts), refunds, captures and voids also find their effect by the key, and sessions
 * and endpoints write the answer in the commit of their effect (`keyedAnswerOf`).
 * The reasons are in docs/decisions/idempotency.md.
 */
export function createIdempotency(deps: IdempotencyDeps): Idempotency {
  return {
    async preHandler(request, reply) {
      const key = readIdempotencyKey(request.headers["idempotency-key"]);
      const owner = key === undefined ? undefined : await ownerOf(deps, request);
      if (key === undefined || owner === undefined) return;
      const keyText = sealingText(request);
      const digest = keyText === undefined ? deps.digest : keyedDigest(deps.digest, keyText);
      await claimKey(
        deps,
        { request, reply },
        {
          call: keyedCall({ digest }, request, { owner, key }),
          ...(keyText === undefined ? {} : { seal: answerSeal(deps.seal, keyText) }),
          refusal: () => owner.sessionId && deps.sessionKeys.use(owner.sessionId),
        },
      );
    },
    onSend: keepAnswer,
  };
}

/** The text of the API key under which the answer is kept; undefined if it has no secret. */
function sealingText(request: FastifyRequest): string | undefined {
  return request.routeOptions.config.sealsAnswer === true ? bearerKey(request) : undefined;
}

function keyedCall(
  deps: { readonly digest: Pick<Digest, "sha256"> },
  request: FastifyRequest,
  { owner, key }: { readonly owner: Owner; readonly key: string },
): KeyedCall {
  const path = request.routeOptions.url ?? "";
  return {
    merchantId: owner.merchantId,
    scope: `${owner.mode} ${SPELLINGS[path] ?? path}`,
    key,
    fingerprint: fingerprintOf(deps.digest, request),
  };
}

type Owner = {
  readonly merchantId: MerchantId;
  readonly mode: Mode;
  /** Present if the call has no API key and only names a session. */
  readonly sessionId?: SessionId;
};

/**
 * The merchant of the request's API key, else of the session that it names. Returns undefined for a
 * call without either, which the route refuses.
 */
async function ownerOf(deps: IdempotencyDeps, request: FastifyRequest): Promise<Owner | undefined> {
  const caller = namedCaller(request);
  if (caller !== undefined) return { ...caller.merchant, mode: caller.mode };
  return sessionOf(deps.sessions, request);
}
