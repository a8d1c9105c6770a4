import type { FastifyReply, FastifyRequest } from "fastify";
import type { SessionStore } from "../../checkout/ports.ts";
import { later, type Clock, type Instant } from "../../kernel/clock.ts";
import type { Digest } from "../../kernel/digest.ts";
import type { MerchantId, OperatorKeyId, SessionId } from "../../kernel/ids.ts";
import type { KeptAnswer, KeyedAnswer } from "../../kernel/keyed-answer.ts";
import { LIMITS } from "../../limit/limits.ts";
import type { Mode } from "../../merchant/merchant.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { setClaimedKey, keepAnswer, type Keeping } from "./claimed-key.ts";
import type { HeldKey, HeldKeys, KeyHolds } from "./held-keys.ts";
import { KEY_IN_USE, KEY_REUSED, readIdempotencyKey } from "./idempotency-key.ts";
import { namedCaller } from "./merchant-auth.ts";
import type { ProblemSender } from "./problem.ts";
import { sessionOf } from "./request-session.ts";
import type { SessionKeys } from "./session-keys.ts";

/**
 * A call with an `Idempotency-Key`; its scope is the merchant's mode and the path. A call of the
 * administration API belongs to the operator key.
 */
export type KeyedCall = {
  readonly merchantId: MerchantId | OperatorKeyId;
  readonly scope: string;
  readonly key: string;
  readonly fingerprint: string;
};

export type KeyState =
  /** The key was free, or the claim of its call has ended: this call has it now. */
  | { readonly kind: "claimed" }
  | { readonly kind: "running" }
  | { readonly kind: "other_request" }
  | { readonly kind: "answered"; readonly answer: KeptAnswer };

export type Lease = {
  readonly now: Instant;
  /** Names the claim, and is its last moment. */
  readonly leaseUntil: Instant;
  /** Until then the claim counts without being renewed. */
  readonly heldUntil: Instant;
};

export interface IdempotencyStore extends KeyHolds {
  claim(call: KeyedCall, lease: Lease): Promise<KeyState>;
  /** Stores the answer, unless another call has taken the key over. */
  keep(call: KeyedCall, lease: Lease, answer: KeptAnswer): Promise<Keeping>;
  /** Frees the key of a call that had no effect. */
  release(call: KeyedCall, lease: Lease): Promise<void>;
}

export type IdempotencyDeps = {
  readonly clock: Clock;
  readonly digest: Digest;
  readonly keys: IdempotencyStore;
  readonly heldKeys: Pick<HeldKeys, "begin" | "end">;
  readonly sessions: Pick<SessionStore, "find">;
  readonly sessionKeys: SessionKeys;
  readonly sendProblem: ProblemSender;
};

declare module "fastify" {
  interface FastifyContextConfig {
    /** True if the route claims its keys itself, in the commit of its effect. */
    claimsOwnKeys?: boolean;
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

const claims = new WeakMap<FastifyRequest, HeldKey>();

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
      const call = keyedCall(deps, request, { owner, key });
      const now = deps.clock.now();
      const heldUntil = later(now, LIMITS.keyHoldMs);
      const lease = { now, leaseUntil: later(now, LIMITS.keyLeaseMs), heldUntil };
      const state = await deps.keys.claim(call, lease);
      if (state.kind !== "claimed") return answerFromKey(deps, reply, state);
      const problem = owner.sessionId && deps.sessionKeys.use(owner.sessionId);
      if (problem !== undefined) {
        await deps.keys.release(call, lease);
        await deps.sendProblem(reply, problem);
        return;
      }
      const claim = { call, leaseUntil: lease.leaseUntil };
      claims.set(request, claim);
      deps.heldKeys.begin(claim, heldUntil);
      // A call goes on after its client has left, and so does its hold, up to the lease's end.
      reply.raw.once("close", () => {
        if (reply.sent) deps.heldKeys.end(claim);
      });
      setClaimedKey(request, {
        keep: (answer) => deps.keys.keep(call, lease, answer),
        release: () => deps.keys.release(call, lease),
      });
    },
    onSend: keepAnswer,
  };
}

/**
 * For a route whose effect can't be found again by its key: makes the row of the answer, to be
 * written in the commit of the effect. The route calls `clearClaimedKey` after that commit. Returns
 * undefined for a call without a key.
 */
export function keyedAnswerOf(
  request: FastifyRequest,
): ((answer: KeptAnswer) => KeyedAnswer) | undefined {
  const claim = claims.get(request);
  if (claim === undefined) return undefined;
  const { merchantId, scope, key } = claim.call;
  return (answer) => ({ merchantId, scope, key, leaseUntil: claim.leaseUntil, answer });
}

function keyedCall(
  deps: IdempotencyDeps,
  request: FastifyRequest,
  { owner, key }: { readonly owner: Owner; readonly key: string },
): KeyedCall {
  const path = request.routeOptions.url ?? "";
  return {
    merchantId: owner.merchantId,
    scope: `${owner.mode} ${SPELLINGS[path] ?? path}`,
    key,
    fingerprint: fingerprintOf(deps.digest, request.body, request.query),
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

export async function answerFromKey(
  { sendProblem }: Pick<IdempotencyDeps, "sendProblem">,
  reply: FastifyReply,
  state: Exclude<KeyState, { kind: "claimed" }>,
): Promise<void> {
  switch (state.kind) {
    case "running":
      await sendProblem(reply, KEY_IN_USE);
      return;
    case "other_request":
      await sendProblem(reply, KEY_REUSED);
      return;
    case "answered":
      await sendKept(reply, state.answer);
  }
}

/** Sends the stored answer again, byte for byte. */
export function sendKept(reply: FastifyReply, answer: KeptAnswer): FastifyReply {
  return reply
    .code(answer.status)
    .header("Idempotent-Replayed", "true")
    .type(answer.contentType)
    .send(answer.body);
}
