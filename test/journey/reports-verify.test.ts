import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCommand } from "../support/command-line.ts";
import { paidOrder } from "../support/merchant-calls.ts";
import { startTestService, type TestService } from "../support/service.ts";

describe("reports verify and reports rebuild", () => {
  let shop: TestService;
  beforeAll(async () => void (shop = await startTestService()));
  afterAll(() => shop.close());

  async function totalOfList(): Promise<unknown> {
    const authorization = `Bearer ${shop.merchant.testApiKey}`;
    const answer = await shop.api.get("/api/v1/payment/transactions", { authorization });
    return answer.body["total"];
  }

  it("find and repair changes that bypassed the service", async () => {
    const { merchantId } = shop.merchant.merchant;
    const { order } = await paidOrder(shop.api);
    await paidOrder(shop.api);
    const fine = await runCommand(shop.database, ["reports", "verify", "--json"]);
    expect(fine).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(fine.stdout)).toEqual({
      merchants: [{ merchant_id: merchantId, differences: 0 }],
    });

    const pool = shop.database.open({ max: 1 });
    await pool.query("delete from payment where order_id = $1", [order]);
    expect(await totalOfList()).toBe(2);
    const wrong = await runCommand(shop.database, ["reports", "verify", "--merchant", merchantId]);
    expect(wrong.code).toBe(1);
    expect(wrong.stdout).toMatch(/ [1-9]\d* differences\n$/);

    const mended = await runCommand(shop.database, ["reports", "rebuild", "--json"]);
    expect(mended).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(mended.stdout)).toEqual({ merchants: [merchantId] });
    expect(await totalOfList()).toBe(1);
    const again = await runCommand(shop.database, ["reports", "verify"]);
    expect(again).toMatchObject({ code: 0, stdout: `${merchantId}  0 differences\n` });
  });

  it("refuse an unknown merchant", async () => {
    const end = await runCommand(shop.database, ["reports", "verify", "--merchant", "mer_0"]);
    expect(end).toMatchObject({ code: 1, stderr: "vezne: there is no merchant mer_0\n" });
  });
});
