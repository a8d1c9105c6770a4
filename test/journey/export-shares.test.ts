import { once } from "node:events";
import { request, type ClientRequest, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import type { Pool } from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createApiClient } from "../support/api-client.ts";
import { clonePayments } from "../support/payment-clones.ts";
import { startTestService, type TestMerchant, type TestService } from "../support/service.ts";

const PATH = "/api/v1/payment/transactions/export?format=json";
const APPROVED = "5528790000000008";
/** More bytes than the buffers between the service and a client that reads nothing can hold. */
const MANY = 40_000;
const FEW = 10;

describe("exports of several merchants", () => {
  let shop: TestService;
  let pool: Pool;
  let slow: TestMerchant;
  let slower: TestMerchant;
  let quick: TestMerchant;
  const calls: ClientRequest[] = [];

  const authOf = ({ testApiKey }: TestMerchant) => ({ authorization: `Bearer ${testApiKey}` });
  const merchantWith = async (name: string, count: number): Promise<TestMerchant> => {
    const merchant = await shop.createMerchant(name);
    const api = createApiClient(shop.url, merchant.testApiKey);
    const { body } = await api.pay(await api.session(), APPROVED);
    await clonePayments(shop, { of: body["order_id"], count });
    return merchant;
  };

  beforeAll(async () => {
    shop = await startTestService();
    pool = shop.database.open({ max: 2, statementTimeoutMs: 0 });
    slow = await merchantWith("Yavaş", MANY);
    slower = await merchantWith("Daha yavaş", MANY);
    quick = await merchantWith("Hızlı", FEW);
  });
  afterEach(async () => {
    hangUp();
    await vi.waitFor(async () => expect(await running()).toBe(0), { timeout: 40_000 });
  });
  afterAll(() => shop.close());

  /** Requests an export and reads none of its body. */
  async function ask(merchant: TestMerchant): Promise<IncomingMessage> {
    const call = request(`${shop.url}${PATH}`, { headers: authOf(merchant) }).end();
    calls.push(call);
    call.on("error", () => undefined);
    const [response] = (await once(call, "response")) as [IncomingMessage];
    response.on("error", () => undefined);
    return response.pause();
  }

  function hangUp(): void {
    for (const call of calls.splice(0)) call.destroy();
  }

  async function running(): Promise<number> {
    const { rowCount } = await pool.query(
      `select from pg_stat_activity where datname = current_database()
         and application_name = 'vezne export' and state <> 'idle'`,
    );
    return rowCount ?? 0;
  }

  const whole = async (merchant: TestMerchant): Promise<number> => {
    const { status, text: body } = await shop.api.get(PATH, authOf(merchant));
    expect(status).toBe(200);
    return (JSON.parse(body) as unknown[]).length;
  };

  it("start at once for one merchant while another merchant does not read its own", async () => {
    const own = [await ask(slow), await ask(slow)];
    const waiting = Array.from({ length: 4 }, () => ask(slow));
    expect(own.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(await whole(quick)).toBe(FEW + 1);
    hangUp();
    await Promise.allSettled(waiting);
  });

  it("answer 429 with Retry-After when the merchant's own exports use all of its places", async () => {
    await Promise.all([ask(slow), ask(slow)]);
    // Four requests may wait for a place, so the fifth is answered first.
    const beyond = Array.from({ length: 5 }, () => ask(slow));
    const refused = await Promise.race(beyond);
    expect(refused.statusCode).toBe(429);
    expect(refused.headers["retry-after"]).toBe("10");
    const problem = JSON.parse(await text(refused)) as Record<string, unknown>;
    expect(problem).toMatchObject({ code: "too_many_exports", success: false });
    expect(problem["detail"]).toContain("Read them to their ends");
    hangUp();
    await Promise.allSettled(beyond);
  });

  it("leave a place for a third merchant beside two that read nothing", async () => {
    const own = [ask(slow), ask(slow), ask(slower), ask(slower)];
    await vi.waitFor(async () => expect(await running()).toBe(3), { timeout: 40_000 });
    expect(await whole(quick)).toBe(FEW + 1);
    hangUp();
    await Promise.allSettled(own);
  });
});
