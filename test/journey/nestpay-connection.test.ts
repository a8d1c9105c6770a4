import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nestpay } from "../../src/acquirer/nestpay/adapter.ts";
import { Secret } from "../../src/kernel/secret.ts";
import { DAY } from "../../src/kernel/clock.ts";
import { letTimePass } from "../support/let-time-pass.ts";
import { connectDouble } from "../support/double-connection.ts";
import { HELD, merchantCalls, query } from "../support/merchant-calls.ts";
import { startTestService, type TestService } from "../support/service.ts";

const CARD = "5528790000000008";

describe("a connection to the test bank by a real protocol", () => {
  let shop: TestService;
  let connection: string;
  beforeAll(async () => {
    shop = await startTestService();
    const added = await connectDouble(
      shop,
      { protocol: nestpay },
      {
        terminal: "700655000200",
        bank: "isbank",
        credentials: {
          client_id: new Secret("700655000200"),
          user_name: new Secret("ISBANKAPI"),
          password: new Secret("ISBANK07"),
          store_key: new Secret("TRPS0200"),
        },
      },
    );
    connection = added.connectionId;
  });
  afterAll(() => shop.close());

  const acquirerOf = async (order: unknown) =>
    (await query(shop, "select acquirer from payment where order_id = $1", [order]))[0]?.[
      "acquirer"
    ];

  it("charges and refunds a card", async () => {
    await expect
      .poll(async () => {
        const paid = await shop.api.pay(await shop.api.session(), CARD);
        expect(paid.body).toMatchObject({ status: "completed" });
        return acquirerOf(paid.body["order_id"]);
      })
      .toBe(connection);
    const paid = await shop.api.pay(await shop.api.session(), CARD);
    const till = merchantCalls(shop.api, shop.merchant.testApiKey);
    expect((await till.refund(paid.body["order_id"])).body).toMatchObject({ status: "refunded" });
  });

  it("refunds a part after the day end in a sandbox that is ahead", async () => {
    const paid = await shop.api.pay(await shop.api.session(), CARD);
    const till = merchantCalls(shop.api, shop.merchant.testApiKey);
    const { merchantId } = shop.merchant.merchant;
    await letTimePass({ ...shop, merchantId }, 2 * DAY);
    const begun = await till.refund(paid.body["order_id"], { amount: 1_000 });
    expect(begun.body).toMatchObject({ status: "partially_refunded" });
  });

  it("refunds a captured hold after the day end, in the order of its hold", async () => {
    const held = await shop.api.pay(await shop.api.session(HELD), CARD);
    const order = held.body["order_id"];
    const till = merchantCalls(shop.api, shop.merchant.testApiKey);
    expect((await till.capture(order)).body).toMatchObject({ status: "completed" });
    const { merchantId } = shop.merchant.merchant;
    await letTimePass({ ...shop, merchantId }, 2 * DAY);
    const part = await till.refund(order, { amount: 1_000 });
    expect(part.body).toMatchObject({ status: "partially_refunded" });
    expect((await till.refund(order)).body).toMatchObject({ status: "refunded" });
  });

  it("charges after 3-D Secure", async () => {
    const session = await shop.api.session();
    const begun = await shop.api.pay(session, CARD, { fields: { is_3d: true } });
    expect(begun.body).toMatchObject({ status: "processing" });
    expect(await acquirerOf(begun.body["order_id"])).toBe(connection);
  });
});
