import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { endServer, listenLocally, serverOf } from "./local-server.ts";

/** The size of the parts of a page, and the pause after each. */
const PART_BYTES = 150;
const PAUSE_MS = 10;
const OWN_HEADERS = /^(content-(length|encoding)|transfer-encoding|connection)$/;

export type SlowLine = { readonly url: string; close(): Promise<void> };

/** A proxy to a server that sends pages in many small parts, and everything else at once. */
export async function openSlowLine(target: string): Promise<SlowLine> {
  const server = serverOf((request, response) => pass(target, request, response));
  const port = await listenLocally(server);
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => endServer(server),
  };
}

async function pass(
  target: string,
  { url = "/", headers }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const language = headers["accept-language"] ?? "";
  const answer = await fetch(new URL(url, target), { headers: { "accept-language": language } });
  for (const [name, value] of answer.headers) {
    if (!OWN_HEADERS.test(name)) response.setHeader(name, value);
  }
  response.writeHead(answer.status);
  const body = Buffer.from(await answer.arrayBuffer());
  const isPage = answer.headers.get("content-type")?.startsWith("text/html") === true;
  const size = isPage ? PART_BYTES : body.length + 1;
  for (let at = 0; at < body.length; at += size) {
    response.write(body.subarray(at, at + size));
    await wait(PAUSE_MS);
  }
  response.end();
}
