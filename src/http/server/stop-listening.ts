import type { Server } from "node:http";

/**
 * Closes a server's listener and its idle connections, so that a proxy finds that it can't connect
 * and sends the call, a payment too, to another process. Requests under way go on.
 */
export async function stopListening(server: Server): Promise<void> {
  // Right after a round of accepted connections: those that wait longer would be cut.
  await new Promise((resolve) => setImmediate(resolve));
  if (server.listening) server.close();
  server.closeIdleConnections();
}
