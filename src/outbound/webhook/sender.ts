import { Agent, DecoratorHandler, type Dispatcher } from "undici";
import type { DeliveryAnswer } from "../../domain/event/delivery.ts";
import { ATTEMPT_MS } from "../../domain/event/schedule.ts";
import type { WebhookRequest, WebhookSender } from "../../domain/event/ports.ts";
import { keepWork } from "../../system/loop-watch.ts";
import { classOfAddress } from "./address-class.ts";
import {
  ForbiddenAddress,
  guardedConnector,
  PUBLIC,
  PUBLIC_AND_LOOPBACK,
  reachOf,
  type LoopbackSettings,
  type Guard,
  type AddressReach,
} from "./guarded-connector.ts";
import { systemResolve, type NameResolver } from "./name-lookup.ts";

/** The part of an answer's body that is stored, for the analysis of failures. */
const KEPT_BYTES = 2 * 1_024;
/** A body up to this length is read to its end, so that the connection can be used again. */
const READ_BYTES = 64 * 1_024;
const HEADERS_KEPT = 32;
const HEADER_LENGTH = 256;
/**
 * The most connections to one server, which may host the endpoints of many merchants. It equals the
 * number of deliveries that a process sends at once, so that no delivery waits for a connection
 * that a silent receiver of another merchant holds.
 */
const CONNECTIONS = 256;
const IDLE_MS = 10_000;

export type SenderOptions = {
  readonly userAgent: string;
  /** Hides card numbers and keys in a receiver's answer. */
  readonly mask: (text: string) => string;
  readonly loopback: LoopbackSettings;
  readonly resolve?: NameResolver;
  readonly classOf?: Guard["classOf"];
  readonly timeoutMs?: number;
};

export type ClosableSender = WebhookSender & { close(): Promise<void> };

/** Sends webhooks over HTTP; it follows no redirect and ends an attempt after 15 s. */
export function createWebhookSender(options: SenderOptions): ClosableSender {
  const { loopback, resolve = systemResolve, timeoutMs = ATTEMPT_MS } = options;
  const { classOf = classOfAddress } = options;
  const routeWithin = (reach: AddressReach, isKept: boolean): Route => ({
    isKept,
    agent: new Agent({
      connect: guardedConnector({ reach, resolve, classOf }),
      connections: CONNECTIONS,
      keepAliveTimeout: IDLE_MS,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    }),
  });
  const outside = routeWithin(PUBLIC, true);
  const inside = routeWithin(PUBLIC_AND_LOOPBACK, false);
  const sendBy = async (
    through: (agent: Agent) => Dispatcher,
    request: WebhookRequest,
  ): Promise<DeliveryAnswer> => {
    const startedAt = performance.now();
    const elapsed = (): number => Math.round(performance.now() - startedAt);
    const signal = AbortSignal.timeout(timeoutMs);
    const ask = ({ agent, isKept }: Route): Promise<AnsweredDelivery> =>
      exchange({ agent: through(agent), isKept }, request, { ...options, signal });
    try {
      const answer = await ask(outside).catch((error: unknown) => {
        const mayGoInside = reachOf(request.mode, loopback) === PUBLIC_AND_LOOPBACK;
        if (mayGoInside && error instanceof ForbiddenAddress) return ask(inside);
        throw error;
      });
      return { kind: "answered", ...answer, durationMs: elapsed() };
    } catch (error) {
      return { kind: "unanswered", error: nameOf(error), durationMs: elapsed() };
    }
  };
  return {
    send: (request) => sendBy((agent) => agent, request),
    async sendWhile(may, request) {
      const gate = createPermissionGate(may);
      const answer = await sendBy((agent) => agent.compose(gate.intercept), request);
      return gate.wasRefused() ? "not_sent" : answer;
    },
    async close() {
      await Promise.all([outside, inside].map(({ agent }) => agent.destroy()));
    },
  };
}

/**
 * The connections to receivers; `isKept` is true if answers are stored. Answers of programs on this
 * machine are not stored: such a program may not belong to the merchant, who can read stored
 * answers.
 */
type Route = { readonly agent: Agent; readonly isKept: boolean };

type ExchangeRoute = { readonly agent: Dispatcher; readonly isKept: boolean };

type AnsweredDelivery = Omit<Extract<DeliveryAnswer, { kind: "answered" }>, "kind" | "durationMs">;

type Gate = {
  readonly intercept: Dispatcher.DispatcherComposeInterceptor;
  wasRefused(): boolean;
};

/** Calls `may` after the connection is established and before the first byte is written to it. */
function createPermissionGate(may: () => boolean): Gate {
  let wasRefused = false;
  return {
    wasRefused: () => wasRefused,
    intercept: (dispatch) => (options, handler) =>
      dispatch(
        options,
        new (class extends DecoratorHandler {
          onRequestStart(controller: Dispatcher.DispatchController, context: unknown): void {
            wasRefused = !may();
            if (wasRefused) controller.abort(new Error("the delivery may not begin any more"));
            else handler.onRequestStart?.(controller, context);
          }
        })(handler),
      ),
  };
}

async function exchange(
  { agent, isKept }: ExchangeRoute,
  { url, headers, body }: WebhookRequest,
  { userAgent, mask, signal }: SenderOptions & { readonly signal: AbortSignal },
): Promise<AnsweredDelivery> {
  const { origin, pathname, search } = new URL(url);
  const asked = agent.request({
    origin,
    path: pathname + search,
    method: "POST",
    headers: { "content-type": "application/json", "user-agent": userAgent, ...headers },
    body,
    signal,
  });
  const response = await keepWork(asked);
  const start = await readStart(response.body);
  const { statusCode: status } = response;
  const kept = keptHeaders(response.headers, mask);
  if (isKept) return { status, headers: kept, body: mask(start) };
  return { status, headers: onlyRetryAfter(kept), body: undefined };
}

/**
 * Returns the first `KEPT_BYTES` of a body, with NUL characters replaced, because the database
 * can't store them as text.
 */
async function readStart(body: Dispatcher.ResponseData["body"]): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      if (bytes < KEPT_BYTES) chunks.push(chunk.subarray(0, KEPT_BYTES - bytes));
      bytes += chunk.length;
      // `break` destroys the body's stream, which closes the connection.
      if (bytes > READ_BYTES) break;
    }
  } catch {
    // The status alone decides the outcome, so an incomplete body is no failure.
  }
  return Buffer.concat(chunks).toString().replaceAll("\0", "\u{FFFD}");
}

function keptHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  mask: (text: string) => string,
): Readonly<Record<string, string>> {
  const kept = Object.entries(headers)
    .filter(([name]) => name !== "set-cookie")
    .slice(0, HEADERS_KEPT)
    .map(([name, value]) => [name, mask(String(value).slice(0, HEADER_LENGTH))] as const);
  return Object.fromEntries(kept);
}

/** Keeps `Retry-After` alone, which decides the time of the next attempt for any receiver. */
function onlyRetryAfter({
  "retry-after": value = "",
}: AnsweredDelivery["headers"]): AnsweredDelivery["headers"] {
  if (/^\d{1,9}$/.test(value)) return { "retry-after": value };
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? {} : { "retry-after": date.toUTCString() };
}

/** A short name of the error; never its message, which may quote foreign text. */
function nameOf(error: unknown): string {
  if (error instanceof Error && error.name === "TimeoutError") return "timeout";
  if (error instanceof Error && "code" in error && typeof error.code === "string") {
    return error.code.toLowerCase();
  }
  return error instanceof Error ? error.name.toLowerCase() : "error";
}
