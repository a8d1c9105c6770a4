// tier: core
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { recoverPayments } from "../../src/service/runtime/payments.ts";
import { query } from "../support/merchant-calls.ts";
import { startTestService, type TestService } from "../support/service.ts";

const CARD = "5528790000000008";
const LOST = new Error("Connection terminated unexpectedly");

describe("a payment whose intent was stored, but not confirmed", () => {
  let shop: TestService;
  beforeEach(async () => {
    shop = await startTestService();
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await shop.close();
  });

  it("fails without a question to the bank, and its session can be paid at once", async () => {
    const { deps } = shop.service;
    const record = deps.payments.recordIntent.bind(deps.payments);
    vi.spyOn(deps.payments, "recordIntent").mockImplementationOnce(async (intent) => {
      await record(intent);
      throw LOST;
    });
    const session = await shop.api.session();
    const headers = { "idempotency-key": "first" };
    const unknown = await shop.api.pay(session, CARD, { headers });
    expect(unknown.status).toBe(503);
    expect(unknown.text).toContain("not known whether this was done");

    // The clock stands still, so recovery itself has nothing to do yet.
    await recoverPayments(deps, { refreshClocks: () => Promise.resolve() }).round();
    await expect
      .poll(() => query(shop, "select state from payment"))
      .toEqual([{ state: "failed" }]);
    expect(await query(shop, "select from bank.entry")).toEqual([]);
    const again = await shop.api.pay(session, CARD, { headers });
    expect(again.body).toMatchObject({ status: "failed" });
    const other = await shop.api.pay(session, CARD, { headers: { "idempotency-key": "second" } });
    expect(other.body["status"]).toBe("completed");
  });
});
