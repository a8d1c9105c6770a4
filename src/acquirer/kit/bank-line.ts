import type { Dispatcher } from "undici";

import type { Clock } from "../../kernel/clock.ts";
import { keepWork } from "../../system/loop-watch.ts";

/** A longer answer is refused. Messages are well under this; the HTML of a 3-D page may be long. */
const ANSWER_BYTES = 256 * 1_024;

export type LineRequest = {
  /** `POST` by default; a `GET` has no body. */
  readonly method?: "GET" | undefined;
  /** The origin, for a dispatcher that serves several hosts. */
  readonly origin?: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
};

/** The HTTP answer, or the reason why there is none. */
export type LineAnswer =
  | {
      readonly kind: "answered";
      readonly status: number;
      readonly headers: Readonly<Record<string, string | string[] | undefined>>;
      /** The bytes, because banks differ in their character set. */
      readonly body: Buffer;
    }
  /** The request got no connection, so no byte of it can have reached the bank. */
  | { readonly kind: "never_sent"; readonly cause: string }
  | { readonly kind: "no_answer"; readonly cause: string };

export type LineDeps = {
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
  /** The time limit, in ms, of each step: to get a connection, an answer's head, and its body. */
  readonly timeoutMs: number;
};

/** Sends one request; it never throws for a network failure and never sends the request again. */
export function post(deps: LineDeps, request: LineRequest): Promise<LineAnswer> {
  const answered = new Promise<LineAnswer>((resolve) => {
    const exchange = new Exchange(deps, resolve);
    try {
      deps.dispatcher.dispatch(
        {
          ...(request.origin === undefined ? {} : { origin: request.origin }),
          path: request.path,
          method: request.method ?? "POST",
          headers: request.headers,
          body: request.method === undefined ? request.body : null,
          headersTimeout: deps.timeoutMs,
          bodyTimeout: deps.timeoutMs,
        },
        exchange,
      );
    } catch (error) {
      exchange.onResponseError(undefined, error);
    }
  });
  return keepWork(answered);
}

/** One request, handled by undici's callbacks, which cost less than a stream for a short answer. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #deps: LineDeps;
  readonly #resolve: (answer: LineAnswer) => void;
  readonly #deadline: number;
  #isSent = false;
  #status = 0;
  #headers: Readonly<Record<string, string | string[] | undefined>> = {};
  readonly #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(deps: LineDeps, resolve: (answer: LineAnswer) => void) {
    this.#deps = deps;
    this.#resolve = resolve;
    this.#deadline = deps.clock.now() + deps.timeoutMs;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // The request has waited for a connection longer than the caller waits for an answer.
    if (this.#isLate()) return controller.abort(new Error("no free connection in time"));
    this.#isSent = true;
    return undefined;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > ANSWER_BYTES) return controller.abort(new Error("answer too long"));
    if (this.#isLate()) return controller.abort(new Error("answer too slow"));
    this.#chunks.push(chunk);
    return undefined;
  }

  onResponseEnd(): void {
    const [first] = this.#chunks;
    const body =
      this.#chunks.length === 1 && first !== undefined ? first : Buffer.concat(this.#chunks);
    this.#resolve({
      kind: "answered",
      status: this.#status,
      headers: this.#headers,
      body,
    });
  }

  onResponseError(_controller: unknown, error: unknown): void {
    this.#resolve({ kind: this.#isSent ? "no_answer" : "never_sent", cause: causeOf(error) });
  }

  #isLate(): boolean {
    return this.#deps.clock.now() > this.#deadline;
  }
}

/** A short name of the error; never its message, which may quote the request. */
function causeOf(error: unknown): string {
  if (error instanceof Error && "code" in error && typeof error.code === "string") {
    return error.code.toLowerCase();
  }
  return error instanceof Error ? error.name.toLowerCase() : "error";
}
