import { Agent, type Dispatcher } from "undici";

import type { Clock } from "../../kernel/clock.ts";
import { type LineAnswer, post } from "./bank-line.ts";

export type BankRequest = {
  /** `POST` unless the bank's question has another method. */
  readonly method?: "GET";
  /** The absolute address of the bank's interface, from the connection's hosts. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes where the bank's character set is not UTF-8. */
  readonly body: string | Buffer;
  /** The time limit, in ms, of each step: to get a connection, an answer's head, and its body. */
  readonly timeoutMs: number;
};

/**
 * Sends requests of all protocols to banks. It never throws for a network failure, never follows a
 * redirect and never sends a request again; `never_sent` proves that no byte reached the bank.
 */
export type BankTransport = {
  readonly clock: Clock;
  post(request: BankRequest): Promise<LineAnswer>;
};

/** The most connections to one bank host; further requests wait for a free one. */
const CONNECTIONS_PER_HOST = 64;

export function createBankTransport(options: {
  readonly clock: Clock;
  /** Replaces the transport's own connections; the caller closes it. */
  readonly dispatcher?: Dispatcher;
}): BankTransport & { close(): Promise<void> } {
  const { clock } = options;
  const dispatcher =
    options.dispatcher ?? new Agent({ connections: CONNECTIONS_PER_HOST, pipelining: 1 });
  return {
    clock,
    post({ method, url, timeoutMs, headers, body }) {
      const { origin, pathname, search } = new URL(url);
      return post(
        { dispatcher, clock, timeoutMs },
        { method, origin, path: pathname + search, headers, body },
      );
    },
    close: () => (options.dispatcher === undefined ? dispatcher.close() : Promise.resolve()),
  };
}
