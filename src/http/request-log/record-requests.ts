import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { later, type Clock } from "../../kernel/clock.ts";
import type { Digest } from "../../kernel/digest.ts";
import { parseOrderId, type SessionId } from "../../kernel/ids.ts";
import { readApiKey } from "../../domain/merchant/api-key.ts";
import { networkOf, type AddressReader } from "../limit/client-address.ts";
import { sendStep } from "../hook-step.ts";
import { namedCaller } from "../caller/merchant-auth.ts";
import { problemCodeOf } from "../problem/problem-sender.ts";
import { sessionIdOf } from "../caller/request-session.ts";
import { sessionOwner } from "../caller/session-owner.ts";
import { ADMINISTRATION } from "../caller/operator-auth.ts";
import type { Admission, LogBudget } from "./log-budget.ts";
import type { ClaimedKey, LogEntry } from "./log-entry.ts";
import { maskRequestId } from "../../system/redaction/mask-secrets.ts";
import { redact } from "../../system/redaction/redact.ts";
import { redactPath } from "../../system/redaction/redact-path.ts";
import { SHOWN_IN_REQUESTS } from "../../system/redaction/shown-names.ts";

export type RecorderDeps = {
  readonly clock: Clock;
  readonly digest: Digest;
  readonly clientAddress: AddressReader;
  /** Takes the room of an entry whose owner is known. */
  readonly admit: LogBudget["admit"];
  /** Queues an entry and returns at once. */
  readonly add: (entry: LogEntry) => void;
  readonly onError: (error: unknown) => void;
};

const INTERFACE = "/api/v1/";
/** The largest value of the `integer` column. */
const LONGEST_US = 2 ** 31 - 1;
/**
 * The longest answer, in characters, from which an entry is made. Longer answers are lists and
 * files, and the log stores less than this of a body anyway.
 */
const ANSWER_MAX = 16 * 1_024;

/** Queues an entry for each answered call of the interface that may belong to a merchant. */
export function recordRequests(app: FastifyInstance, deps: RecorderDeps): void {
  app.addHook(
    "onSend",
    sendStep((request, reply, payload) => {
      try {
        if (isRecorded(request)) record(deps, { request, reply, payload });
      } catch (error) {
        // An error of the log must not stop the answer.
        deps.onError(error);
      }
      return undefined;
    }),
  );
}

/** Calls of the administration API belong to no merchant; the audit log has what they changed. */
function isRecorded({ url }: FastifyRequest): boolean {
  return url.startsWith(INTERFACE) && !url.startsWith(ADMINISTRATION);
}

type AnsweredRequest = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly payload: unknown;
};

function record(deps: RecorderDeps, answered: AnsweredRequest): void {
  const { request, reply, payload } = answered;
  const caller = namedCaller(request);
  const sessionId = reply.statusCode === 401 ? undefined : sessionIdOf(request);
  const admission = admissionOf(deps, answered, sessionId);
  if (admission === "full") return;
  const key = presentedKey(request);
  const claimedKey = caller === undefined ? claimOf(deps.digest, key) : undefined;
  if (caller === undefined && claimedKey === undefined && sessionId === undefined) return;
  const ms = reply.elapsedTime;
  const isText = typeof payload === "string";
  deps.add({
    at: later(deps.clock.now(), -Math.floor(ms)),
    method: request.method,
    path: redactPath(request.url, request.query),
    status: reply.statusCode,
    code: problemCodeOf(request),
    durationUs: Math.min(LONGEST_US, Math.round(ms * 1_000)),
    requestId: maskRequestId(request.id),
    network: networkOf(deps.clientAddress(request)),
    keyLastFour: caller === undefined && claimedKey === undefined ? undefined : key.slice(-4),
    caller: caller && { merchantId: caller.merchant.merchantId, mode: caller.mode },
    claimedKey,
    sessionId,
    orderId: parseOrderId(named(request, "order_id")),
    requestBody: bodyOf(request.body),
    answer: isText && payload.length <= ANSWER_MAX ? payload : undefined,
    isAnswerLeftOut: isText ? payload.length > ANSWER_MAX : (payload ?? undefined) !== undefined,
    isAdmitted: admission === "taken",
  });
}

/**
 * Takes the call's room in the log if its owner is known. Under load the log has room for a small
 * part of the calls, and to redact the others would cost more than to answer them.
 */
function admissionOf(
  deps: RecorderDeps,
  { request, reply, payload }: AnsweredRequest,
  sessionId: SessionId | undefined,
): Admission {
  const caller = namedCaller(request);
  if (caller !== undefined) {
    const owner = { merchantId: caller.merchant.merchantId, mode: caller.mode };
    const mayHaveFailed = reply.statusCode >= 400 || isDecline(payload);
    return deps.admit(owner, { hasKey: true, mayHaveFailed });
  }
  const owner = sessionOwner(request);
  // A presented key may belong to another merchant, and so decides the owner first.
  if (owner === undefined || sessionId === undefined || presentedKey(request) !== "") return "open";
  return deps.admit(owner, { hasKey: false, mayHaveFailed: false, sessionId });
}

/** True if an answer may be a decline in either response style. */
function isDecline(payload: unknown): boolean {
  return (
    typeof payload !== "string" || payload.includes('"code":') || payload.includes('"status":-')
  );
}

/** Redacts the body at once, because the card data of `pay` must not outlive the call. */
function bodyOf(body: unknown): LogEntry["requestBody"] {
  return body === undefined || body === null ? undefined : redact(body, SHOWN_IN_REQUESTS);
}

const BEARER = /^bearer +(\S+) *$/i;

/** Returns the API key of the header, or else of the body (spec 5). */
function presentedKey({ headers, body }: FastifyRequest): string {
  const { authorization } = headers;
  if (authorization !== undefined) return BEARER.exec(authorization)?.[1] ?? "";
  return memberOf(body, "merchant_api_key");
}

function claimOf(digest: Digest, key: string): ClaimedKey | undefined {
  const claim = key === "" ? undefined : readApiKey(key);
  return claim && { merchantId: claim.merchantId, hash: digest.sha256(key) };
}

function named({ body, query, params }: FastifyRequest, name: string): string {
  const places = [body, query, params].map((fields) => memberOf(fields, name));
  return places.find((text) => text !== "") ?? "";
}

function memberOf(fields: unknown, name: string): string {
  if (typeof fields !== "object" || fields === null) return "";
  const value: unknown = Reflect.get(fields, name);
  return typeof value === "string" ? value : "";
}
