import { once } from "node:events";
import { connect, createServer, type NetConnectOpts, type Socket } from "node:net";
import type { PostgresConnection } from "../../src/database/embedded/handle.ts";
import { listenLocally } from "./local-server.ts";

/** A proxy to a database server that a test can break in ways that the server itself does not. */
export type DatabaseLine = {
  readonly connection: PostgresConnection;
  /** Like a machine that vanishes: connections receive nothing more, not even an end. */
  vanish(): void;
  /** Sends new connections to this server from now on. */
  leadTo(target: PostgresConnection): void;
  close(): Promise<void>;
};

export async function openDatabaseLine(target: PostgresConnection): Promise<DatabaseLine> {
  let to = target;
  const pairs = new Set<readonly [Socket, Socket]>();
  const silent = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(addressOf(to));
    const pair = [near, far] as const;
    pairs.add(pair);
    const end = (): void => {
      pairs.delete(pair);
      far.destroy();
      if (!silent.has(near)) near.destroy();
    };
    for (const socket of pair) socket.on("error", end).on("close", end);
    near.pipe(far);
    far.pipe(near);
  });
  const port = await listenLocally(server);
  return {
    connection: { ...target, host: "127.0.0.1", port },
    vanish() {
      for (const [near, far] of pairs) {
        near.unpipe(far);
        far.unpipe(near);
        near.resume();
        far.resume();
        silent.add(near);
      }
    },
    leadTo: (next) => void (to = next),
    async close() {
      for (const socket of [...silent, ...[...pairs].flat()]) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

function addressOf({ host, port }: PostgresConnection): NetConnectOpts {
  return host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
}
