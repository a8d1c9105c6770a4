import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApiClient, type ApiClient } from "../support/api-client.ts";
import { runCommand } from "../support/command-line.ts";
import { isOnGivenServer } from "../support/given-address.ts";
import { runService, type RunningService } from "../support/running-service.ts";
import { VAULT_KEY } from "../support/vault-key.ts";
import { startReceiver, type Receiver } from "../support/webhook-receiver.ts";

const CARD = "5528790000000008";
const PAYMENTS = 100;
/**
 * With plans that the server compiles, a webhook left after 7.6 s (p50); without, after 0.07 s. The
 * bound is wide, because other tests keep the machine busy.
 */
const LATE_MS = 1_000;

type Backend = { readonly ssl: boolean; readonly superuser: boolean };

describe.runIf(isOnGivenServer)("two instances on the PostgreSQL of a distribution", () => {
  let first: RunningService;
  let second: RunningService;
  let receiver: Receiver;
  const arrivedAt = new Map<string, number[]>();
  beforeAll(async () => {
    const settings = { VEZNE_VAULT_KEY: VAULT_KEY, VEZNE_LOG_LEVEL: "warn" };
    first = await runService(settings);
    second = await runService({ ...settings, DATABASE_URL: first.database.url });
    receiver = await startReceiver();
    receiver.answer = ({ id }) => {
      arrivedAt.set(id, [...(arrivedAt.get(id) ?? []), Date.now()]);
      return { status: 204 };
    };
    const endpoint = ["--merchant", first.merchantId, "--mode", "test", "--url", receiver.url];
    await runCommand(first.database, ["webhooks", "add", ...endpoint]);
  });
  afterAll(async () => {
    await receiver.stop();
    await second.close();
    await first.close();
  });

  async function asOwner<Row extends object>(statement: string): Promise<readonly Row[]> {
    const client = new Client(first.database.owner);
    await client.connect();
    try {
      return (await client.query<Row>(statement)).rows;
    } finally {
      await client.end();
    }
  }

  async function payInTurns(clients: readonly ApiClient[]): Promise<void> {
    for (let paid = 0; paid < PAYMENTS; paid += 1) {
      const api = clients[paid % clients.length];
      const answer = await api?.pay(await api.session(), CARD);
      expect(answer?.body["status"]).toBe("completed");
    }
  }

  it("connect by TLS, as no superuser, while the server compiles plans of others", async () => {
    const backends = await asOwner<Backend>(
      `select distinct ssl.ssl, role.rolsuper as superuser
       from pg_stat_activity join pg_stat_ssl as ssl using (pid)
       join pg_roles as role on role.rolname = usename
       where application_name like 'vezne%' and datname = current_database()`,
    );
    expect(backends).toEqual([{ ssl: true, superuser: false }]);
    expect(await asOwner("show jit")).toEqual([{ jit: "on" }]);
    const { stdout } = await runCommand(first.database, ["doctor", "--json"]);
    expect(stdout).toContain("each connection has a session and settings of its own");
  });

  it("send each event once, soon, and in the order of its payment", async () => {
    const clients = [first, second].map(({ url }) => createApiClient(url, first.apiKey));
    await payInTurns(clients);
    const events = await asOwner<{ event_id: string; created_at: Date }>(
      "select event_id, created_at from event where type like 'payment.%'",
    );
    await expect.poll(() => arrivedAt.size, { timeout: 120_000 }).toBe(events.length);
    const arrivals = events.map(({ event_id: id }) => arrivedAt.get(id) ?? []);
    expect(arrivals.filter((times) => times.length !== 1)).toEqual([]);
    const delays = events
      .map(({ created_at: at }, index) => (arrivals[index]?.[0] ?? 0) - at.getTime())
      .toSorted((one, other) => one - other);
    const [p50 = 0, p99 = 0] = [0.5, 0.99].map((part) => delays[Math.floor(part * delays.length)]);
    console.log(`event to delivery, two instances: p50 ${p50} ms, p99 ${p99} ms`);
    expect(p50).toBeLessThan(LATE_MS);
  });
});
