import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { openDatabase } from "../../src/database/connection/database.ts";
import { compareBookings } from "../../src/service/jobs/compare-bookings.ts";
import { followRestoration } from "../../src/service/runtime/restoration.ts";
import { createApiClient, type ApiClient } from "../support/api-client.ts";
import { untilSealed, verified } from "../support/books.ts";
import type { ClusterNode } from "../support/citus-cluster.ts";
import type { TestDatabase } from "../support/database.ts";
import { atInstallation } from "../support/installation.ts";
import { paidOrder } from "../support/merchant-calls.ts";
import { startTestService, type TestService } from "../support/service.ts";

const CARD = "5528790000000008";
const PAGE = join(import.meta.dirname, "../../docs/operations/distribution.md");
/** `save <folder>`, `restore <folder> <restore point>` and `end <folder>` are its arguments. */
const COMMAND = process.env["VEZNE_CITUS_BACKUP"];
const POINT = "vezne-test";
const MERCHANTS = 6;
const WAIT = { timeout: 120_000, interval: 100 };
const nodes = inject("clusterNodes");
const run = promisify(execFile);

// VEZNE_CITUS_URL names the cluster, and VEZNE_CITUS_BACKUP a command that backs up its servers and
// restores them on other ports; without them these tests are skipped.
const mayRestore = nodes.length > 2 && COMMAND !== undefined;
describe.runIf(mayRestore)("a restored cluster (VEZNE_CITUS_URL, VEZNE_CITUS_BACKUP)", () => {
  const made = { before: new Array<string>(), after: new Array<string>() };
  let folder: string;
  let shop: TestService;
  let keys: readonly string[];
  let restored: TestDatabase;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "vezne-cluster-"));
    shop = await startTestService();
    const names = Array.from({ length: MERCHANTS }, (_, number) => `Mağaza ${number}`);
    const merchants = await Promise.all(names.map((name) => shop.createMerchant(name)));
    keys = merchants.map(({ testApiKey }) => testApiKey);
    await run(COMMAND ?? "", ["save", folder]);
    const shops = keys.map((key) => createApiClient(shop.url, key));
    await Promise.all(shops.map((api) => paidOrder(api)));
    await untilSealed(shop);
    await payOverPoint(shops);
    await shop.service.stop();
    const { stdout } = await run(COMMAND ?? "", ["restore", folder, POINT]);
    restored = await joined(stdout.trim().split("\n").map(nodeOf));
  });
  afterAll(async () => {
    try {
      await restored.drop();
    } finally {
      await run(COMMAND ?? "", ["end", folder]);
      await shop.database.drop();
    }
  });

  /** Pays for all merchants until the restore point is made, and for a while after it. */
  async function payOverPoint(shops: readonly ApiClient[]): Promise<void> {
    const load: { phase: "before" | "during" | "after" | "over" } = { phase: "before" };
    const pay = async (api: ApiClient): Promise<void> => {
      while (load.phase !== "over") {
        const began = load.phase;
        const { order } = await paidOrder(api);
        if (load.phase === "before") made.before.push(order);
        if (began === "after") made.after.push(order);
      }
    };
    const paying = shops.map(pay);
    await vi.waitFor(() => expect(made.before.length).toBeGreaterThan(MERCHANTS), WAIT);
    load.phase = "during";
    await asSuperuser(nodes[0], restorePoint());
    load.phase = "after";
    await vi.waitFor(() => expect(made.after.length).toBeGreaterThan(MERCHANTS), WAIT);
    load.phase = "over";
    await Promise.all(paying);
  }

  /** The statements of the page for operators. */
  function restorePoint(): string {
    const [, statements] = /^begin;\n([^`]*citus_create_restore_point[^`]*?)commit;$/m.exec(
      readFileSync(PAGE, "utf8"),
    ) ?? ["", ""];
    const named = (statements ?? "").replace(/vezne-[\d-]+/, POINT);
    expect(named).toContain(`citus_create_restore_point('${POINT}')`);
    return `begin; ${named} commit`;
  }

  async function asSuperuser(
    node: ClusterNode | undefined,
    statement: string,
  ): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const { database } = shop.database.connection;
    const client = new Client({ ...inject("templateDatabase"), ...node, database });
    await client.connect();
    try {
      return (await client.query<Readonly<Record<string, unknown>>>(statement)).rows;
    } finally {
      await client.end();
    }
  }

  /** Tells the restored coordinator the new addresses, and resolves its work under way. */
  async function joined(places: readonly ClusterNode[]): Promise<TestDatabase> {
    const [coordinator] = places;
    const known = await asSuperuser(
      coordinator,
      "select nodeid::int as id from pg_dist_node order by groupid",
    );
    expect(places).toHaveLength(known.length);
    for (const [index, { host, port }] of places.entries()) {
      const id = Number(known[index]?.["id"]);
      await asSuperuser(coordinator, `select citus_update_node(${id}, '${host}', ${port})`);
    }
    const unknown = "select from pg_dist_node where hasmetadata and not metadatasynced";
    await vi.waitFor(async () => expect(await asSuperuser(coordinator, unknown)).toEqual([]), WAIT);
    await asSuperuser(coordinator, "select recover_prepared_transactions()");
    const connection = { ...shop.database.connection, ...coordinator };
    const pools: ReturnType<typeof openDatabase>[] = [];
    return {
      connection,
      url: "",
      open: (options = {}) => {
        const pool = openDatabase({ address: connection, applicationName: "test", ...options });
        pools.push(pool);
        return pool;
      },
      drop: async () => {
        await Promise.all(pools.filter((pool) => !pool.ended).map((pool) => pool.end()));
      },
    };
  }

  it("has the payments that were acknowledged before the point, and none begun after it", async () => {
    const { rows } = await restored
      .open({ max: 1 })
      .query<{ id: string }>("select order_id as id from payment where state = 'completed'");
    const found = rows.map(({ id }) => id);
    expect(found).toEqual(expect.arrayContaining(made.before));
    expect(found.filter((order) => made.after.includes(order))).toEqual([]);
  });

  it("agrees with its books and seals", async () => {
    expect(await verified({ database: restored, clock: shop.clock })).toMatchObject({
      differences: [],
    });
  });

  it("moves money again once it was compared with the banks", async () => {
    const { clock } = shop;
    const place = { database: restored, clock };
    const now = { restoredAt: clock.now(), dataUntil: clock.now() };
    await atInstallation(place, ({ restorations }) => restorations.begin(now));
    const again = await startTestService(place);
    const refused = await again.api.pay(await again.api.session(), CARD);
    expect(refused.text).toContain("restored data");
    await atInstallation(place, async (parts) => {
      await compareBookings(again.service.deps, parts)();
      await parts.restorations.end(clock.now());
      await followRestoration({ ...parts, restored: again.service.deps.restored })();
    });
    clock.move(1);
    for (const key of keys) await paidOrder(createApiClient(again.url, key));
    await untilSealed(again);
    expect(await verified(again)).toMatchObject({ differences: [] });
    await again.service.stop();
  });
});

function nodeOf(line: string): ClusterNode {
  const [host = "", port = ""] = line.split(" ");
  return { host, port: Number(port) };
}
