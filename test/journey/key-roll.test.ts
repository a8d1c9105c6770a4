import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HOUR, later } from "../../src/kernel/clock.ts";
import { rollKey } from "../../src/domain/merchant/roll-key.ts";
import { startTestService, type TestMerchant, type TestService } from "../support/service.ts";
import type { Installation } from "../../src/service/installation/installation.ts";
import { installationOf } from "../support/installation.ts";

const LINES = 8;

describe("rolling a merchant's key", () => {
  let shop: TestService;
  /** Has its own store and caches, like the command line and other processes. */
  let office: Installation;
  let owner: TestMerchant;
  beforeAll(async () => {
    shop = await startTestService();
    office = await installationOf(shop);
    owner = await shop.createMerchant("Anahtarcı");
  });
  afterAll(async () => {
    await office.close();
    await shop.close();
  });

  const roll = async (graceMs: number, { merchantId } = owner.merchant) => {
    const rolled = await rollKey(office, {
      merchantId,
      mode: "test",
      graceMs,
      createdBy: "test",
      aboveLimitFrom: shop.clock.now(),
    });
    if (!rolled.ok) throw new Error(rolled.refusal);
    return rolled.value;
  };
  const statusOf = async (key: string) => {
    const headers = { authorization: `Bearer ${key}` };
    return (await shop.api.get("/api/v1/payment/summary", headers)).status;
  };
  const session = async (key: string) => {
    const request = { merchant_api_key: key, amount: 100, ...RETURNS };
    return (await shop.api.post("/api/v1/checkout/session", request)).status;
  };

  it("loses no request of the grace period, with either key, under load", async () => {
    const keys = { old: owner.testApiKey, latest: owner.testApiKey };
    const load = { isOver: false, answers: [] as number[] };
    const lines = Array.from({ length: LINES }, async (_, line) => {
      while (!load.isOver) {
        const key = line % 2 === 0 ? keys.old : keys.latest;
        load.answers.push(await (line % 4 < 2 ? statusOf(key) : session(key)));
      }
    });
    const answered = (count: number) =>
      expect.poll(() => load.answers.length, { timeout: 80_000 }).toBeGreaterThan(count);
    await answered(40);
    const rolled = await roll(24 * HOUR);
    keys.latest = rolled.apiKey;
    const end = later(shop.clock.now(), 24 * HOUR);
    expect(rolled.oldUntil).toBe(end);
    await answered(load.answers.length + 40);
    // A process caches a key for one second at most.
    shop.clock.move(HOUR);
    await answered(load.answers.length + 40);
    shop.clock.move(23 * HOUR - 1_000);
    await answered(load.answers.length + 40);
    load.isOver = true;
    await Promise.all(lines);
    expect(load.answers.filter((status) => status !== 200)).toEqual([]);

    shop.clock.move(1_000);
    expect(await statusOf(keys.old)).toBe(401);
    expect(await session(keys.old)).toBe(401);
    expect(await statusOf(keys.latest)).toBe(200);
  });

  it("ends the old key at once, unless a grace period is asked for", async () => {
    const { testApiKey, merchant, liveApiKey } = await shop.createMerchant("Hemen");
    expect(await statusOf(testApiKey)).toBe(200);
    const { apiKey, oldUntil } = await roll(0, merchant);
    expect(oldUntil).toBeUndefined();
    shop.clock.move(1_000);
    expect([await statusOf(testApiKey), await statusOf(apiKey)]).toEqual([401, 200]);
    expect(await statusOf(liveApiKey)).toBe(200);
  });

  it("can be repeated, without a longer life for the keys before, which end one by one", async () => {
    const { merchant, testApiKey } = await shop.createMerchant("Sık");
    const first = await roll(HOUR, merchant);
    const [second, third] = await Promise.all([
      roll(24 * HOUR, merchant),
      roll(2 * HOUR, merchant),
    ]);
    const inForce = await office.merchants.listKeys(merchant.merchantId);
    expect(inForce.filter(({ mode }) => mode === "test")).toHaveLength(4);
    expect(
      inForce.filter(({ mode, expiresAt }) => mode === "test" && expiresAt === undefined),
    ).toHaveLength(1);
    shop.clock.move(HOUR);
    expect(await statusOf(testApiKey)).toBe(401);
    expect(await statusOf(first.apiKey)).toBe(200);
    shop.clock.move(23 * HOUR);
    expect(await statusOf(first.apiKey)).toBe(401);
    expect(await office.merchants.listKeys(merchant.merchantId)).toHaveLength(2);
    const last = [await statusOf(second.apiKey), await statusOf(third.apiKey)];
    expect(last.toSorted((one, other) => one - other)).toEqual([200, 401]);
  });
});

const RETURNS = { success_url: "https://shop.example/ok", fail_url: "https://shop.example/no" };
