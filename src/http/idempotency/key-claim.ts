import type { FastifyReply, FastifyRequest } from "fastify";
import { later, type Clock, type Instant } from "../../kernel/clock.ts";
import type { KeptAnswer, KeyedAnswer } from "../../kernel/keyed-answer.ts";
import { LIMITS } from "../../domain/limit/limits.ts";
import { setClaimedKey, type KeepResult } from "./claimed-key.ts";
import type { HeldKeys, KeyHolds } from "./held-keys.ts";
import { KEY_IN_USE, KEY_REUSED, type KeyedCall } from "./idempotency-key.ts";
import type { Problem } from "../problem/problem.ts";
import type { ProblemSender } from "../problem/problem-sender.ts";

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
  keep(call: KeyedCall, lease: Lease, answer: KeptAnswer): Promise<KeepResult>;
  /** Frees the key of a call that had no effect. */
  release(call: KeyedCall, lease: Lease): Promise<void>;
}

export type KeyClaimDeps = {
  readonly clock: Clock;
  readonly keys: IdempotencyStore;
  readonly heldKeys: Pick<HeldKeys, "begin" | "end">;
  readonly sendProblem: ProblemSender;
};

/** Encrypts the answers that are stored for a key, and decrypts them for a repeated call. */
export type AnswerSeal = {
  seal(answer: KeptAnswer): KeptAnswer;
  open(answer: KeptAnswer): KeptAnswer;
};

const UNSEALED: AnswerSeal = { seal: (answer) => answer, open: (answer) => answer };

/** The key that a call asks for. */
export type WantedKey = {
  readonly call: KeyedCall;
  readonly seal?: AnswerSeal;
  /** Refuses a call that has got its key; the key is free again then. */
  readonly refusal?: () => Problem | undefined;
};

type Exchange = { readonly request: FastifyRequest; readonly reply: FastifyReply };

type Claim = {
  readonly call: KeyedCall;
  readonly leaseUntil: Instant;
  readonly seal: AnswerSeal;
};

const CLAIM = Symbol("key claim");

declare module "fastify" {
  interface FastifyRequest {
    [CLAIM]?: Claim;
  }
}

/** Claims the key for the request, or answers the request if the key isn't free. */
export async function claimKey(
  deps: KeyClaimDeps,
  { request, reply }: Exchange,
  { call, seal = UNSEALED, refusal }: WantedKey,
): Promise<void> {
  const { keys, heldKeys } = deps;
  const now = deps.clock.now();
  const heldUntil = later(now, LIMITS.keyHoldMs);
  const lease = { now, leaseUntil: later(now, LIMITS.keyLeaseMs), heldUntil };
  const opened = <T extends KeyState | KeepResult>(state: T): T =>
    state.kind === "answered" ? { ...state, answer: seal.open(state.answer) } : state;
  const state = await keys.claim(call, lease);
  if (state.kind !== "claimed") return answerFromKey(deps, reply, opened(state));
  const problem = refusal?.();
  if (problem !== undefined) {
    await keys.release(call, lease);
    await deps.sendProblem(reply, problem);
    return;
  }
  const claim = { call, leaseUntil: lease.leaseUntil, seal };
  request[CLAIM] = claim;
  heldKeys.begin(claim, heldUntil);
  // A call goes on after its client has left, and so does its hold, up to the lease's end.
  reply.raw.once("close", () => {
    if (reply.sent) heldKeys.end(claim);
  });
  setClaimedKey(request, {
    keep: async (answer) => opened(await keys.keep(call, lease, seal.seal(answer))),
    release: () => keys.release(call, lease),
  });
}

/**
 * For a route whose effect can't be found again by its key: makes the row of the answer, to be
 * written in the commit of the effect. The route calls `clearClaimedKey` after that commit. Returns
 * undefined for a call without a key.
 */
export function keyedAnswerOf(
  request: FastifyRequest,
): ((answer: KeptAnswer) => KeyedAnswer) | undefined {
  const claim = request[CLAIM];
  if (claim === undefined) return undefined;
  const { call, leaseUntil, seal } = claim;
  const { merchantId, scope, key } = call;
  return (answer) => ({ merchantId, scope, key, leaseUntil, answer: seal.seal(answer) });
}

async function answerFromKey(
  { sendProblem }: Pick<KeyClaimDeps, "sendProblem">,
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
