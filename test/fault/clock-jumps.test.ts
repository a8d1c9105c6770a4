import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { HOUR, MINUTE } from "../../src/kernel/clock.ts";
import { watchReferences } from "../../src/service/runtime/payments.ts";
import { query } from "../support/merchant-calls.ts";
import { useBank, type ScriptedShop } from "../support/scripted-shop.ts";
import { startScriptedShop } from "../support/scripted-shop.ts";
import { PROMISES, ScriptedAcquirer } from "../support/scripted-acquirer.ts";

const CARD = "5528790000000008";

describe("a clock that was an hour ahead and comes back", () => {
  let scene: ScriptedShop;
  beforeAll(async () => {
    scene = await startScriptedShop({ isWithoutJobs: true });
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await scene.shop.close();
  });

  /** Does something while the clock is ahead, and lets the jobs run after it has come back. */
  async function ahead(work: () => Promise<unknown>): Promise<void> {
    const { shop, round } = scene;
    shop.clock.move(HOUR);
    await work();
    shop.clock.move(-HOUR);
    for (let step = 0; step < 3; step += 1) {
      shop.clock.move(MINUTE);
      await watchReferences(shop.service.deps)();
      await round();
    }
  }
  const pay = async (fields = {}): Promise<string> => {
    const { api } = scene.shop;
    return String((await api.pay(await api.session(), CARD, { fields })).body["order_id"]);
  };
  const stateOf = async (order: string) =>
    (await query(scene.shop, "select state from payment where order_id = $1", [order]))[0];
  const dueIn = async (order: string) => {
    const rows = await query(
      scene.shop,
      "select due_at from attempt where order_id = $1 and due_at is not null",
      [order],
    );
    return Number(rows[0]?.["due_at"]) - scene.shop.clock.now();
  };

  it("delays no inquiry about a charge, a refund or a second inquiry", async () => {
    const { bank, till } = scene;
    let charged = "";
    bank.next("authorize", "lost_after");
    await ahead(async () => void (charged = await pay()));
    expect(await stateOf(charged)).toMatchObject({ state: "completed" });

    bank.next("refund", "lost_after");
    await ahead(() => till.refund(charged));
    const refund = "select state from refund where order_id = $1";
    expect(await query(scene.shop, refund, [charged])).toMatchObject([{ state: "succeeded" }]);

    bank.next("authorize", "lost_after");
    bank.hide(1);
    const open = await pay();
    await ahead(() => scene.round());
    expect(await stateOf(open)).toMatchObject({ state: "completed" });
  });

  it("leaves alone what waits for a day end, a transfer or a customer at the bank", async () => {
    const { bank, shop, till } = scene;
    const order = await pay();
    const answer = { kind: "pending", until: "day_end", askAt: undefined } as const;
    bank.next("refund", { answer });
    await till.refund(order);
    const session = await shop.api.session();
    const transfer = { session_id: session, payment_type: "wire_transfer" };
    const waiting = await shop.api.post("/api/v1/payment/pay", { ...transfer, bank_code: "0062" });
    useBank(shop, new ScriptedAcquirer("nestpay:2", PROMISES.nestpay, () => shop.clock.now()));
    const challenged = await pay({ is_3d: true });
    const orders = [order, String(waiting.body["order_id"]), challenged];
    const before = await Promise.all(orders.map(dueIn));
    await watchReferences(shop.service.deps)();
    expect(await Promise.all(orders.map(dueIn))).toEqual(before);
    expect(Math.min(...before)).toBeGreaterThan(15 * MINUTE);
  });
});
