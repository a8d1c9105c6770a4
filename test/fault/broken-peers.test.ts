// tier: night
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startBrokenServer, type Behaviour, type BrokenServer } from "../support/broken-server.ts";
import { EXPIRED } from "../support/certificates.ts";
import { listenLocally } from "../support/local-server.ts";
import { runService, type RunningService } from "../support/running-service.ts";
import { freePort } from "../support/free-port.ts";
import { startReceiver } from "../support/webhook-receiver.ts";

const CARD = "5528790000000008";
const BANK_BEHAVIOURS = [
  "closesAtOnce",
  "resetsAtOnce",
  "sendsGarbage",
  "resetsInHeaders",
  "resetsInBody",
  "endsInHeaders",
] as const;
const SOON = { timeout: 120_000 };

const isReady = async ({ url }: RunningService) => (await fetch(`${url}/readyz`)).status === 200;

describe("webhook receivers that break their connections", () => {
  const folder = mkdtempSync(join(tmpdir(), "vezne-certificates-"));
  const servers: BrokenServer[] = [];
  let service: RunningService;
  beforeAll(async () => {
    const file = join(folder, "expired.pem");
    writeFileSync(file, EXPIRED.cert);
    service = await runService({ NODE_EXTRA_CA_CERTS: file });
  });
  afterAll(async () => {
    await service.close();
    await Promise.all(servers.map((server) => server.close()));
    rmSync(folder, { recursive: true, force: true });
  });

  async function register(url: string): Promise<string> {
    const { body } = await service.api.post(
      "/api/v1/webhook-endpoints",
      { url },
      { authorization: `Bearer ${service.apiKey}` },
    );
    return String(body["endpoint_id"] ?? body["id"]);
  }

  it("fail only their own delivery, with its reason", async () => {
    const cases: readonly (readonly [Behaviour, string, RegExp])[] = [
      ["closesAtOnce", "http", /^und_err_socket$/],
      ["resetsAtOnce", "http", /^(econnreset|epipe|und_err_socket)$/],
      ["resetsAfterHello", "https", /^(econnreset|und_err_socket)$/],
      ["closesAtOnce", "https", /^(econnreset|und_err_socket)$/],
      ["sendsGarbage", "http", /^(hpe_|httpparsererror)/],
      ["sendsGarbage", "https", /^err_ssl_/],
      ["resetsInHeaders", "http", /^(econnreset|und_err_socket)$/],
      ["endsInHeaders", "http", /^(und_err_socket|hpe_|httpparsererror)/],
      ["selfSigned", "https", /^depth_zero_self_signed_cert$/],
      ["expired", "https", /^cert_has_expired$/],
      ["staysSilent", "http", /^timeout$/],
      ["staysSilent", "https", /^(timeout|und_err_connect_timeout)$/],
    ];
    const expected = new Map<string, RegExp>();
    for (const [behaviour, protocol, reason] of cases) {
      const server = await startBrokenServer(behaviour);
      servers.push(server);
      expected.set(await register(`${protocol}://127.0.0.1:${server.port}/`), reason);
    }
    expected.set(await register(`http://127.0.0.1:${await freePort()}/`), /^econnrefused$/);
    const halfBody = await startBrokenServer("resetsInBody");
    servers.push(halfBody);
    const half = await register(`http://127.0.0.1:${halfBody.port}/`);
    const receiver = await startReceiver();
    await register(receiver.url);
    const paid = await service.api.pay(await service.api.session(), CARD);
    expect(paid.body["status"]).toBe("completed");
    await expect.poll(() => receiver.received.length, SOON).toBe(1);

    const pool = service.database.open();
    const attempts = async () =>
      (
        await pool.query<{ endpoint_id: string; error: string | null; status: number | null }>(
          "select distinct on (endpoint_id) * from webhook_attempt order by endpoint_id, started_at",
        )
      ).rows;
    await expect.poll(async () => (await attempts()).length, SOON).toBe(expected.size + 2);
    for (const { endpoint_id, error, status } of await attempts()) {
      if (endpoint_id === half) expect(status).toBe(200);
      const reason = expected.get(endpoint_id);
      if (reason !== undefined) expect(error).toMatch(reason);
    }
    expect(await isReady(service)).toBe(true);
    expect(service.output()).not.toContain('"level":60');
    await receiver.stop();
  });
});

describe("a bank that breaks its connections", () => {
  it("leaves payments open or failed, and the service healthy", async () => {
    const bank = await startBrokenServer("closesAtOnce");
    const service = await runService({ VEZNE_BANK_URL: `http://127.0.0.1:${bank.port}/bank` });
    const statuses = new Map<string, unknown>();
    for (const behaviour of BANK_BEHAVIOURS) {
      bank.behave(behaviour);
      const paid = await service.api.pay(await service.api.session(), CARD);
      statuses.set(behaviour, paid.body["status"]);
    }
    // A reset may come before the connection is made; then nothing was sent, and nothing stays
    // open.
    expect(["processing", "failed"]).toContain(statuses.get("resetsAtOnce"));
    statuses.delete("resetsAtOnce");
    expect(new Set(statuses.values())).toEqual(new Set(["processing"]));
    expect(await isReady(service)).toBe(true);
    expect(service.output()).not.toContain('"level":60');
    await service.close();
    await bank.close();
  });
});

describe("a PostgreSQL server whose connections are reset", () => {
  let service: RunningService;
  const sockets = new Set<Socket>();
  const reset = (): void => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  let path = "";
  const proxy = createServer((socket) => {
    const server = connect(path);
    for (const end of [socket, server]) end.on("error", () => {});
    socket.once("close", () => server.destroy());
    server.once("close", () => socket.destroy());
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    socket.pipe(server).pipe(socket);
  });
  beforeAll(async () => {
    const port = await listenLocally(proxy);
    service = await runService(
      {},
      {
        addressOf: ({ connection }) => {
          path = `${connection.host}/.s.PGSQL.${connection.port}`;
          const { user, password, database } = connection;
          return `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
        },
      },
    );
  });
  afterAll(async () => {
    await service.close();
    proxy.close();
  });

  it("fails requests for a moment, and ends no process", async () => {
    const ends = new Set<number>();
    for (let round = 0; round < 5; round += 1) {
      const paying = Promise.all(
        [1, 2, 3, 4].map(async () => {
          const made = await service.api.post("/api/v1/checkout/session", {
            amount: 1_000,
            success_url: "https://shop.example/thanks",
            fail_url: "https://shop.example/sorry",
            merchant_api_key: service.apiKey,
          });
          ends.add(made.status);
        }),
      );
      reset();
      await paying;
      await expect.poll(() => isReady(service), SOON).toBe(true);
    }
    expect([...ends].every((status) => [200, 503].includes(status))).toBe(true);
    const paid = await service.api.pay(await service.api.session(), CARD);
    expect(paid.body["status"]).toBe("completed");
    expect(service.output()).not.toContain('"level":60');
  });
});
