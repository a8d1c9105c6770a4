import { Client, type Pool } from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { distributeTables } from "../../src/database/installation/distribute-tables.ts";
import { runMigration } from "../../src/database/migration/run-migration.ts";
import { comeBack, decide, goToBank } from "../support/browserless.ts";
import { createApiClient } from "../support/api-client.ts";
import { readEvents } from "../support/event-reader.ts";
import { merchantCalls } from "../support/merchant-calls.ts";
import { startTestService, type TestService } from "../support/service.ts";

const CARD = "5528790000000008";
const isCluster = inject("clusterNodes").length > 0;

// VEZNE_CITUS_URL names the cluster; without it these tests are skipped.
describe.runIf(isCluster)("a database that Citus distributes (VEZNE_CITUS_URL)", () => {
  let shop: TestService;
  let pool: Pool;
  beforeAll(async () => {
    shop = await startTestService();
    const { database } = shop.database.connection;
    const address = { ...inject("templateDatabase"), database };
    // A move copies the rows, and waits for the transactions under way.
    pool = shop.database.open({ max: 2, address, statementTimeoutMs: 60_000 });
  });
  afterAll(() => shop.close());

  async function newShop(name: string) {
    const made = await shop.createMerchant(name);
    const api = createApiClient(shop.url, made.testApiKey);
    return { ...made, api, calls: merchantCalls(api, made.testApiKey) };
  }

  const rowsOf = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await pool.query(text, values)).rows as Row[];

  it("is left as it is by another distribution", async () => {
    const again = (shards?: number) => distributeTables(shop.database.connection, shards);
    expect(await again()).toEqual([]);
    await expect(again(5)).rejects.toThrow("this number can't change");
  });

  it("carries each merchant's payments on the node of its group", async () => {
    const shops = await Promise.all(["Bir", "İki", "Üç", "Dört", "Beş", "Altı"].map(newShop));
    for (const { api } of shops) {
      const paid = await api.pay(await api.session(), CARD);
      expect(paid.status).toBe(200);
    }
    const nodes = await rowsOf<{ node: number }>(
      `select distinct nodeport as node from unnest($1::text[]) as merchant (merchant_id)
       join pg_dist_placement
         on shardid = get_shard_id_for_distribution_column('payment', merchant_id)
       join pg_dist_node using (groupid)`,
      [shops.map(({ merchant }) => merchant.merchantId)],
    );
    expect(nodes).toHaveLength(inject("clusterNodes").length - 1);
  });

  it("moves a group under load without losing or repeating a payment", async () => {
    const { api, merchant } = await newShop("Taşınan");
    const shard = await groupOf(merchant.merchantId);
    const load = { isOn: true };
    const pay = async (): Promise<readonly unknown[]> => {
      const orders: unknown[] = [];
      while (load.isOn) {
        // A call that waited for the move for longer than a lock may take is refused with 503.
        const session = await api.session().catch(() => undefined);
        const paid = session === undefined ? undefined : await api.pay(session, CARD);
        if (paid?.status === 200) orders.push(paid.body["order_id"]);
        else expect(paid?.status ?? 503).toBe(503);
      }
      return orders;
    };
    const paying = [pay(), pay(), pay()];
    for (const transfer of ["block_writes", "force_logical"]) {
      await move(shard, transfer);
      await expect.poll(() => groupOf(merchant.merchantId)).toMatchObject({ id: shard.id });
    }
    load.isOn = false;
    const orders = (await Promise.all(paying)).flat();
    expect(orders.length).toBeGreaterThan(5);
    const stored = await rowsOf<{ order_id: string }>(
      "select order_id from payment where merchant_id = $1 and state = 'completed'",
      [merchant.merchantId],
    );
    expect(stored.map((row) => row.order_id).toSorted()).toEqual(orders.toSorted());
    const told = async () => {
      const rows = await rowsOf<{ order_id: string }>(
        `select order_id from event_feed join event using (merchant_id, event_id)
         where event.merchant_id = $1 order by order_id`,
        [merchant.merchantId],
      );
      return rows.map((row) => row.order_id);
    };
    await expect.poll(told).toEqual(orders.toSorted());
  });

  it("lets a challenge, a refund and the feed work for a merchant with a shard of its own", async () => {
    const { api, merchant, testApiKey, calls } = await newShop("Büyük");
    await api.pay(await api.session(), CARD);
    await rowsOf(
      "select isolate_tenant_to_new_shard('session', $1::text, 'CASCADE', 'block_writes')",
      [merchant.merchantId],
    );
    const paid = await api.pay(await api.session(), CARD, { fields: { is_3d: true } });
    await comeBack(await decide(await goToBank(paid), "approve"));
    const refunded = await calls.refund(paid.body["order_id"], { amount: 1_000 });
    expect(refunded.status).toBe(200);
    await expect
      .poll(async () => (await readEvents(shop, testApiKey)).events.map(({ type }) => type))
      .toEqual([
        "payment.completed",
        "payment.processing",
        "payment.completed",
        "refund.succeeded",
      ]);
  });

  it("changes rows in batches on all shards by a migration", async () => {
    const sql = "update payment set reference = 'moved' where ctid >= $1 and ctid < $2";
    const client = new Client(shop.database.connection);
    await client.connect();
    const notes = { way: "in batches", locks: [], needsRelease: undefined } as const;
    await runMigration(
      { client, set: "vezne", pause: () => Promise.resolve() },
      { ...notes, name: "9999-batches", sql, digest: "0" },
    );
    await client.end();
    const references = await rowsOf("select distinct reference from payment");
    expect(references).toEqual([{ reference: "moved" }]);
  });

  async function groupOf(merchantId: string): Promise<{ id: string; port: number }> {
    const [row] = await rowsOf<{ id: string; port: number }>(
      `select shardid::text as id, nodeport as port from pg_dist_placement
       join pg_dist_node using (groupid)
       where shardid = get_shard_id_for_distribution_column('session', $1::text)`,
      [merchantId],
    );
    if (row === undefined) throw new Error("the merchant has no group");
    return row;
  }

  async function move({ id }: { id: string }, transfer: string): Promise<void> {
    await rowsOf(
      `select citus_move_shard_placement($1::bigint, here.nodename, here.nodeport, there.nodename,
         there.nodeport, $2::citus.shard_transfer_mode)
       from pg_dist_placement join pg_dist_node as here using (groupid)
       join pg_dist_node as there on there.groupid not in (0, here.groupid)
       where shardid = $1::bigint limit 1`,
      [id, transfer],
    );
  }
});
