import { randomBytes } from "node:crypto";
import { mkdtemp, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "../../src/database/embedded/embedded-postgres.ts";
import { protectAudit } from "../../src/database/installation/audit-owner.ts";
import { migrate } from "../../src/database/migration/migrate.ts";
import { bundleChild } from "./bundle-child.ts";
import { prepareCluster, type ClusterNode } from "./citus-cluster.ts";
import { cleanUpAfterDeath } from "./clean-up-after-death.ts";
import { prepareServer, type TestConnection } from "./given-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The URL of the cluster's superuser; its database is the migrated template. */
    templateDatabase: TestConnection;
    /** The role that the service under test connects as. */
    serviceLogin: { user: string; password: string };
    /** The servers of a Citus cluster on which the tests run, the coordinator first; or none. */
    clusterNodes: readonly ClusterNode[];
    /** The code of a thread that reads a file, in a form that Node can run. */
    fileProgram: string;
  }
}

const FILE_PROGRAM = join(import.meta.dirname, "../../src/file/reader/reader-thread.ts");
const ROOM_NEEDED_BYTES = 2 * 1024 ** 3;

/**
 * One PostgreSQL for the whole run, in a directory of its own, with a migrated template that each
 * test file clones. It is removed at the end, and also when the run is killed.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(await quickFolder(), "vezne-test-"));
  const releaseWatch = cleanUpAfterDeath(dataDir);
  const postgres = await startEmbeddedPostgres({
    dataDir,
    database: "vezne_template",
    random: { bytes: (count) => randomBytes(count) },
    log: () => {},
    settings: { max_connections: "200" },
  });
  await migrate(postgres.connection, "vezne");
  await migrate(postgres.connection, "bank");
  const { user, password } = postgres.connection;
  await protectAudit({ owner: postgres.ownerConnection, service: user });
  const cluster = await prepareCluster();
  const other = cluster ?? (await prepareServer());
  project.provide("templateDatabase", other?.template ?? postgres.ownerConnection);
  project.provide("serviceLogin", other?.service ?? { user, password });
  project.provide("clusterNodes", cluster?.nodes ?? []);
  project.provide("fileProgram", await bundleChild(FILE_PROGRAM, join(dataDir, "programs")));
  return async () => {
    await other?.drop();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
    releaseWatch();
  };
}

/**
 * In memory where there is room: a clone takes a tenth of its time on a disk. PostgreSQL keeps
 * `fsync` on in both places, because switching it off saves hardly anything more. Durability is
 * tested on a disk, by the fault tests.
 */
async function quickFolder(): Promise<string> {
  try {
    const { bavail, bsize } = await statfs("/dev/shm");
    return bavail * bsize >= ROOM_NEEDED_BYTES ? "/dev/shm" : tmpdir();
  } catch {
    return tmpdir();
  }
}
