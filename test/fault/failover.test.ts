// tier: night
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Pool } from "pg";
import { createApiClient } from "../support/api-client.ts";
import { openDatabaseLine } from "../support/database-line.ts";
import { postmasterPid, useEmbeddedClusters } from "../support/embedded-clusters.ts";
import { isFullRun } from "../support/full-run.ts";
import { paidOrder } from "../support/merchant-calls.ts";
import { runService, type RunningService } from "../support/running-service.ts";
import { startStandby } from "../support/standby.ts";
import type { PostgresConnection } from "../../src/database/embedded/handle.ts";

const CARD = "5528790000000008";
const SLOW_CARD = "4157920000000002";
const OPEN_AT_MOST_MS = 60_000;
const IN_FLIGHT = 12;
/** The time for which customers go on to pay after the server was replaced. */
const LOAD_AFTER_MS = 3_000;

describe.runIf(isFullRun)("a database server that disappears, with a standby", () => {
  const clusters = useEmbeddedClusters();

  it("is replaced: no acknowledged payment is lost, and none is open for a minute", async () => {
    const dataDir = clusters.newDataDir();
    const { connection, ownerConnection } = await clusters.start(dataDir);
    const line = await openDatabaseLine(connection);
    const service = await runService({
      DATABASE_URL: urlOf(line.connection),
      VEZNE_LOG_LEVEL: "fatal",
    });
    const standby = await startStandby(
      { directory: join(dataDir, "postgres"), owner: ownerConnection, service: connection },
      clusters.newDataDir(),
    );
    const known = await paidOrder(service.api);

    const reader = await runService(
      { DATABASE_URL: urlOf(standby.connection) },
      { firstUntil: "alive" },
    );
    expect((await fetch(`${reader.url}/readyz`)).status).toBe(503);
    const read = await reader.api.status(known.session, known.order);
    expect(read.body["status"]).toBe("completed");

    const acknowledged: string[] = [];
    const end = new AbortController();
    const loading = load(service, { acknowledged, end: end.signal });
    await expect.poll(() => acknowledged.length).toBeGreaterThan(IN_FLIGHT);
    line.vanish();
    process.kill(await postmasterPid(dataDir), "SIGKILL");
    line.leadTo(standby.connection);
    await standby.promote();
    const begun = performance.now();
    await new Promise((resolve) => setTimeout(resolve, LOAD_AFTER_MS));
    end.abort();
    await loading;

    const pool = new Pool(standby.connection);
    const open = async (): Promise<unknown> =>
      (
        await pool.query(
          `select order_id, state from payment
           where state not in ('authorized', 'completed', 'failed', 'cancelled')`,
        )
      ).rows;
    await expect.poll(open, { timeout: 2 * OPEN_AT_MOST_MS, interval: 500 }).toEqual([]);
    expect(performance.now() - begun).toBeLessThan(OPEN_AT_MOST_MS);
    const { rows } = await pool.query<{ order_id: string }>(
      "select order_id from payment where state = 'completed'",
    );
    const completed = new Set(rows.map((row) => row.order_id));
    expect(acknowledged.filter((order) => !completed.has(order))).toEqual([]);
    const { rows: charges } = await pool.query<{ order_id: string }>(
      "select order_id from bank.entry where state = 'approved'",
    );
    expect(charges.map((row) => row.order_id).toSorted()).toEqual([...completed].toSorted());

    // The process that was started on the standby can write now.
    await expect
      .poll(async () => (await fetch(`${reader.url}/readyz`)).status, { timeout: 80_000 })
      .toBe(200);
    const there = createApiClient(reader.url, service.apiKey);
    expect((await paidOrder(there)).order).toContain("ORD-");
    await pool.end();
    await Promise.all([service.close(), reader.close()]);
    await standby.stop();
    await line.close();
  });
});

/** Customers who pay one after the other; the bank answers some of them late. */
async function load(
  service: RunningService,
  { acknowledged, end }: { readonly acknowledged: string[]; readonly end: AbortSignal },
): Promise<void> {
  await Promise.all(
    Array.from({ length: IN_FLIGHT }, async (_, customer) => {
      while (!end.aborted) {
        const session = await service.api.session().catch(() => undefined);
        if (session === undefined) continue;
        const card = customer % 3 === 0 ? SLOW_CARD : CARD;
        const paid = await service.api.pay(session, card).catch(() => undefined);
        if (paid?.body["status"] === "completed") acknowledged.push(String(paid.body["order_id"]));
      }
    }),
  );
}

function urlOf({ host, port, user, password, database }: PostgresConnection): string {
  return `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/${database}`;
}
