import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { createApiClient, type ApiClient } from "../support/api-client.ts";
import { panelUsers, panelVisitor, type PanelVisitor } from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";
import {
  addEndpoint,
  manageWebhooks,
  startReceiver,
  type Receiver,
} from "../support/webhook-receiver.ts";

const CARD = "5528790000000008";
/** `stop <port>` and `start <port>` are its arguments. */
const COMMAND = process.env["VEZNE_CITUS_WORKER"];
const nodes = inject("clusterNodes");
const run = promisify(execFile);

/** Merchants on each worker, and the rounds of calls while one of them is stopped. */
const MERCHANTS = 2;
const ROUNDS = 8;

type Shop = {
  readonly port: number;
  readonly api: ApiClient;
  readonly merchantId: string;
  readonly visitor: PanelVisitor;
  readonly receiver: Receiver;
};

// VEZNE_CITUS_URL names the cluster, and VEZNE_CITUS_WORKER a command that stops and starts one of
// its workers; without them these tests are skipped.
const mayStop = nodes.length > 2 && COMMAND !== undefined;
describe.runIf(mayStop)("a stopped worker (VEZNE_CITUS_URL, VEZNE_CITUS_WORKER)", () => {
  let service: TestService;
  let pool: Pool;
  let shops: readonly Shop[];
  const [served = 0, stopped = 0] = nodes.slice(1).map(({ port }) => port);
  beforeAll(async () => {
    service = await startTestService();
    const { database } = service.database.connection;
    pool = service.database.open({ max: 1, address: { ...inject("templateDatabase"), database } });
    shops = await shopsOnBoth();
    // Each connection, plan and setting of a running service is in use before the worker stops.
    for (const shop of shops) expect(await errorsOf(shop)).toEqual([]);
    await run(COMMAND ?? "", ["stop", String(stopped)]);
  });
  afterAll(async () => {
    await run(COMMAND ?? "", ["start", String(stopped)]).catch(() => undefined);
    await Promise.all(shops.map(({ receiver }) => receiver.stop()));
    await service.close();
  });

  async function shopsOnBoth(): Promise<readonly Shop[]> {
    const webhooks = await manageWebhooks(service);
    const users = panelUsers(service);
    const made: Shop[] = [];
    const on = (port: number): number => made.filter((shop) => shop.port === port).length;
    for (let number = 1; on(served) < MERCHANTS || on(stopped) < MERCHANTS; number += 1) {
      const { merchant, testApiKey } = await service.createMerchant(`Mağaza ${number}`);
      const { merchantId } = merchant;
      const port = await portOf(merchantId);
      if (on(port) === MERCHANTS) continue;
      const receiver = await startReceiver();
      await addEndpoint(webhooks, { merchantId }, { url: receiver.url });
      const visitor = panelVisitor(service);
      await visitor.signIn(await users.create("owner", merchantId, `s${number}@example.com`));
      made.push({
        port,
        merchantId,
        receiver,
        visitor,
        api: createApiClient(service.url, testApiKey),
      });
    }
    await webhooks.close();
    return made;
  }

  async function portOf(merchantId: string): Promise<number> {
    const { rows } = await pool.query<{ port: number }>(
      `select nodeport as port from pg_dist_placement join pg_dist_node using (groupid)
       where shardid = get_shard_id_for_distribution_column('session', $1::text)`,
      [merchantId],
    );
    return rows[0]?.port ?? 0;
  }

  /** A payment with its session, webhook and pages of the panel; returns the calls that failed. */
  async function errorsOf({ api, merchantId, visitor, receiver }: Shop): Promise<string[]> {
    const errors: string[] = [];
    const note = async (name: string, call: () => Promise<number>): Promise<void> => {
      const status = await call().catch((error: unknown) => String(error));
      if (status !== 200) errors.push(`${name}: ${status}`);
    };
    const before = receiver.received.length;
    let order: unknown;
    await note("payment", async () => {
      const paid = await api.pay(await api.session(), CARD);
      order = paid.body["order_id"];
      return paid.status;
    });
    const base = `/panel/${merchantId}/test`;
    for (const page of ["", "/payments", `/payments/${String(order)}`, "/webhooks"]) {
      await note(`panel ${page}`, async () => (await visitor.get(`${base}${page}`)).status);
    }
    await note("webhook", async () => {
      await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThan(before), 15_000);
      return 200;
    });
    return errors;
  }

  it("costs merchants of the other worker no call, no webhook and no page", async () => {
    const errors: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const shop of shops) {
        if (shop.port === served) errors.push(...(await errorsOf(shop)));
      }
      expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
    }
    expect(errors).toEqual([]);
  });

  it("is answered for its own merchants with a request to try again", async () => {
    const shop = shops.find(({ port }) => port === stopped);
    await expect(shop?.api.session()).rejects.toThrow("Try again shortly");
  });

  it("serves its merchants again once it is back", async () => {
    await run(COMMAND ?? "", ["start", String(stopped)]);
    for (const shop of shops) {
      await expect.poll(() => errorsOf(shop), { timeout: 300_000 }).toEqual([]);
    }
  });
});
