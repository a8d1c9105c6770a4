import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, chmod, chown, cp, readdir, lchown, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Client } from "pg";
import { vi } from "vitest";
import type { PostgresConnection } from "../../src/database/embedded/handle.ts";
import { locateBinaries } from "../../src/database/embedded/binaries.ts";
import { asRoot, UNPRIVILEGED, query, WAIT } from "./embedded-clusters.ts";
import { freePort } from "./free-port.ts";

/** A replica of a server that can take its place. */
export type Standby = {
  readonly connection: PostgresConnection;
  /** Whether it has all data that was committed so far. */
  promote(): Promise<void>;
  stop(): Promise<void>;
};

type Primary = {
  /** Its data directory. */
  readonly directory: string;
  readonly owner: PostgresConnection;
  readonly service: PostgresConnection;
};

/** Starts a standby in a new directory, which receives all later commits. */
export async function startStandby(primary: Primary, directory: string): Promise<Standby> {
  await copyRunning(primary, directory);
  const port = await freePort();
  const { host, port: primaryPort, user, password } = primary.owner;
  await appendFile(
    join(directory, "postgresql.auto.conf"),
    `primary_conninfo = 'host=${host} port=${primaryPort} user=${user} password=${password}'\n`,
  );
  await writeFile(join(directory, "standby.signal"), "");
  // The standby's user must pass through the primary's folder to its socket.
  await chmod(dirname(primary.directory), 0o711);
  const identity = asRoot ? UNPRIVILEGED : {};
  await give(directory, identity);
  const binaries = await locateBinaries(
    directory,
    asRoot ? { kind: "other", ...UNPRIVILEGED } : { kind: "same" },
  );
  const settings = [`port=${port}`, "listen_addresses=127.0.0.1", "unix_socket_directories="];
  const child = spawn(
    binaries.postgres,
    ["-D", directory, ...settings.flatMap((setting) => ["-c", setting])],
    { ...identity, cwd: directory, stdio: "ignore" },
  );
  const at = { host: "127.0.0.1", port };
  const owner = { ...primary.owner, ...at };
  await vi.waitFor(() => query(owner, "select"), WAIT);
  await query(primary.owner, "alter system set synchronous_standby_names = '*'");
  await query(primary.owner, "select pg_reload_conf()");
  return {
    connection: { ...primary.service, ...at },
    promote: async () => {
      await query(owner, "alter system reset synchronous_standby_names");
      await query(owner, "select pg_promote()");
    },
    async stop() {
      const gone = once(child, "exit");
      child.kill("SIGINT");
      await gone;
      await binaries.release();
    },
  };
}

async function copyRunning({ directory: from, owner }: Primary, to: string): Promise<void> {
  const client = new Client(owner);
  await client.connect();
  await client.query("select pg_backup_start('standby', true)");
  await cp(from, to, { recursive: true, filter: (path) => !/postmaster\.|\.s\.PGSQL/.test(path) });
  const { rows } = await client.query<{ labelfile: string }>(
    "select labelfile from pg_backup_stop(false)",
  );
  await writeFile(join(to, "backup_label"), rows[0]?.labelfile ?? "");
  await client.end();
}

async function give(directory: string, { uid, gid }: Partial<typeof UNPRIVILEGED>): Promise<void> {
  if (uid === undefined || gid === undefined) return;
  const entries = await readdir(directory, { recursive: true });
  for (const entry of entries) await lchown(join(directory, entry), uid, gid);
  await chown(directory, uid, gid);
}
