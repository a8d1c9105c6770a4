import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/**
 * Lets a stopping server go of connections that never asked anything, such as those that browsers
 * open in advance: to Node they are busy until they send their first request, so that it would wait
 * for them.
 */
export function dropSilentConnections(app: FastifyInstance): void {
  const silent = new Set<Socket>();
  app.server.on("connection", (socket: Socket) => {
    silent.add(socket);
    socket.once("close", () => silent.delete(socket));
  });
  app.server.on("request", ({ socket }: IncomingMessage) => silent.delete(socket));
  app.addHook("preClose", async () => {
    for (const socket of silent) socket.destroy();
  });
}
