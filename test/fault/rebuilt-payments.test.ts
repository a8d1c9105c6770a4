import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rebuilt, tampered, untilSealed } from "../support/books.ts";
import { runCommand } from "../support/command-line.ts";
import { HELD, merchantCalls, paidOrder } from "../support/merchant-calls.ts";
import { startTestService, type TestService } from "../support/service.ts";

/** Reported as lost: `card_blocked`. */
const DECLINED_CARD = "4127111111111113";

describe("the state of payments, rebuilt from events and postings", () => {
  let shop: TestService;
  const orders: Record<string, string> = {};
  beforeAll(async () => {
    shop = await startTestService();
    const calls = merchantCalls(shop.api, shop.merchant.testApiKey);
    const payment = async (name: string, fields = {}): Promise<string> => {
      const { order } = await paidOrder(shop.api, { fields });
      return (orders[name] = order);
    };
    await payment("paid");
    await calls.refund(await payment("refunded in part"), { amount: 100 });
    await calls.refund(await payment("refunded"));
    await payment("held", HELD);
    await calls.void(await payment("voided", HELD));
    await calls.capture(await payment("captured in part", HELD), { amount: 200 });
    const refusal = await shop.api.pay(await shop.api.session(), DECLINED_CARD);
    orders["declined"] = String(refusal.body["order_id"]);
    // Later, the service would seal the events and postings as a test has changed them.
    await untilSealed(shop);
  });
  afterAll(() => shop.close());

  it("is that of the tables", async () => {
    expect(await rebuilt(shop)).toEqual({ payments: 7, differences: [] });
  });

  it.each([
    ["paid", "update payment set state = 'failed' where order_id = $"],
    ["paid", "update payment set captured_amount = captured_amount - 1 where order_id = $"],
    ["paid", "delete from posting where order_id = $"],
    ["paid", "update event set type = 'payment.authorized' where order_id = $"],
    ["refunded", "update payment set state = 'completed' where order_id = $"],
    ["refunded", "update refund set state = 'failed' where order_id = $"],
    ["refunded", "delete from refund where order_id = $"],
    ["refunded in part", "update payment set refunded_amount = 0 where order_id = $"],
    ["refunded in part", "update payment set refund_reserved = 7 where order_id = $"],
    ["refunded in part", "update refund set amount = amount + 1 where order_id = $"],
    ["refunded in part", "delete from event where order_id = $ and type like 'refund.%'"],
    ["held", "update payment set state = 'completed' where order_id = $"],
    ["voided", "update payment set state = 'authorized' where order_id = $"],
    ["captured in part", "update payment set captured_amount = amount where order_id = $"],
    ["declined", "update payment set decline_reason = 'insufficient_balance' where order_id = $"],
  ])("shows a change of the payment that is %s: %s", async (name, change) => {
    const order = orders[name] ?? "";
    await tampered(shop, change.replace("$", `'${order}'`), async () => {
      const { differences } = await rebuilt(shop);
      expect(differences.length).toBeGreaterThan(0);
      expect(new Set(differences.map(({ subject }) => subject))).toEqual(new Set([order]));
    });
    expect((await rebuilt(shop)).differences).toEqual([]);
  });

  it("is compared by vezne verify --rebuild", async () => {
    const verified = await runCommand(shop.database, ["verify", "--rebuild", "--json"]);
    expect(JSON.parse(verified.stdout)).toMatchObject({ ok: true, rebuilt: 7 });
    const change = `update payment set state = 'failed' where order_id = '${orders["paid"]}'`;
    await tampered(shop, change, async () => {
      const differing = await runCommand(shop.database, ["verify", "--rebuild"]);
      expect(differing.code).toBe(1);
      expect(differing.stdout).toContain(
        `rebuilt: ${orders["paid"]}: its status is failed, and its events and postings make completed`,
      );
    });
  });
});
