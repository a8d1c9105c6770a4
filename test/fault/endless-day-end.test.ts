import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { DAY } from "../../src/kernel/clock.ts";
import { HELD, query } from "../support/merchant-calls.ts";
import { startScriptedShop, type ScriptedShop } from "../support/scripted-shop.ts";

const CARD = "5528790000000008";

describe("a bank that waits for its day end without end", () => {
  let { shop, till, bank, round } = {} as ScriptedShop;
  beforeAll(async () => void ({ shop, till, bank, round } = await startScriptedShop()));
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
