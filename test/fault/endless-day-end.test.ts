import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { DAY } from "../../src/kernel/clock.ts";
import { recoverPayments } from "../../src/service/runtime/payments.ts";
import { HELD, merchantCalls, query, type MerchantCalls } from "../support/merchant-calls.ts";
import { PROMISES, ScriptedAcquirer } from "../support/scripted-acquirer.ts";
import { startTestService, type TestService } from "../support/service.ts";

const CARD = "5528790000000008";

describe("a bank that waits for its day end without end", () => {
  let shop: TestService;
  let till: MerchantCalls;
  let bank: ScriptedAcquirer;
  let round: () => Promise<boolean>;
  beforeAll(async () => {
    shop = await startTestService();
    till = merchantCalls(shop.api, shop.merchant.testApiKey);
    const refreshClocks = () => Promise.resolve();
    round = recoverPayments(shop.service.deps, { refreshClocks }).round;
    bank = new ScriptedAcquirer("nestpay:1", PROMISES.nestpay, () => shop.clock.now());
    const { acquirers } = shop.service.deps;
    vi.spyOn(acquirers, "choose").mockImplementation(() => Promise.resolve([bank]));
    vi.spyOn(acquirers, "byName").mockResolvedValue(bank);
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await shop.close();
  });

  const stateOf = async (order: string): Promise<unknown> => {
    const sql = "select state from attempt where order_id = $1 order by created_at desc limit 1";
    return (await query(shop, sql, [order]))[0]?.["state"];
  };

  it.each(["refund", "capture"] as const)("leaves a %s to a person after a week", async (kind) => {
    const session = await shop.api.session(kind === "capture" ? HELD : {});
    const order = String((await shop.api.pay(session, CARD)).body["order_id"]);
    shop.clock.move(DAY);
    const wait = { kind: "pending", until: "day_end", askAt: undefined } as const;
    const sent = vi.spyOn(bank, kind).mockResolvedValue(wait);
    await till[kind](order);
    for (let day = 0; day < 6; day += 1) {
      shop.clock.move(DAY);
      await round();
      expect(await stateOf(order)).toBe("open");
    }
    for (let day = 0; day < 3; day += 1) {
      shop.clock.move(DAY);
      await round();
    }
    expect(await stateOf(order)).toBe("needs_person");
    expect(sent.mock.calls.length).toBeGreaterThan(5);
    sent.mockRestore();
  });
});
