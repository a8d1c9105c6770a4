// tier: night
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Agent, fetch as fetchBy } from "undici";
import { createMerchantStore } from "../../src/store/merchant/merchant-store.ts";
import { instant } from "../../src/kernel/clock.ts";
import { createApiClient, type ApiClient } from "../support/api-client.ts";
import { createTestDatabase, type OwnedDatabase } from "../support/database.ts";
import { freePort } from "../support/free-port.ts";
import { programAt } from "../support/programs.ts";
import { PROXIES, type RunningProxy } from "../support/proxies.ts";
import { runService, type RunningService } from "../support/running-service.ts";
import { merchantMaker, type TestMerchant } from "../support/service.ts";

const CARD = "5528790000000008";
/** The bank answers after five seconds. */
const SLOW_CARD = "4157920000000002";
const HOSTS = ["127.0.0.2", "127.0.0.3"] as const;
const NOISY_MS = 10_000;
const LISTS = 300;
/** The pause between two flows of the merchant whose calls must not fail. */
const PAUSE_MS = 200;
/** The most flows of that merchant at the same time: a busy machine is slower than they come. */
const FLOWS = 10;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

// The programs come by scripts/deploy-tools.sh; what is not there is reported as skipped.
describe.each(PROXIES)(
  "two processes behind $name as in deploy/proxy",
  ({ name, program, start }) => {
    const canRun =
      program !== undefined && process.platform === "linux" && programAt("openssl") !== undefined;
    let database: OwnedDatabase;
    let services: readonly RunningService[] = [];
    let proxy: RunningProxy;
    let good: ApiClient;
    let noisy: TestMerchant;
    let token: unknown;

    beforeAll(async () => {
      if (!canRun) return;
      database = await createTestDatabase();
      const clock = { now: () => instant(Date.now()) };
      const pool = database.open({ max: 1 });
      const newMerchant = merchantMaker(pool, {
        clock,
        merchants: createMerchantStore(pool, clock),
      });
      // The vault key is in the data directory of this process, which the other two don't have.
      const first = await runService({}, { database });
      noisy = await newMerchant("Gürültülü");
      const saved = { fields: { save_card: true } };
      const buyer = createApiClient(first.url, noisy.testApiKey);
      token = (await buyer.pay(await buyer.session(), CARD, saved)).body["card_token"];
      await first.close();
      const [port, adminPort] = [await freePort(), await freePort()];
      const settings = {
        PORT: String(port),
        VEZNE_ADMIN_PORT: String(adminPort),
        VEZNE_STOP_DELAY: "5",
        VEZNE_LOG_LEVEL: "error",
      };
      services = await Promise.all(
        HOSTS.map((HOST) =>
          runService({ ...settings, HOST, VEZNE_ADMIN_HOST: HOST }, { database }),
        ),
      );
      proxy = await start({ hosts: HOSTS, port, adminPort });
      good = createApiClient(proxy.url, (await newMerchant("Sessiz")).testApiKey);
    });
    afterAll(async () => {
      await proxy?.stop();
      await Promise.all(services.map((service) => service.kill()));
      await Promise.all(services.map((service) => service.close()));
      await database?.drop();
    });

    /** Lets the good merchant call while `work` runs; returns its calls that failed. */
    async function failedDuring(
      flow: () => Promise<unknown>,
      work: () => Promise<unknown>,
    ): Promise<{ readonly failed: readonly string[]; readonly calls: number }> {
      const failed: string[] = [];
      const flows = new Set<Promise<unknown>>();
      let calls = 0;
      const over = new AbortController();
      const load = (async () => {
        while (!over.signal.aborted) {
          if (flows.size < FLOWS) {
            calls += 1;
            const one: Promise<unknown> = flow()
              .catch((error: unknown) => failed.push(String(error)))
              .finally(() => flows.delete(one));
            flows.add(one);
          }
          await wait(PAUSE_MS);
        }
        await Promise.all(flows);
      })();
      await work();
      over.abort();
      await load;
      return { failed, calls };
    }

    /** Calls of the noisy merchant from its own address; returns how often each status came. */
    async function noise(
      call: (by: Agent) => Promise<number>,
      at: number,
    ): Promise<Map<number, number>> {
      const by = new Agent({ localAddress: "127.0.0.9", connections: LISTS });
      const statuses = new Map<number, number>();
      const until = performance.now() + NOISY_MS;
      const callers = Array.from({ length: at }, async () => {
        while (performance.now() < until) {
          const status = await call(by).catch(() => 0);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          if (status !== 200) await wait(20);
        }
      });
      await Promise.all(callers);
      await by.destroy();
      return statuses;
    }
    const headers = () => ({ authorization: `Bearer ${noisy.testApiKey}` });

    it.runIf(canRun)(
      "fail no call of others while a merchant makes more than its share",
      async () => {
        let statuses = new Map<number, number>();
        const list = async (dispatcher: Agent): Promise<number> => {
          const answer = await fetchBy(`${proxy.url}/api/v1/payment/transactions?per_page=100`, {
            dispatcher,
            headers: headers(),
          });
          await answer.text();
          return answer.status;
        };
        const { failed, calls } = await failedDuring(
          () => good.session(),
          async () => void (statuses = await noise(list, LISTS)),
        );
        console.info(
          `${name}, a noisy merchant: ${calls} calls of others, ${failed.length} failed`,
          statuses,
        );
        expect(failed).toEqual([]);
        expect(statuses.get(503)).toBeGreaterThan(0);
      },
    );

    it.runIf(canRun)("fail no call of others while a merchant's own calls get 503", async () => {
      let statuses = new Map<number, number>();
      const session = await createApiClient(proxy.url, noisy.testApiKey).session();
      const body = JSON.stringify({
        session_id: session,
        payment_type: "creditcard",
        card_token: token,
      });
      const pay = async (dispatcher: Agent): Promise<number> => {
        const json = { "content-type": "application/json" };
        const to = `${proxy.url}/api/v1/payment/pay`;
        const answer = await fetchBy(to, { method: "POST", body, headers: json, dispatcher });
        await answer.text();
        return answer.status;
      };
      const { failed, calls } = await failedDuring(
        () => good.session(),
        async () => void (statuses = await noise(pay, 2)),
      );
      console.info(
        `${name}, 503 to one merchant: ${calls} calls of others, ${failed.length} failed`,
        statuses,
      );
      expect(failed).toEqual([]);
      expect([...statuses.keys()]).toEqual([503]);
    });

    it.runIf(canRun)("fail no call in a rolling restart with a slow bank", async () => {
      let flows = 0;
      const { failed, calls } = await failedDuring(
        async () => {
          flows += 1;
          const card = flows % 3 === 0 ? SLOW_CARD : CARD;
          const paid = await good.pay(await good.session(), card);
          if (paid.body["status"] !== "completed") throw new Error(paid.text);
        },
        async () => {
          for (const service of services) {
            expect(await service.terminate()).toBe(0);
            await service.start();
          }
        },
      );
      console.info(`${name}, a rolling restart: ${calls} flows, ${failed.length} failed`);
      expect(failed).toEqual([]);
    });
  },
);
