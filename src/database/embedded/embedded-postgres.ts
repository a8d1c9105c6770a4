import { join as joinPath } from "node:path";
import type { Random } from "../../kernel/random.ts";
import { locateBinaries } from "./binaries.ts";
import { openDataDir } from "./data-dir.ts";
import type { Cluster } from "./cluster.ts";
import { checkVersion, clusterExists, createCluster, takeOwnership } from "./cluster.ts";
import { loadCredentials } from "./credentials.ts";
import { removeAbandonedDrafts } from "./draft.ts";
import { EmbeddedServer } from "./embedded-server.ts";
import type { EmbeddedPostgres, Log } from "./handle.ts";
import { chooseServerUser } from "./server-user.ts";

export type EmbeddedPostgresOptions = {
  /** Vezne's data directory; the cluster is its folder `postgres`. */
  readonly dataDir: string;
  /** The database to create and connect to. */
  readonly database: string;
  /** The source of the passwords of a new cluster. */
  readonly random: Random;
  readonly log: Log;
  /** Additional settings of PostgreSQL for this start. */
  readonly settings?: Readonly<Record<string, string>>;
};

/**
 * Starts PostgreSQL on the data directory, or joins the server that another process has started.
 * The reasons are in docs/decisions/embedded-postgresql.md.
 *
 * @throws EmbeddedPostgresError if PostgreSQL can't run here; its message says what to do
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(options.database)) {
    throw new TypeError(`${options.database} is not a plain database name`);
  }
  const home = await openDataDir(options.dataDir);
  const directory = joinPath(home, "postgres");
  const user = await chooseServerUser(directory);
  const exists = await clusterExists(directory);
  const cluster: Cluster = {
    home,
    directory,
    user,
    credentials: await loadCredentials(home, options.random, exists),
    binaries: await locateBinaries(home, user),
    settings: options.settings ?? {},
  };
  const server = new EmbeddedServer(cluster, options.database, options.log);
  try {
    await prepareCluster(cluster, exists, options.log);
    await server.start();
    return server;
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function prepareCluster(cluster: Cluster, exists: boolean, log: Log): Promise<void> {
  await removeAbandonedDrafts(cluster.home);
  if (exists) {
    await takeOwnership(cluster);
    await checkVersion(cluster);
    return;
  }
  const began = performance.now();
  await createCluster(cluster);
  log("created a PostgreSQL cluster", {
    directory: cluster.directory,
    ms: Math.round(performance.now() - began),
  });
}
