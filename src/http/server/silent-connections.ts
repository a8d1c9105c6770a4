import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/**
 * Closes connections that have sent no request when the server stops, such as those that browsers
 * open in advance. Node counts them as busy and would wait for them.
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
