import {
  createServer as createHttpServer,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { createServer } from "node:https";
import { once } from "node:events";
import { text as readText } from "node:stream/consumers";
import { SELF_SIGNED } from "../certificates.ts";
import { endServer, listenLocally } from "../local-server.ts";

export type Received = {
  readonly method: string;
  /** Path and query, as they were sent. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export type Reply = { readonly status: number; readonly body: string };

/** A reply in place of the right one, or no reply at all. */
export type Fault = Reply | Handle | "silence" | "reset";

export type Handle = (request: Received) => Reply;

/** A server over TLS that a test can disturb and switch off; `isPlain` for metadata endpoints. */
export async function startServer(handle: Handle, isPlain = false) {
  const calls: Received[] = [];
  const faults: Fault[] = [];
  const server = isPlain ? createHttpServer() : createServer(SELF_SIGNED);
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const received = await receive(request);
    calls.push(received);
    const fault = faults.shift();
    if (fault === "silence") return;
    if (fault === "reset") {
      request.socket.destroy();
      return;
    }
    const { status, body } = typeof fault === "object" ? fault : (fault ?? handle)(received);
    response.writeHead(status, { "content-type": "application/json" });
    response.end(body);
  };
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    // A client that leaves, as after a time limit, is no error of the double.
    answer(request, response).catch(() => request.socket.destroy());
  });
  const port = await listenLocally(server);
  return {
    host: `127.0.0.1:${port}`,
    calls,
    /** The next calls get these replies, one each. */
    disturb(...next: readonly Fault[]): void {
      faults.push(...next);
    },
    stop: () => endServer(server),
    async start(): Promise<void> {
      server.listen(port, "127.0.0.1");
      await once(server, "listening");
    },
    close: () => (server.listening ? endServer(server) : Promise.resolve()),
  };
}

export type DoubleServer = Awaited<ReturnType<typeof startServer>>;

async function receive(request: IncomingMessage): Promise<Received> {
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
  return {
    method: request.method ?? "",
    path: request.url ?? "",
    headers: Object.fromEntries(headers) as Readonly<Record<string, string>>,
    body: await readText(request),
  };
}

export function reply(status: number, body: unknown): Reply {
  return { status, body: JSON.stringify(body) };
}

/** The body as a JSON object, which all requests of the service have. */
export function jsonIn({ body }: Received): Readonly<Record<string, unknown>> {
  return JSON.parse(body) as Readonly<Record<string, unknown>>;
}
