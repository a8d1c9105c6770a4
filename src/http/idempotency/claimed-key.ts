import type { FastifyReply, FastifyRequest } from "fastify";
import type { KeptAnswer } from "../../kernel/keyed-answer.ts";
import { sendStep } from "../hook-step.ts";
import { KEY_IN_USE } from "./idempotency-key.ts";
import { RequestProblem } from "../problem/request-problem.ts";

/** The result of storing an answer for its key. */
export type KeepResult =
  | { readonly kind: "kept" }
  /** Another call has taken the key over and has stored an answer, which this call must return. */
  | { readonly kind: "answered"; readonly answer: KeptAnswer }
  /** Another call has taken the key over and has no answer yet. */
  | { readonly kind: "running" };

/** The idempotency key that a request has claimed. */
export type ClaimedKey = {
  keep(answer: KeptAnswer): Promise<KeepResult>;
  /** Frees the key of a request that had no effect. */
  release(): Promise<void>;
};

const KEY = Symbol("claimed key");

const UNDECIDED = Symbol("undecided answer");

declare module "fastify" {
  interface FastifyRequest {
    [KEY]?: ClaimedKey | undefined;
    [UNDECIDED]?: boolean;
  }
}

/** Makes `keepAnswer` store the answer of this request before it leaves. */
export function setClaimedKey(request: FastifyRequest, key: ClaimedKey): void {
  request[KEY] = key;
}

/** Keeps `keepAnswer` from storing an answer that the commit of the effect has stored. */
export function clearClaimedKey(request: FastifyRequest): void {
  request[KEY] = undefined;
}

/**
 * Keeps `keepAnswer` from storing an answer that tells no outcome. A repetition under the same key
 * gets the outcome that is known by then; the effect itself must recognise the key.
 */
export function markUndecided(request: FastifyRequest): void {
  request[UNDECIDED] = true;
}

/**
 * An `onSend` hook: stores the answer of a keyed request before it leaves, because a repetition of
 * the request must get the same answer. If the answer can't be stored, the request fails with 503.
 */
export const keepAnswer = sendStep((request, reply, payload) => {
  const key = request[KEY];
  if (key === undefined) return undefined;
  request[KEY] = undefined;
  return keepFor(key, { request, reply, payload });
});

type AnsweredRequest = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly payload: unknown;
};

async function keepFor(
  key: ClaimedKey,
  { request, reply, payload }: AnsweredRequest,
): Promise<unknown> {
  const status = reply.statusCode;
  if (typeof payload !== "string" || !hadEffect(status) || request[UNDECIDED] === true) {
    await release(request, key);
    return payload;
  }
  const contentType = String(reply.getHeader("content-type"));
  const keeping = await key.keep({ status, contentType, body: payload });
  switch (keeping.kind) {
    case "kept":
      return payload;
    case "running":
      throw new RequestProblem(KEY_IN_USE);
    case "answered":
      reply.code(keeping.answer.status).type(keeping.answer.contentType);
      return keeping.answer.body;
  }
}

async function release(request: FastifyRequest, key: ClaimedKey): Promise<void> {
  try {
    await key.release();
  } catch (error) {
    // The request had no effect, so its answer may leave; the key is free when its lease ends.
    request.log.error({ err: error }, "an idempotency key was not released");
  }
}

/**
 * True if the answer of a request is stored for its key: answers of requests that were carried out,
 * and refusals by the state of a payment or session. A request that was malformed, not allowed or
 * over a limit, or that met a fault, had no effect: the client may send it again under the same
 * key, corrected or not.
 */
export function hadEffect(status: number): boolean {
  return status < 400 || status === 409 || status === 410;
}
