import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  balancesOf,
  merchantCalls,
  paidOrder,
  query,
  type MerchantCalls,
} from "../support/merchant-calls.ts";
import { startTestService, type TestService } from "../support/service.ts";

const AMOUNT = 125_000;

describe("simultaneous refunds", () => {
  let shop: TestService;
  let till: MerchantCalls;
  beforeAll(async () => {
    shop = await startTestService();
    till = merchantCalls(shop.api, shop.merchant.testApiKey);
  });
  afterAll(() => shop.close());

  const refundedAtTheBank = async (order: string): Promise<number> => {
    const [row] = await query(
      shop,
      "select refunded_minor from bank.entry where order_id = $1 and type = 'sale'",
      [order],
    );
    return Number(row?.["refunded_minor"]);
  };

  it("never exceed the charged amount, for any hundred amounts", async () => {
    for (let round = 0; round < 2; round += 1) {
      const { session, order } = await paidOrder(shop.api);
      const amounts = Array.from({ length: 100 }, () => 1 + Math.floor(Math.random() * 4_000));
      const answers = await Promise.all(amounts.map((amount) => till.refund(order, { amount })));
      const made = answers.filter(({ status }) => status === 200);
      const sum = made.reduce((total, { body }) => total + Number(body["amount"]), 0);
      expect(sum).toBeLessThanOrEqual(AMOUNT);
      for (const { status, body } of answers) {
        if (status === 200) continue;
        expect(status).toBe(409);
        expect(body["code"]).toBe("refund_exceeds_amount");
      }
      expect(await refundedAtTheBank(order)).toBe(sum);
      const status = await shop.api.status(session, order);
      expect(status.body["refunded_amount"]).toBe(sum);
      const left = AMOUNT - sum;
      expect(await balancesOf(shop, order)).toEqual(
        left === 0 ? {} : { acquirer_receivable: left, merchant_payable: -left },
      );
      if (left > 0) expect((await till.refund(order)).body).toMatchObject({ amount: left });
    }
  });

  it("of the whole amount succeed once among a hundred", async () => {
    const { order } = await paidOrder(shop.api);
    const answers = await Promise.all(Array.from({ length: 100 }, () => till.refund(order)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await refundedAtTheBank(order)).toBe(AMOUNT);
  });

  it("with one key are one refund", async () => {
    const { order } = await paidOrder(shop.api);
    const headers = { "idempotency-key": '"the-only-one"' };
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => till.refund(order, { amount: 100 }, headers)),
    );
    const made = answers.filter(({ status }) => status === 200);
    expect(new Set(made.map(({ body }) => body["refund_id"])).size).toBe(1);
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const again = await till.refund(order, { amount: 100 }, headers);
    expect(again.body["refund_id"]).toBe(made[0]?.body["refund_id"]);
    expect(await refundedAtTheBank(order)).toBe(100);
  });
});
