import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiAnswer } from "../support/api-client.ts";
import { runService, type RunningService } from "../support/running-service.ts";

const CARD = "5528790000000008";
const PAYMENTS = 400;
/** More payments lie between the two than are in flight, so the second meets a restarted server. */
const DEATHS_AFTER = [100, 200];
const IN_FLIGHT = 16;

describe("a database that dies under load", () => {
  let service: RunningService;
  beforeAll(
    async () => void (service = await runService({ VEZNE_LOG_LEVEL: "fatal", DATABASE_URL: "" })),
  );
  afterAll(() => service.close());

  it("makes calls fail with 503 at once, comes back without help, and has lost nothing", async () => {
    const answers: ApiAnswer[] = [];
    const acknowledged: { session: string; order: string }[] = [];
    const deaths = [...DEATHS_AFTER];
    await Promise.all(
      Array.from({ length: IN_FLIGHT }, async () => {
        while (acknowledged.length < PAYMENTS) {
          const { session, made } = await newSession(service);
          answers.push(made);
          if (session === undefined) continue;
          const paid = await service.api.pay(session, CARD);
          answers.push(paid);
          if (paid.body["status"] === "completed") {
            acknowledged.push({ session, order: String(paid.body["order_id"]) });
          }
          if (acknowledged.length >= (deaths[0] ?? Infinity)) {
            deaths.shift();
            killPostmaster(service);
          }
        }
      }),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
    for (const { headers } of refused) expect(headers.get("retry-after")).toMatch(/^\d+$/);

    await expect
      .poll(async () => (await fetch(`${service.url}/readyz`)).status, { timeout: 80_000 })
      .toBe(200);
    expect(deaths).toEqual([]);
    for (const { session, order } of acknowledged) {
      expect((await service.api.status(session, order)).body["status"]).toBe("completed");
    }
    const last = await service.api.pay(await service.api.session(), CARD);
    expect(last.body["status"]).toBe("completed");
  });
});

async function newSession(
  service: RunningService,
): Promise<{ session: string | undefined; made: ApiAnswer }> {
  const made = await service.api.post("/api/v1/checkout/session", {
    merchant_api_key: service.apiKey,
    amount: 1_000,
    success_url: "https://shop.example/ok",
    fail_url: "https://shop.example/no",
  });
  const session = made.body["session_id"];
  return { session: typeof session === "string" ? session : undefined, made };
}

function killPostmaster(service: RunningService): void {
  const file = join(service.dataDir, "postgres/postmaster.pid");
  const pid = Number.parseInt(readFileSync(file, "utf8"), 10);
  expect(pid).not.toBe(service.pid());
  process.kill(pid, "SIGKILL");
}
