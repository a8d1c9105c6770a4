import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { nestpay } from "../../src/acquirer/nestpay/adapter.ts";
import { importTerms } from "../../src/file/import/import-settlement-file.ts";
import { Secret } from "../../src/kernel/secret.ts";
import { untilSealed, verified } from "../support/books.ts";
import { connectDouble } from "../support/double-connection.ts";
import { balancesOf, merchantCalls, query } from "../support/merchant-calls.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { importShopFile, SETTLEMENT_HEAD, withSettlements } from "../support/settlements.ts";

const CARD = "5528790000000008";
/** The payouts of the sales are on the Monday. */
const CONTRACT = "payment_type,commission_rate,value_days,valid_from\ncreditcard,2.00,1,2020-01-01";
const LATER = "2026-11-30";

/** NestPay takes a refund of the whole sale on its day as a void, and settles neither of them. */
describe("a refund that the bank makes by voiding the sale", () => {
  let shop: TestService;
  let connection = "";
  beforeAll(async () => {
    shop = await startTestService();
    const credentials = {
      client_id: new Secret("700655000200"),
      user_name: new Secret("ISBANKAPI"),
      password: new Secret("ISBANK07"),
      store_key: new Secret("TRPS0200"),
    };
    const terminal = { terminal: "700655000200", bank: "isbank", credentials };
    connection = (await connectDouble(shop, { protocol: nestpay }, terminal)).connectionId;
    await withSettlements(shop, (deps, owner) =>
      importTerms(deps, { owner, file: new TextEncoder().encode(CONTRACT) }),
    );
    shop.clock.move(2_000);
    await vi.waitFor(async () => expect(await acquirerOf(await pay())).toBe(connection), {
      timeout: 40_000,
    });
  });
  afterAll(async () => {
    await untilSealed(shop);
    const { differences } = await verified(shop);
    await shop.close();
    expect(differences).toEqual([]);
  });

  const pay = async (): Promise<string> =>
    String((await shop.api.pay(await shop.api.session(), CARD)).body["order_id"]);
  const acquirerOf = async (order: string) =>
    (await query(shop, "select acquirer from payment where order_id = $1", [order]))[0]?.[
      "acquirer"
    ];
  const refund = async (order: string, fields = {}) =>
    (await merchantCalls(shop.api, shop.merchant.testApiKey).refund(order, fields)).body["status"];
  const importLines = async (lines: readonly string[]) => {
    const text = [SETTLEMENT_HEAD, ...lines].join("\n");
    return importShopFile(shop, text, connection);
  };
  const referenceOf = async (order: string, kind: string): Promise<string> => {
    const named = "select acquirer_reference from attempt where order_id = $1 and kind = $2";
    return String((await query(shop, named, [order, kind]))[0]?.["acquirer_reference"]);
  };
  const calendar = () => withSettlements(shop, (deps, owner) => deps.settlements.calendar(owner));

  it("takes the whole sale out of the books, with its commission", async () => {
    const before = await calendar();
    const order = await pay();
    expect(await balancesOf(shop, order)).toEqual({
      acquirer_commission: 2_500,
      acquirer_receivable: 122_500,
      merchant_payable: -125_000,
    });
    expect(await refund(order)).toBe("refunded");
    expect(await balancesOf(shop, order)).toEqual({});
    expect(await calendar()).toEqual(before);
    const { differences } = await importLines([`of_somebody_else,sale,100,0,TRY,${LATER}`]);
    expect(differences.filter(({ orderId }) => orderId === order)).toEqual([]);
  });

  it.each([2_500, 0])("still takes both lines of a bank that settles them (%i)", async (back) => {
    const order = await pay();
    await refund(order);
    const sale = await referenceOf(order, "authorize");
    const first = await importLines([`${sale},sale,125000,2500,TRY,${LATER}`]);
    expect(first.settled).toBe(1);
    expect(await calendar()).toContainEqual(expect.objectContaining({ refunds: 125_000n }));
    const second = await importLines([`${sale},refund,125000,${back},TRY,${LATER}`]);
    expect(second.settled).toBe(1);
    const differences = second.differences.filter(({ orderId }) => orderId === order);
    expect(differences.map(({ difference }) => difference)).toEqual(
      back === 0 ? ["overcharged"] : [],
    );
    expect(await balancesOf(shop, order)).toEqual(
      back === 0 ? { acquirer_commission: 2_500, bank_account: -2_500 } : {},
    );
  });

  it("leaves the sale to be settled where only a part goes back", async () => {
    const order = await pay();
    await refund(order, { amount: 5_000 });
    const { differences } = await importLines([`of_another,sale,100,0,TRY,${LATER}`]);
    expect(differences.find(({ orderId }) => orderId === order)?.difference).toBe("missing");
  });
});
