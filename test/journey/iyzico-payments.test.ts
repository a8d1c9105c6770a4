import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { iyzico } from "../../src/acquirer/iyzico/adapter.ts";
import { Secret } from "../../src/kernel/secret.ts";
import { connectDouble } from "../support/double-connection.ts";
import { untilConnected } from "../support/door-terminals.ts";
import { merchantCalls, query } from "../support/merchant-calls.ts";
import { startTestService, type TestService } from "../support/service.ts";

const CARD = "5400360000000003";

describe("a shop with an account at iyzico", () => {
  let shop: TestService;
  beforeAll(async () => {
    shop = await startTestService();
    const credentials = {
      api_key: new Secret("sandbox-api-key"),
      secret_key: new Secret("sandbox-secret-key"),
    };
    const terminal = "sandbox-api-key";
    const draft = {
      terminal,
      bank: "iyzico",
      model: "3d",
      installmentCounts: ["6"],
      programs: ["Bonus"],
      credentials,
    };
    await connectDouble(shop, { protocol: iyzico }, draft);
    await untilConnected(shop, 1);
  });
  afterAll(() => shop.close());

  it("tells the price of the goods beside what the card pays in installments", async () => {
    const session = await shop.api.session();
    const fields = { installment_count: 6 };
    const paid = await shop.api.pay(session, CARD, { fields });
    expect(paid.body).toMatchObject({ status: "completed" });
    const order = String(paid.body["order_id"]);
    const entries = `select order_id, amount_minor::int as amount, installments, type
      from bank.entry
      where terminal = 'iyzico:sandbox-api-key' order by booked_at, amount_minor`;
    const [sale] = (await query(shop, entries, [])).filter(({ type }) => type === "sale");
    // The label of the attempt, the order as the basket, and the price in kuruş.
    expect(sale).toMatchObject({ amount: 132_488, installments: 6, type: "sale" });
    expect(String(sale?.["order_id"]).split("|").slice(1)).toEqual([order, "125000"]);
    const till = merchantCalls(shop.api, shop.merchant.testApiKey);
    const part = await till.refund(order, { amount: 32_488 });
    expect(part.body).toMatchObject({ status: "partially_refunded" });
    const rest = await till.refund(order);
    expect(rest.body).toMatchObject({ status: "refunded" });
    const refunds = (await query(shop, entries, [])).filter(({ type }) => type === "refund");
    expect(refunds.map(({ amount }) => amount)).toEqual([32_488, 100_000]);
  });
});
