import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { merchantOf, parseAttemptId, type AttemptId } from "../../kernel/ids.ts";
import { loggedFacts, noteForLog } from "../../http/server/logged-facts.ts";
import { maskRequestId } from "../../system/redaction/mask-secrets.ts";
import { redactPath } from "../../system/redaction/redact-path.ts";
import { maskText } from "../../system/logger.ts";
import type { KeptContexts } from "./kept-contexts.ts";
import type { Attributes, Span, TraceContext, Tracer } from "./tracer.ts";

type RequestParts = { readonly tracer: Tracer; readonly contexts: KeptContexts };

/** A request that may be traced. */
type Call = {
  readonly startedAt: number;
  /** True once it is known whether the request is recorded. */
  isDecided: boolean;
  span: Span | undefined;
};

const CALL = Symbol("traced call");

declare module "fastify" {
  interface FastifyRequest {
    [CALL]?: Call;
  }
}

/** The interface, the payment page and the panel, without supervisors' calls and assets. */
const TRACED = /^\/(?:api|checkout|panel)(?:[/?]|$)/;

/**
 * Records requests as spans. The trace goes on where the caller's `traceparent` says or, at the
 * customer's return from a bank, where the payment began.
 */
export function traceRequests(app: FastifyInstance, { tracer, contexts }: RequestParts): void {
  app.addHook("onRequest", (request, _reply, done) => {
    if (TRACED.test(request.url)) {
      request[CALL] = { startedAt: tracer.now(), isDecided: false, span: undefined };
    }
    done();
  });
  // While a body arrives, the context of asynchronous work is lost; so it begins afterwards.
  app.addHook("preValidation", (request, _reply, done) => {
    const call = request[CALL];
    if (call === undefined) return done();
    const proceed = (parent: TraceContext | undefined): void => {
      decide(tracer, request, { call, parent });
      if (call.span === undefined) done();
      else tracer.within(call.span, () => done());
    };
    const caller = callerOf(tracer, request);
    const attemptId = returnedAttempt(request);
    if (caller !== undefined || attemptId === undefined) return proceed(caller);
    const subject = { merchantId: merchantOf(attemptId), subjectId: attemptId };
    contexts.find(subject).then(proceed, done);
    return undefined;
  });
  app.addHook("onResponse", (request, reply, done) => {
    const call = request[CALL];
    if (call !== undefined) {
      // A request that was refused early has not been decided yet.
      if (!call.isDecided) decide(tracer, request, { call, parent: callerOf(tracer, request) });
      if (call.span !== undefined) end(call.span, request, reply);
    }
    done();
  });
}

/** Starts the span of a request, if its trace is recorded. */
function decide(
  tracer: Tracer,
  request: FastifyRequest,
  { call, parent }: { readonly call: Call; readonly parent: TraceContext | undefined },
): void {
  call.isDecided = true;
  call.span = tracer.start({
    name: `${request.method} ${request.routeOptions.url ?? ""}`.trimEnd(),
    kind: "server",
    attributes: attributesOf(request),
    parent: parent ?? "none",
    startedAt: call.startedAt,
  });
  if (call.span === undefined) return;
  const { traceId, spanId } = call.span;
  noteForLog(request, { trace_id: traceId, span_id: spanId });
}

function attributesOf(request: FastifyRequest): Attributes {
  const { method, protocol, routeOptions, url, id } = request;
  return {
    "http.request.method": method,
    "http.route": routeOptions.url,
    "url.scheme": protocol,
    // Without the query, which may hold a session id; the path may hold any text.
    "url.path": redactPath(url.split("?", 1)[0] ?? "", undefined),
    "vezne.request.id": maskRequestId(id),
  };
}

function end(span: Span, request: FastifyRequest, { statusCode }: FastifyReply): void {
  const { merchant_id, order_id } = loggedFacts(request);
  span.set({
    "http.response.status_code": statusCode,
    "vezne.merchant.id": merchant_id,
    "vezne.order.id": order_id,
  });
  if (statusCode >= 500) span.fail(String(statusCode));
  span.end();
}

/** The place in a trace that the caller names, if callers are asked for it. */
function callerOf({ propagates }: Tracer, { headers }: FastifyRequest): TraceContext | undefined {
  const { traceparent, tracestate } = headers;
  if (!propagates || typeof traceparent !== "string") return undefined;
  // A state in which something had to be masked is left out whole.
  const isKept = typeof tracestate === "string" && maskText(tracestate) === tracestate;
  return { traceparent, tracestate: isKept ? tracestate : undefined };
}

/** The attempt in the address to which a bank sends the customer back. */
function returnedAttempt({ params }: FastifyRequest): AttemptId | undefined {
  if (typeof params !== "object" || params === null) return undefined;
  const attemptId: unknown = Reflect.get(params, "attemptId");
  return typeof attemptId === "string" ? parseAttemptId(attemptId) : undefined;
}
