import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { HeldKeys, type HeldKey } from "../../src/http/idempotency/held-keys.ts";
import type { IdempotencyStore, KeyState } from "../../src/http/idempotency/key-claim.ts";
import type { KeyedCall } from "../../src/http/idempotency/idempotency-key.ts";
import { createIdempotencyStore } from "../../src/store/merchant/idempotency-store.ts";
import { later } from "../../src/kernel/clock.ts";
import { LIMITS } from "../../src/domain/limit/limits.ts";
import { startTestService, type TestService } from "../support/service.ts";

const ANSWER = { status: 200, contentType: "application/json", body: "{}" };

describe("the idempotency key of a call whose process is gone", () => {
  let shop: TestService;
  let store: IdempotencyStore;
  beforeAll(async () => {
    shop = await startTestService();
    store = createIdempotencyStore(shop.database.open({ max: 2 }));
  });
  afterAll(() => shop.close());

  const callOf = (key: string): KeyedCall => ({
    merchantId: shop.merchant.merchant.merchantId,
    scope: "test /api/v1/payment/refund",
    key,
    fingerprint: "f",
  });

  async function claim(key: string): Promise<{ state: KeyState; held: HeldKey }> {
    const call = callOf(key);
    const now = shop.clock.now();
    const lease = {
      now,
      leaseUntil: later(now, LIMITS.keyLeaseMs),
      heldUntil: later(now, LIMITS.keyHoldMs),
    };
    return { state: await store.claim(call, lease), held: { call, leaseUntil: lease.leaseUntil } };
  }
  const kindOf = async (key: string): Promise<string> => (await claim(key)).state.kind;

  it("is free for a repetition after ten seconds", async () => {
    const first = await claim("gone");
    shop.clock.move(LIMITS.keyHoldMs - 1);
    expect(await kindOf("gone")).toBe("running");
    shop.clock.move(1);
    expect(await kindOf("gone")).toBe("claimed");
    // The first call, should it go on, may not store an answer any more.
    const { call, leaseUntil } = first.held;
    const now = shop.clock.now();
    const kept = await store.keep(call, { now, leaseUntil, heldUntil: now }, ANSWER);
    expect(kept.kind).toBe("running");
  });

  it("stays with a call that takes long, as long as its process renews it", async () => {
    const { held } = await claim("long");
    const keys = new HeldKeys(shop.clock, store);
    keys.begin(held, later(shop.clock.now(), LIMITS.keyHoldMs));
    for (let passed = 0; passed < 2 * LIMITS.keyHoldMs; passed += LIMITS.keyHoldRenewedMs) {
      shop.clock.move(LIMITS.keyHoldRenewedMs);
      await keys.renew();
      expect(await kindOf("long")).toBe("running");
    }
    keys.end(held);
    shop.clock.move(LIMITS.keyHoldMs);
    await keys.renew();
    expect(await kindOf("long")).toBe("claimed");
  });

  it("is not renewed after its lease, although its call has never ended", async () => {
    const { held } = await claim("endless");
    const keys = new HeldKeys(shop.clock, store);
    const hold = vi.spyOn(store, "hold");
    keys.begin(held, later(shop.clock.now(), LIMITS.keyHoldMs));
    shop.clock.move(LIMITS.keyHoldRenewedMs);
    await keys.renew();
    expect(hold).toHaveBeenCalledTimes(1);
    shop.clock.move(LIMITS.keyLeaseMs);
    await keys.renew();
    expect(hold).toHaveBeenCalledTimes(1);
  });

  it("is not taken over once it has an answer", async () => {
    const { held } = await claim("answered");
    const now = shop.clock.now();
    await store.keep(held.call, { now, leaseUntil: held.leaseUntil, heldUntil: now }, ANSWER);
    shop.clock.move(2 * LIMITS.keyHoldMs);
    expect(await kindOf("answered")).toBe("answered");
  });
});
