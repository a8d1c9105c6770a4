import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type Server as HttpServer,
  type ServerResponse,
} from "node:http";
import type { Server } from "node:net";

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Makes a server that breaks off a connection whose request it can't handle or read to its end. */
export function serverOf(handle: Handle): HttpServer {
  return createServer((request, response) => {
    handle(request, response).catch(() => request.socket.destroy());
  });
}

/** Lets a server listen at a free port of this machine; resolves to the port. */
export async function listenLocally(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return address.port;
}

/** Ends a server with the connections that are still open. */
export async function endServer(server: HttpServer): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
}
