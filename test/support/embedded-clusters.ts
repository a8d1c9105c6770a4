import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, expect, vi } from "vitest";
import { startEmbeddedPostgres } from "../../src/database/embedded/embedded-postgres.ts";
import type { EmbeddedPostgres, PostgresConnection } from "../../src/database/embedded/handle.ts";
import { postmasterState } from "../../src/database/embedded/postmaster-file.ts";
import { bundleChild } from "./bundle-child.ts";
import { cleanUpAfterDeath } from "./clean-up-after-death.ts";
import { startServiceProcess, type ServiceProcess } from "./service-process.ts";

/** The unprivileged user to whom root gives PostgreSQL; it also plays the ordinary user. */
export const UNPRIVILEGED = { uid: 65_534, gid: 65_534 };
export const asRoot = process.getuid?.() === 0;

export const WAIT = { timeout: 40_000, interval: 20 };

const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;
const PROGRAM = fileURLToPath(new URL("../fault/embedded-child.ts", import.meta.url));
const root = join(import.meta.dirname, "../..");

/** The tools of the tests of the embedded PostgreSQL, in a temporary folder of their own. */
export class EmbeddedClusters {
  /** The folder of all data directories, and of a program with its copy of the binaries. */
  base = "";
  readonly #handles: EmbeddedPostgres[] = [];
  readonly #children: ServiceProcess[] = [];
  #directories = 0;
  #script = "";

  async prepare(): Promise<void> {
    this.base = await mkdtemp("/tmp/vezne-fault-");
    await chmod(this.base, 0o755);
    this.#script = await bundleChild(PROGRAM, this.program);
    const copy = join(this.program, "node_modules", packageName);
    await cp(join(root, "node_modules", packageName), copy, { recursive: true });
  }

  get program(): string {
    return join(this.base, "program");
  }

  get libraryFolder(): string {
    return join(this.program, "node_modules", packageName, "native/lib");
  }

  /** Restores the copied package to the state in which npm leaves it without install scripts. */
  async removeLibraryLinks(): Promise<void> {
    const folder = join(this.program, "node_modules", packageName);
    const text = await readFile(join(folder, "native/pg-symlinks.json"), "utf8");
    for (const { target } of JSON.parse(text) as { target: string }[]) {
      await rm(join(folder, target), { force: true });
    }
  }

  async stopAll(): Promise<void> {
    for (const child of this.#children.splice(0)) await child.stop();
    for (const handle of this.#handles.splice(0)) await handle.stop();
  }

  /** A data directory that does not exist yet. */
  newDataDir(): string {
    this.#directories += 1;
    return join(this.base, `data-${this.#directories}`);
  }

  async start(dataDir: string): Promise<EmbeddedPostgres> {
    const handle = await startEmbeddedPostgres({
      dataDir,
      database: "vezne",
      random: { bytes: (count) => randomBytes(count) },
      log: () => {},
    });
    this.#handles.push(handle);
    return handle;
  }

  startProcess(dataDir: string, identity: { uid?: number; gid?: number } = {}): ServiceProcess {
    const child = startServiceProcess(this.#script, dataDir, identity);
    this.#children.push(child);
    return child;
  }
}

/** Registers set-up and clean-up in the test file that calls it. */
export function useEmbeddedClusters(): EmbeddedClusters {
  const clusters = new EmbeddedClusters();
  let releaseWatch = () => {};
  beforeAll(async () => {
    await clusters.prepare();
    releaseWatch = cleanUpAfterDeath(clusters.base);
  });
  afterEach(() => clusters.stopAll());
  afterAll(async () => {
    await rm(clusters.base, { recursive: true, force: true });
    releaseWatch();
  });
  return clusters;
}

export async function query(connection: PostgresConnection, statement: string): Promise<unknown[]> {
  const client = new Client(connection);
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Waits until the server on a data directory accepts connections; returns its process. */
export async function postmasterPid(dataDir: string): Promise<number> {
  return vi.waitFor(async () => {
    const state = await postmasterState(join(dataDir, "postgres"));
    if (state.kind !== "running" || state.phase !== "ready") throw new Error("Not ready yet.");
    return state.pid;
  }, WAIT);
}

/** Waits for the server process that a query over `pid` finds. */
export async function serverProcess(
  connection: PostgresConnection,
  statement: string,
): Promise<number> {
  return vi.waitFor(async () => {
    const [row] = await query(connection, statement);
    const pid: unknown = Reflect.get(row ?? {}, "pid");
    if (typeof pid !== "number" || pid <= 1) throw new Error("No such server process yet.");
    return pid;
  }, WAIT);
}

export async function untilGone(pid: number): Promise<void> {
  await vi.waitFor(() => expect(existsSync(`/proc/${pid}/cwd`)).toBe(false), WAIT);
}

export function isStopped(dataDir: string): boolean {
  return !existsSync(join(dataDir, "postgres/postmaster.pid"));
}
