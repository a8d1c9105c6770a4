// tier: night
import { spawn } from "node:child_process";
import { readFile, readdir, realpath, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { classifyDatabaseError } from "../../src/database/connection/database-error.ts";
import { openDatabase } from "../../src/database/connection/database.ts";
import { locateBinaries } from "../../src/database/embedded/binaries.ts";
import { loadCredentials } from "../../src/database/embedded/credentials.ts";
import type { PostgresConnection } from "../../src/database/embedded/handle.ts";
import { listenChoices, type ListenChoice } from "../../src/database/embedded/listen-choice.ts";
import { startPostmaster } from "../../src/database/embedded/postmaster.ts";
import { chooseServerUser } from "../../src/database/embedded/server-user.ts";
import { openServiceDatabase } from "../../src/database/installation/service-database.ts";
import {
  UNPRIVILEGED,
  WAIT,
  asRoot,
  isStopped,
  postmasterPid,
  query,
  serverProcess,
  untilGone,
  useEmbeddedClusters,
} from "../support/embedded-clusters.ts";

/** The server processes that hold the lock of the running service. */
const HELD_CLAIM = "select pid from pg_locks where locktype = 'advisory' and objid = 2 and granted";

const clusters = useEmbeddedClusters();
/**
 * Most tests start this cluster and leave it stopped, because creating one takes most of the time.
 */
let shared: string;

beforeAll(async () => {
  shared = clusters.newDataDir();
  await (await clusters.start(shared)).stop();
});

describe("several processes on one data directory", () => {
  it("share one server, and the last one to leave stops it", async () => {
    const dataDir = shared;
    const service = await clusters.start(dataDir);
    const command = await clusters.start(dataDir);
    expect(command.adopted).toBe(true);
    await service.stop();
    expect(await query(command.connection, "select 1 as one")).toEqual([{ one: 1 }]);
    await command.stop();
    expect(isStopped(dataDir)).toBe(true);
  });

  it("create one cluster when they all start at once", async () => {
    const dataDir = clusters.newDataDir();
    const all = [1, 2, 3].map(() => clusters.startProcess(dataDir));
    const messages = await Promise.all(all.map((child) => child.next()));
    expect(messages.filter(({ adopted }) => adopted === false)).toHaveLength(1);
    expect(new Set(messages.map(({ connection }) => JSON.stringify(connection))).size).toBe(1);
    expect(await readdir(dataDir)).toEqual([
      "postgres",
      "postgres-credentials.json",
      "postgres.log",
    ]);
  });

  it("use a loopback port where sockets are not possible", async () => {
    const home = await realpath(shared);
    const directory = join(home, "postgres");
    const user = await chooseServerUser(directory);
    const cluster = {
      home,
      directory,
      user,
      settings: {},
      binaries: await locateBinaries(home, user),
      credentials: await loadCredentials(home, { bytes: () => new Uint8Array() }, true),
    };
    const places = listenChoices(cluster, { host: "127.0.0.1", port: 0 });
    const place: IteratorResult<ListenChoice, unknown> = await places.next();
    if (place.done === true) throw new Error("There is always a port.");
    const listen = place.value;
    expect(await startPostmaster(cluster, listen, () => false)).toMatchObject({ kind: "ready" });
    const service = await clusters.start(shared);
    expect(service.connection).toMatchObject(listen.endpoint);
    expect(await query(service.connection, "select 1 as one")).toEqual([{ one: 1 }]);
    await service.stop();
    expect(isStopped(shared)).toBe(true);
  });

  it("refuse a second service", async () => {
    const dataDir = shared;
    const service = clusters.startProcess(dataDir);
    await service.next();
    service.send("claim");
    expect(await service.next()).toEqual({ ok: true });
    const second = await clusters.start(dataDir);
    expect(await second.claimServer()).toEqual({ ok: false, pid: service.pid });
    await second.stop();
    expect(isStopped(dataDir)).toBe(false);
  });

  it("can start while a short command is stopping its server", async () => {
    const dataDir = shared;
    for (let round = 0; round < 5; round += 1) {
      const command = await clusters.start(dataDir);
      const [, service] = await Promise.all([command.stop(), clusters.start(dataDir)]);
      expect(await service.claimServer()).toEqual({ ok: true });
      expect(await query(service.connection, "select 1 as one")).toEqual([{ one: 1 }]);
      await service.stop();
    }
  });
});

describe("the embedded PostgreSQL after a crash", () => {
  it("is taken over from a killed process, and stopped in the end", async () => {
    const dataDir = shared;
    const killed = clusters.startProcess(dataDir);
    await killed.next();
    killed.send("claim");
    await killed.next();
    const pid = await postmasterPid(dataDir);
    await killed.kill();
    const next = await clusters.start(dataDir);
    expect(next.adopted).toBe(true);
    expect(await postmasterPid(dataDir)).toBe(pid);
    expect(await next.claimServer()).toEqual({ ok: true });
    await next.stop();
    await untilGone(pid);
  });

  it("recovers committed data when both process and server were killed", async () => {
    const dataDir = shared;
    const killed = clusters.startProcess(dataDir);
    const { connection } = (await killed.next()) as { connection: PostgresConnection };
    await query(connection, "create table crash as select 'kept' as body");
    process.kill(await postmasterPid(dataDir), "SIGKILL");
    await killed.kill();
    const next = await clusters.start(dataDir);
    expect(next.adopted).toBe(false);
    expect(await query(next.connection, "select body from crash")).toEqual([{ body: "kept" }]);
  });

  it("starts although another program has the process number of the old server", async () => {
    const dataDir = shared;
    const killed = clusters.startProcess(dataDir);
    await killed.next();
    const pid = await postmasterPid(dataDir);
    process.kill(pid, "SIGKILL");
    await killed.kill();
    await untilGone(pid);
    const identity = asRoot ? UNPRIVILEGED : {};
    const stranger = spawn("sleep", ["60"], { ...identity, stdio: "ignore" });
    try {
      const file = join(dataDir, "postgres/postmaster.pid");
      const text = await readFile(file, "utf8");
      await writeFile(file, text.replace(/^\d+/, String(stranger.pid)));
      const next = await clusters.start(dataDir);
      expect(next.adopted).toBe(false);
      await next.stop();
      expect(stranger.exitCode).toBeNull();
    } finally {
      stranger.kill("SIGKILL");
    }
  });

  it("starts after an unfinished first start", async () => {
    const dataDir = clusters.newDataDir();
    const killed = clusters.startProcess(dataDir);
    await vi.waitFor(async () => {
      const names = await readdir(dataDir);
      expect(names.filter((name) => name.startsWith(".postgres-new-"))).toHaveLength(1);
    }, WAIT);
    await killed.kill();
    const next = await clusters.start(dataDir);
    expect(await query(next.connection, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  it("is reported to its user when the server alone dies, and can be restarted in place", async () => {
    const dataDir = shared;
    const service = await clusters.start(dataDir);
    await service.claimServer();
    const before = service.connection;
    const exited = new Promise<void>((resolve) => service.onExit(resolve));
    // A busy server process outlives the postmaster and blocks the next one.
    const busy = query(before, "select count(*) from generate_series(1, 1000000000)");
    busy.catch(() => {});
    await serverProcess(
      service.ownerConnection,
      `select pid from pg_stat_activity
        where query like '%generate_series%' and state = 'active' and pid <> pg_backend_pid()`,
    );
    process.kill(await postmasterPid(dataDir), "SIGKILL");
    await exited;
    await service.restart();
    expect(service.connection).toEqual(before);
    expect(await query(service.connection, "select 1 as one")).toEqual([{ one: 1 }]);
    const second = await clusters.start(dataDir);
    expect((await second.claimServer()).ok).toBe(false);
  });

  it("is restarted by the service that keeps it running when the server alone dies", async () => {
    const { address, embedded, close } = await openServiceDatabase({
      databaseUrl: undefined,
      dataDir: shared,
      random: { bytes: () => new Uint8Array() },
      log: () => {},
    });
    const pool = openDatabase({ address, applicationName: "service" });
    const outcomes = new Set<string>();
    try {
      for (let round = 0; round < 3; round += 1) {
        const pid = await postmasterPid(shared);
        process.kill(pid, "SIGKILL");
        await vi.waitFor(async () => {
          const outcome = await pool.query("select 1").then(
            () => "served",
            (error: unknown) => classifyDatabaseError(error).kind,
          );
          outcomes.add(outcome);
          expect(await postmasterPid(shared)).not.toBe(pid);
          expect(outcome).toBe("served");
        }, WAIT);
      }
    } finally {
      await pool.end();
      await close();
    }
    expect([...outcomes].filter((one) => one !== "served" && one !== "unavailable")).toEqual([]);
    expect(embedded?.adopted).toBe(false);
    expect(isStopped(shared)).toBe(true);
  });

  it("keeps the claim of the service when one server process dies", async () => {
    const dataDir = shared;
    const service = await clusters.start(dataDir);
    await service.claimServer();
    let exits = 0;
    service.onExit(() => (exits += 1));
    const holder = await serverProcess(service.ownerConnection, HELD_CLAIM);
    process.kill(holder, "SIGKILL");
    await vi.waitFor(async () => {
      const rows = await query(service.ownerConnection, HELD_CLAIM);
      expect(rows).toHaveLength(1);
      expect(rows).not.toContainEqual({ pid: holder });
    }, WAIT);
    const second = await clusters.start(dataDir);
    expect((await second.claimServer()).ok).toBe(false);
    expect(exits).toBe(0);
  });
});
