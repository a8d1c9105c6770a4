import { Agent, DecoratorHandler, type Dispatcher } from "undici";
import type { DeliveryAnswer } from "../../event/delivery.ts";
import { ATTEMPT_MS } from "../../event/schedule.ts";
import type { WebhookRequest, WebhookSender } from "../../event/ports.ts";
import { keepWork } from "../system/loop-watch.ts";
import { classOfAddress } from "./address-class.ts";
import {
  ForbiddenAddress,
  guardedConnector,
  PUBLIC,
  PUBLIC_AND_LOOPBACK,
  reachOf,
  type Guard,
  type Reach,
} from "./guarded-connector.ts";
import { systemResolve, type Resolve } from "./name-lookup.ts";

/** What is kept of an answer, for whoever looks into a failure. */
const KEPT_BYTES = 2 * 1_024;
/** What is read of it, so that the connection can be used again; more ends the connection. */
const READ_BYTES = 64 * 1_024;
const HEADERS_KEPT = 32;
const HEADER_LENGTH = 256;
/**
 * To one server, which may be that of many merchants: as many as are ever sent at once, so that
 * nobody waits, its time running out, for receivers of others that don't answer.
 */
const CONNECTIONS = 256;
const IDLE_MS = 10_000;

export type SenderOptions = {
  readonly userAgent: string;
  /** Hides card numbers and keys in what a receiver answered. */
  readonly mask: (text: string) => string;
  /** Whether webhooks of test mode may go to this machine. */
  readonly mayLoopback: boolean;
  readonly resolve?: Resolve;
  readonly classOf?: Guard["classOf"];
  readonly timeoutMs?: number;
};

export type ClosableSender = WebhookSender & { close(): Promise<void> };

/** Webhooks over HTTP: redirects are not followed, and nobody is waited for longer than 15 s. */
export function createWebhookSender(options: SenderOptions): ClosableSender {
  const { mayLoopback, resolve = systemResolve, timeoutMs = ATTEMPT_MS } = options;
  const { classOf = classOfAddress } = options;
  const routeWithin = (reach: Reach, isKept: boolean): Route => ({
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
    const ask = ({ agent, isKept }: Route): Promise<Answered> =>
      exchange({ agent: through(agent), isKept }, request, { ...options, signal });
    try {
      const answer = await ask(outside).catch((error: unknown) => {
        const mayGoInside = reachOf(request.mode, mayLoopback) === PUBLIC_AND_LOOPBACK;
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
      const gate = createGate(may);
      const answer = await sendBy((agent) => agent.compose(gate.intercept), request);
      return gate.wasShut() ? "not_sent" : answer;
    },
    async close() {
      await Promise.all([outside, inside].map(({ agent }) => agent.destroy()));
    },
  };
}

/**
 * Connections, and whether what is answered by them is kept. What a program of this machine answers
 * is not for merchants: it need not be a receiver of theirs.
 */
type Route = { readonly agent: Agent; readonly isKept: boolean };

type Way = { readonly agent: Dispatcher; readonly isKept: boolean };

type Answered = Omit<Extract<DeliveryAnswer, { kind: "answered" }>, "kind" | "durationMs">;

type Gate = {
  readonly intercept: Dispatcher.DispatcherComposeInterceptor;
  wasShut(): boolean;
};

/** Asks once the connection stands and before anything is written to it. */
function createGate(may: () => boolean): Gate {
  let wasShut = false;
  return {
    wasShut: () => wasShut,
    intercept: (dispatch) => (options, handler) =>
      dispatch(
        options,
        new (class extends DecoratorHandler {
          onRequestStart(controller: Dispatcher.DispatchController, context: unknown): void {
            wasShut = !may();
            if (wasShut) controller.abort(new Error("the gate is shut"));
            else handler.onRequestStart?.(controller, context);
          }
        })(handler),
      ),
  };
}

async function exchange(
  { agent, isKept }: Way,
  { url, headers, body }: WebhookRequest,
  { userAgent, mask, signal }: SenderOptions & { readonly signal: AbortSignal },
): Promise<Answered> {
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

/** The first bytes as text that a database can hold; the rest is read as far as it is short. */
async function readStart(body: Dispatcher.ResponseData["body"]): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      if (bytes < KEPT_BYTES) chunks.push(chunk.subarray(0, KEPT_BYTES - bytes));
      bytes += chunk.length;
      // Leaving the loop ends the connection.
      if (bytes > READ_BYTES) break;
    }
  } catch {
    // The status has decided; a body that breaks off changes nothing.
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

/** When to come back decides about the next attempt, wherever the receiver is. */
function onlyRetryAfter({ "retry-after": value = "" }: Answered["headers"]): Answered["headers"] {
  if (/^\d{1,9}$/.test(value)) return { "retry-after": value };
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? {} : { "retry-after": date.toUTCString() };
}

/** A short name of what happened; never an error's message, which may quote anything. */
function nameOf(error: unknown): string {
  if (error instanceof Error && error.name === "TimeoutError") return "timeout";
  if (error instanceof Error && "code" in error && typeof error.code === "string") {
    return error.code.toLowerCase();
  }
  return error instanceof Error ? error.name.toLowerCase() : "error";
}
