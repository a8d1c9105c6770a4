import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { endServer, listenLocally } from "./local-server.ts";

/** A load balancer that sends each call to a server whose `/readyz` answers 200. */
export type Balancer = { readonly url: string; close(): Promise<void> };

const ASKED_EVERY_MS = 250;
/** Headers of an answer that are not true of the decoded body on another connection. */
const DECODED = /^(connection|content-encoding|content-length|transfer-encoding|keep-alive)$/;
const OWN_HEADERS = /^(host|connection|content-length|transfer-encoding|keep-alive)$/;

export async function openBalancer(targets: readonly string[]): Promise<Balancer> {
  const ready = new Set<string>();
  const ask = async (): Promise<void> => {
    await Promise.all(
      targets.map(async (target) => {
        const answer = await fetch(`${target}/readyz`).catch(() => undefined);
        if (answer?.status === 200) ready.add(target);
        else ready.delete(target);
      }),
    );
  };
  await ask();
  const timer = setInterval(() => {
    ask().catch(() => undefined);
  }, ASKED_EVERY_MS);
  let calls = 0;
  const server = createServer((request, response) => {
    const up = [...ready];
    calls += 1;
    const target = up[calls % Math.max(1, up.length)];
    if (target === undefined) response.writeHead(502).end("no server is ready");
    else pass(target, request, response).catch(() => response.destroy());
  });
  const port = await listenLocally(server);
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      clearInterval(timer);
      return endServer(server);
    },
  };
}

async function pass(
  target: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const headers = Object.entries(request.headers).filter(([name]) => !OWN_HEADERS.test(name));
  const body = await buffer(request);
  try {
    const answer = await fetch(target + (request.url ?? "/"), {
      method: request.method ?? "GET",
      headers: Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
      redirect: "manual",
      ...(body.length === 0 ? {} : { body }),
    });
    for (const [name, value] of answer.headers) {
      if (!DECODED.test(name)) response.appendHeader(name, value);
    }
    response.writeHead(answer.status);
    response.end(Buffer.from(await answer.arrayBuffer()));
  } catch (error) {
    response.writeHead(502).end(`the server gave no answer: ${String(error)}`);
  }
}
