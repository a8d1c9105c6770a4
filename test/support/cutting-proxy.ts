import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { endServer, listenLocally, serverOf } from "./local-server.ts";

export type CuttingProxy = {
  readonly url: string;
  /** The idempotency keys of the requests, in order. */
  readonly keys: string[];
  close(): Promise<void>;
};

/**
 * A proxy that breaks its first connections in the middle of the answer, once the service has
 * carried the request out.
 */
export async function startCuttingProxy(target: string, cuts: number): Promise<CuttingProxy> {
  const keys: string[] = [];
  const server = serverOf(pass);
  const port = await listenLocally(server);
  return {
    url: `http://127.0.0.1:${port}`,
    keys,
    close: () => endServer(server),
  };

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "GET", url = "/", headers } = request;
    keys.push(String(headers["idempotency-key"]));
    const isCut = keys.length <= cuts;
    const answer = await fetch(new URL(url, target), {
      method,
      headers: {
        "content-type": "application/json",
        authorization: headers.authorization ?? "",
        "idempotency-key": String(headers["idempotency-key"]),
        "vezne-response-style": String(headers["vezne-response-style"] ?? "flags"),
      },
      body: await buffer(request),
    });
    const text = Buffer.from(await answer.arrayBuffer());
    const type = answer.headers.get("content-type") ?? "";
    response.writeHead(answer.status, { "content-type": type, "content-length": text.length });
    if (!isCut) return void response.end(text);
    response.write(text.subarray(0, text.length / 2), () => response.socket?.destroy());
  }
}
