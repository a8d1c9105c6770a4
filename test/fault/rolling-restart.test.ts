// tier: night
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApiClient, type ApiClient } from "../support/api-client.ts";
import { openBalancer, type Balancer } from "../support/balancer.ts";
import { isFullRun } from "../support/full-run.ts";
import { runService, type RunningService } from "../support/running-service.ts";
import { VAULT_KEY } from "../support/vault-key.ts";

const CARD = "5528790000000008";
/** The bank answers after five seconds. */
const SLOW_CARD = "4157920000000002";
const CUSTOMERS = 8;

describe("a rolling restart of two processes behind a load balancer", () => {
  let first: RunningService;
  let second: RunningService;
  let balancer: Balancer;
  let api: ApiClient;
  beforeAll(async () => {
    const settings = {
      VEZNE_STOP_DELAY: "2",
      VEZNE_LOG_LEVEL: "fatal",
      VEZNE_VAULT_KEY: VAULT_KEY,
    };
    // The second test makes several calls within the delay, on a machine that may be busy.
    first = await runService({ ...settings, VEZNE_STOP_DELAY: "10" });
    second = await runService({ ...settings, DATABASE_URL: first.database.url });
    balancer = await openBalancer([first.url, second.url]);
    api = createApiClient(balancer.url, first.apiKey);
  });
  afterAll(async () => {
    await balancer.close();
    // A process that is told to end would serve on for the delay first.
    await Promise.all([first.kill(), second.kill()]);
    await second.close();
    await first.close();
  });

  it.runIf(isFullRun)(
    "fails no call, although the bank takes five seconds for many of them",
    async () => {
      const over = new AbortController();
      const failed: string[] = [];
      let slow = 0;
      const customers = Array.from({ length: CUSTOMERS }, async (_, customer) => {
        const card = customer === 0 ? CARD : SLOW_CARD;
        while (!over.signal.aborted) {
          const answer = await api.pay(await api.session(), card);
          if (answer.body["status"] !== "completed") failed.push(answer.text);
          if (card === SLOW_CARD) slow += 1;
        }
      });
      const load = Promise.all(customers).catch((error: unknown) => failed.push(String(error)));
      for (const service of [first, second]) {
        await expect.poll(() => slow + failed.length, { timeout: 80_000 }).toBeGreaterThan(0);
        expect(await service.terminate()).toBe(0);
        await service.start();
        slow = 0;
      }
      over.abort();
      await load;
      expect(failed).toEqual([]);
    },
  );

  it("serves on after the signal while it says that it leaves, and then refuses calls", async () => {
    const direct = createApiClient(first.url, first.apiKey);
    const session = await direct.session();
    const ended = first.terminate();
    const ready = async (): Promise<number> => (await fetch(`${first.url}/readyz`)).status;
    await expect.poll(ready, { interval: 20 }).toBe(503);
    expect((await fetch(`${first.url}/healthz`)).status).toBe(200);
    const paid = await direct.pay(session, CARD);
    expect(paid.body["status"]).toBe("completed");
    expect(paid.headers.get("connection")).toBe("close");
    expect(await ended).toBe(0);
    await expect(ready()).rejects.toThrow("fetch failed");
    await first.start();
  });
});
