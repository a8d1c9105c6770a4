// tier: night
import { existsSync } from "node:fs";
import { chmod, chown, cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it, vi } from "vitest";
import {
  UNPRIVILEGED,
  WAIT,
  asRoot,
  isStopped,
  postmasterPid,
  query,
  serverProcess,
  useEmbeddedClusters,
} from "../support/embedded-clusters.ts";

const clusters = useEmbeddedClusters();
/**
 * Most tests start this cluster and leave it stopped, because creating one takes most of the time.
 */
let shared: string;

beforeAll(async () => {
  shared = clusters.newDataDir();
  await (await clusters.start(shared)).stop();
});

async function copyOfShared(dataDir = clusters.newDataDir()): Promise<string> {
  await cp(shared, dataDir, { recursive: true });
  return dataDir;
}

describe("the data directory of an embedded PostgreSQL", () => {
  it("is created on the first start and keeps its data across a restart", async () => {
    const dataDir = clusters.newDataDir();
    const first = await clusters.start(dataDir);
    expect(first.adopted).toBe(false);
    await query(first.connection, "create table note as select 'kept' as body");
    await first.stop();
    expect(isStopped(dataDir)).toBe(true);
    const second = await clusters.start(dataDir);
    expect(second.adopted).toBe(false);
    expect(second.connection).toEqual(first.connection);
    expect(await query(second.connection, "select body from note")).toEqual([{ body: "kept" }]);
  });

  it("is durable, with checksums, UTF-8 and UTC, and unreachable from the network", async () => {
    const { connection } = await clusters.start(shared);
    const settings = ["fsync", "full_page_writes", "data_checksums", "server_encoding"];
    settings.push("TimeZone", "listen_addresses", "log_min_messages");
    const columns = settings.map((name) => `current_setting('${name}') as "${name}"`);
    expect(await query(connection, `select ${columns.join(", ")}`)).toEqual([
      {
        fsync: "on",
        full_page_writes: "on",
        data_checksums: "on",
        server_encoding: "UTF8",
        TimeZone: "UTC",
        listen_addresses: "",
        log_min_messages: "log",
      },
    ]);
  });

  it("gives the service no superuser", async () => {
    const { connection } = await clusters.start(shared);
    await expect(query(connection, "copy (select 1) to program 'true'")).rejects.toThrow(
      /permission denied/,
    );
  });

  it("has no statement in its log, not even after a crash", async () => {
    const dataDir = shared;
    const { connection, ownerConnection } = await clusters.start(dataDir);
    await query(connection, "create table secret (body text unique)");
    await query(connection, "insert into secret values ('4111111111111129')");
    await expect(
      query(connection, "insert into secret values ('4111111111111129')"),
    ).rejects.toThrow();
    await expect(query(connection, "select '4111111111111129'::date")).rejects.toThrow();
    const victim = query(connection, "select '4111111111111129', pg_sleep(60)");
    victim.catch(() => {});
    const asleep = "select pid from pg_stat_activity where wait_event = 'PgSleep'";
    process.kill(await serverProcess(ownerConnection, asleep), "SIGKILL");
    await expect(victim).rejects.toThrow();
    const log = await vi.waitFor(async () => {
      const text = await readFile(join(dataDir, "postgres.log"), "utf8");
      expect(text).toContain("was terminated by signal 9");
      return text;
    }, WAIT);
    expect(log).not.toContain("4111111111111129");
  });

  it("is served through a temporary folder where its path is too long for a socket", async () => {
    const dataDir = join(clusters.newDataDir(), "a-folder-whose-name-is-long".repeat(5));
    await copyOfShared(dataDir);
    const first = await clusters.start(dataDir);
    expect(first.connection.host).toMatch(/^\/tmp\/vezne-socket-/);
    const second = await clusters.start(dataDir);
    expect(second.connection).toEqual(first.connection);
    await second.stop();
    await first.stop();
    expect(existsSync(first.connection.host)).toBe(false);
  });

  it("is refused without its passwords, with the remedy", async () => {
    const dataDir = await copyOfShared();
    await rm(join(dataDir, "postgres-credentials.json"));
    await expect(clusters.start(dataDir)).rejects.toThrow(/Put it back from your backup/);
  });

  it("is refused with another major version, with the remedy", async () => {
    const dataDir = await copyOfShared();
    await writeFile(join(dataDir, "postgres/PG_VERSION"), "15\n");
    await expect(clusters.start(dataDir)).rejects.toThrow(/written by PostgreSQL 15/);
  });
});

describe("an ordinary user of the embedded PostgreSQL", () => {
  it("runs it from a read-only package whose links were never created", async () => {
    const dataDir = clusters.newDataDir();
    await mkdir(dataDir);
    if (asRoot) await chown(dataDir, UNPRIVILEGED.uid, UNPRIVILEGED.gid);
    await clusters.removeLibraryLinks();
    await chmod(clusters.libraryFolder, 0o555);
    try {
      const child = clusters.startProcess(dataDir, asRoot ? UNPRIVILEGED : {});
      expect(await child.next()).toMatchObject({ adopted: false });
      child.send("stop");
      expect(await child.next()).toEqual({ stopped: true });
      expect(isStopped(dataDir)).toBe(true);
    } finally {
      await chmod(clusters.libraryFolder, 0o755);
    }
  });
});

if (asRoot) {
  describe("root as a user of the embedded PostgreSQL", () => {
    it("starts it as an unprivileged user, who gets no other access", async () => {
      const dataDir = shared;
      const { ownerConnection } = await clusters.start(dataDir);
      const status = await readFile(`/proc/${await postmasterPid(dataDir)}/status`, "utf8");
      expect(status).toMatch(/^Uid:\t65534\t65534\t65534\t65534$/m);
      expect(status).toMatch(/^Gid:\t65534\t65534\t65534\t65534$/m);
      expect(status).toMatch(/^Groups:\t(65534)?\s*$/m);
      await expect(
        query(ownerConnection, `select pg_read_file('${dataDir}/postgres-credentials.json')`),
      ).rejects.toThrow(/denied/i);
    });

    it("runs it in a folder that other users cannot enter", async () => {
      await chmod(clusters.base, 0o700);
      try {
        const dataDir = shared;
        const child = clusters.startProcess(dataDir);
        expect(await child.next()).toMatchObject({ adopted: false });
        child.send("stop");
        expect(await child.next()).toEqual({ stopped: true });
      } finally {
        await chmod(clusters.base, 0o755);
      }
    });

    it("takes ownership of files that were restored as root", async () => {
      const restored = await clusters.start(await copyOfShared());
      expect(await query(restored.connection, "select 1 as one")).toEqual([{ one: 1 }]);
    });

    it("leaves an error message to an ordinary user who does not own the files", async () => {
      const child = clusters.startProcess(shared, UNPRIVILEGED);
      expect((await child.next())["failed"]).toContain("Start Vezne as the user who owns it");
    });
  });
}
