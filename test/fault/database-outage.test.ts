// tier: night
import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { PostgresConnection } from "../../src/database/embedded/handle.ts";
import { databaseUrlOf } from "../../src/database/connection/database-url.ts";
import type { ApiAnswer } from "../support/api-client.ts";
import { openDatabaseLine } from "../support/database-line.ts";
import { asRoot, query, useEmbeddedClusters } from "../support/embedded-clusters.ts";
import { namespaceRefusal } from "../support/namespace.ts";
import { runService, type RunningService } from "../support/running-service.ts";
import { freeze, serverProcesses } from "../support/server-processes.ts";

const CARD = "5528790000000008";
const SOON = { timeout: 60_000, interval: 100 };
/** From an outage until the first 503: a fresh commit counts half a second, a probe takes two. */
const NOTICED = { timeout: 24_000, interval: 100 };
const WARN = 40;

const MEBIBYTE = Buffer.alloc(1_024 * 1_024);

/** Fills a volume to its last byte; returns the file that takes the room. */
function fill(volume: string): string {
  const file = join(volume, "filler");
  for (const part of [MEBIBYTE, MEBIBYTE.subarray(0, 4_096)]) {
    try {
      for (;;) appendFileSync(file, part);
    } catch {
      // No room for another part of this size.
    }
  }
  return file;
}

