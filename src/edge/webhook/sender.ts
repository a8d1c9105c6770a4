import { Agent, DecoratorHandler, type Dispatcher } from "undici";
import type { DeliveryAnswer } from "../../event/delivery.ts";
import { ATTEMPT_MS } from "../../event/schedule.ts";
import type { WebhookRequest, WebhookSender } from "../../event/ports.ts";
import type { Mode } from "../../merchant/merchant.ts";
import { keepWork } from "../system/loop-watch.ts";
import { guardedConnector } from "./guarded-connector.ts";
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
  readonly resolve?: Resolve;
  readonly timeoutMs?: number;
};

export type ClosableSender = WebhookSender & { close(): Promise<void> };

/** Webhooks over HTTP: redirects are not followed, and nobody is waited for longer than 15 s. */
export function createWebhookSender(options: SenderOptions): ClosableSender {
  const { resolve = systemResolve, timeoutMs = ATTEMPT_MS } = options;
  const agentFor = (mode: Mode): Agent =>
    new Agent({
      connect: guardedConnector(mode, resolve),
      connections: CONNECTIONS,
      keepAliveTimeout: IDLE_MS,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
  const agents: Readonly<Record<Mode, Agent>> = { test: agentFor("test"), live: agentFor("live") };
  const sendBy = async (by: Dispatcher, request: WebhookRequest): Promise<DeliveryAnswer> => {
    const startedAt = performance.now();
    const elapsed = (): number => Math.round(performance.now() - startedAt);
    try {
      const answer = await exchange(by, request, { ...options, timeoutMs });
      return { kind: "answered", ...answer, durationMs: elapsed() };
    } catch (error) {
      return { kind: "unanswered", error: nameOf(error), durationMs: elapsed() };
    }
  };
  return {
    send: (request) => sendBy(agents[request.mode], request),
    async sendWhile(may, request) {
      const gate = createGate(may);
      const answer = await sendBy(agents[request.mode].compose(gate.intercept), request);
      return gate.wasShut() ? "not_sent" : answer;
    },
    async close() {
      await Promise.all(Object.values(agents).map((agent) => agent.destroy()));
    },
  };
}

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
  agent: Dispatcher,
  { url, headers, body }: WebhookRequest,
  { userAgent, mask, timeoutMs }: SenderOptions & { readonly timeoutMs: number },
): Promise<Answered> {
  const { origin, pathname, search } = new URL(url);
  const asked = agent.request({
    origin,
    path: pathname + search,
    method: "POST",
    headers: { "content-type": "application/json", "user-agent": userAgent, ...headers },
    body,
    signal: AbortSignal.timeout(timeoutMs),
  });
  const response = await keepWork(asked);
  return {
    status: response.statusCode,
    headers: keptHeaders(response.headers, mask),
    body: mask(await readStart(response.body)),
  };
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

/** A short name of what happened; never an error's message, which may quote anything. */
function nameOf(error: unknown): string {
  if (error instanceof Error && error.name === "TimeoutError") return "timeout";
  if (error instanceof Error && "code" in error && typeof error.code === "string") {
    return error.code.toLowerCase();
  }
  return error instanceof Error ? error.name.toLowerCase() : "error";
}
