import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { endServer, serverOf } from "./local-server.ts";

/** An answer on its way to the browser. */
export type Passing = {
  readonly path: string;
  readonly headers: Record<string, string>;
  body: string;
};

export type FrontOptions = {
  readonly port: number;
  /** The service behind the proxy. */
  readonly target: () => string;
  /** Changes an answer before it is sent on. */
  readonly rewrite: (answer: Passing) => void;
};

/** A proxy before the service that changes its answers. */
export async function startFront(options: FrontOptions): Promise<{ close(): Promise<void> }> {
  const server = serverOf((request, response) => pass(options, request, response));
  server.listen(options.port, "127.0.0.1");
  await once(server, "listening");
  return { close: () => endServer(server) };
}

const OF_ONE_CONNECTION = /^(connection|content-encoding|content-length|keep-alive|vary)$/;

async function pass(
  { target, rewrite }: FrontOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = "GET", url: path = "/" } = request;
  const answer = await fetch(new URL(path, target()), {
    method,
    redirect: "manual",
    headers: sentOn(request.headers),
    ...(method === "POST" ? { body: await text(request) } : {}),
  });
  const kept = [...answer.headers].filter(([name]) => !OF_ONE_CONNECTION.test(name));
  const passing = { path, headers: Object.fromEntries(kept), body: await answer.text() };
  rewrite(passing);
  response.writeHead(answer.status, passing.headers).end(passing.body);
}

function sentOn(headers: IncomingMessage["headers"]): [string, string][] {
  return ["accept-language", "authorization", "content-type"].flatMap((name) => {
    const value = headers[name];
    return typeof value === "string" ? [[name, value] as [string, string]] : [];
  });
}