describe("a process whose database stops to answer writes", () => {
  const clusters = useEmbeddedClusters();

  async function served(): Promise<{
    readonly service: RunningService;
    readonly owner: PostgresConnection;
    readonly processes: () => Promise<readonly number[]>;
  }> {
    const dataDir = clusters.newDataDir();
    const { connection, ownerConnection } = await clusters.start(dataDir);
    const service = await runService({ DATABASE_URL: databaseUrlOf(connection) });
    await pay(service, "warm");
    return { service, owner: ownerConnection, processes: () => serverProcesses(dataDir) };
  }

  const ready = async ({ url }: RunningService): Promise<number> =>
    (await fetch(`${url}/readyz`)).status;

  async function pay({ api }: RunningService, key: string, given?: string): Promise<ApiAnswer> {
    const session = given ?? (await api.session());
    return api.pay(session, CARD, { headers: { "idempotency-key": key } });
  }

  /** Repeats a call whose outcome was unknown, as a client does, until its answer is known. */
  async function repeated(service: RunningService, key: string, session: string): Promise<unknown> {
    let last: ApiAnswer | undefined;
    await expect
      .poll(async () => (last = await pay(service, key, session)).status, {
        timeout: 300_000,
        interval: 500,
      })
      .toBe(200);
    return last?.body["status"];
  }

  /** No session is charged twice, and the bank has what the books have. */
  async function expectBooksEqual(owner: PostgresConnection): Promise<void> {
    const charged = await query(
      owner,
      "select order_id from bank.entry where state = 'approved' order by order_id",
    );
    const completed = await query(
      owner,
      "select order_id from payment where state = 'completed' order by order_id",
    );
    expect(charged).toEqual(completed);
    const twice = await query(
      owner,
      "select session_id from payment where state = 'completed' group by 1 having count(*) > 1",
    );
    expect(twice).toEqual([]);
  }

  /** The sentences of all warnings and errors about the database. */
  function warnings(service: RunningService): readonly string[] {
    return service
      .output()
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as { readonly level: number; readonly msg: string })
      .filter(({ level }) => level >= WARN)
      .map(({ msg }) => msg)
      .filter((msg) => !/^the (service runs as root|event loop was held)/.test(msg));
  }

  it("is not ready while the server is frozen, and is ready soon after", async () => {
    const { service, owner, processes } = await served();
    const session = await service.api.session();
    const thaw = freeze(await processes());
    try {
      await expect.poll(() => ready(service), NOTICED).toBe(503);
      const begun = performance.now();
      const answers = await Promise.all([
        pay(service, "frozen", session),
        service.api.session().catch((error: unknown) => String(error)),
        ready(service),
      ]);
      expect(performance.now() - begun).toBeLessThan(20_000);
      expect(answers[0].status).toBe(503);
      expect(answers[0].headers.get("retry-after")).toMatch(/^\d+$/);
      expect(answers[1]).toContain("The service's database");
      expect(answers[2]).toBe(503);
      expect(await ready(service)).toBe(503);
    } finally {
      thaw();
    }
    await expect.poll(() => ready(service), SOON).toBe(200);
    await repeated(service, "frozen", session);
    expect((await pay(service, "after")).body["status"]).toBe("completed");
    await expectBooksEqual(owner);
    expect(warnings(service)).toEqual([
      "the database takes no writes",
      "the database takes writes again",
    ]);
    await service.close();
  });

  it("answers 503 while no standby confirms its commits, and repeats get the truth", async () => {
    const { service, owner } = await served();
    const session = await service.api.session();
    await query(owner, "alter system set synchronous_standby_names = 'gone'");
    await query(owner, "select pg_reload_conf()");
    const begun = performance.now();
    const refused = await pay(service, "waits", session);
    expect(performance.now() - begun).toBeLessThan(15_000);
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
    expect(refused.text).toContain("not known whether this was done");
    expect(await ready(service)).toBe(503);
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);

    await query(owner, "alter system reset synchronous_standby_names");
    await query(owner, "select pg_reload_conf()");
    await expect.poll(() => ready(service), SOON).toBe(200);
    await repeated(service, "waits", session);
    expect((await pay(service, "after")).body["status"]).toBe("completed");
    await expectBooksEqual(owner);
    await service.close();
  });

  it("replaces a connection whose server process is frozen", async () => {
    const { service, owner } = await served();
    const writers = (await query(
      owner,
      "select pid from pg_stat_activity where application_name = 'vezne writer'",
    )) as { readonly pid: number }[];
    expect(writers.length).toBeGreaterThan(0);
    const thaw = freeze(writers.map(({ pid }) => pid));
    try {
      const session = service.api.session().catch(() => undefined);
      await expect.poll(() => ready(service), NOTICED).toBe(503);
      await session;
      await expect.poll(() => ready(service), SOON).toBe(200);
      await expect
        .poll(async () => (await pay(service, "again").catch(() => undefined))?.status, {
          timeout: 120_000,
          interval: 500,
        })
        .toBe(200);
    } finally {
      thaw();
    }
    await expectBooksEqual(owner);
    await service.close();
  });

  it.runIf(asRoot && namespaceRefusal === undefined)(
    "is not ready while the disk is full, and writes again once it has room",
    async () => {
      const volume = clusters.newDataDir();
      mkdirSync(volume);
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=320m,mode=0755", "tmpfs", volume]);
      try {
        const { connection, ownerConnection } = await clusters.start(join(volume, "data"));
        const service = await runService({ DATABASE_URL: databaseUrlOf(connection) });
        await pay(service, "warm");
        const filler = fill(volume);
        // Each table has some room in its last page.
        await expect
          .poll(async () => (await pay(service, "full").catch(() => undefined))?.status, {
            timeout: 300_000,
            interval: 10,
          })
          .not.toBe(200);
        expect(await ready(service)).toBe(503);
        expect(await ready(service)).toBe(503);
        rmSync(filler);
        await expect.poll(() => ready(service), { timeout: 120_000, interval: 100 }).toBe(200);
        await expect
          .poll(async () => (await pay(service, "room").catch(() => undefined))?.status, SOON)
          .toBe(200);
        await expectBooksEqual(ownerConnection);
        await service.close();
        await clusters.stopAll();
      } finally {
        execFileSync("umount", ["-l", volume]);
      }
    },
  );

  it("gives up all connections after the network was cut without a farewell", async () => {
    const { connection, ownerConnection } = await clusters.start(clusters.newDataDir());
    const line = await openDatabaseLine(connection);
    const service = await runService({ DATABASE_URL: databaseUrlOf(line.connection) });
    await Promise.all(Array.from({ length: 12 }, (_, index) => pay(service, `warm ${index}`)));
    line.vanish();
    // Without the watch each statement would wait for 20 s, one after the other.
    await expect
      .poll(async () => (await pay(service, "cut").catch(() => undefined))?.status, SOON)
      .toBe(200);
    await expect.poll(() => ready(service), SOON).toBe(200);
    await expectBooksEqual(ownerConnection);
    // The line of its begin is missing if a batch failed before a probe did.
    expect(warnings(service)).toContain("the database takes writes again");
    expect(warnings(service)).not.toContain("request failed");
    await service.close();
    await line.close();
  });
});
