import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createBinStore } from "../../src/store/card/bin-store.ts";
import { createApiClient, type ApiClient } from "../support/api-client.ts";
import { importBins, importRates } from "../support/card-tables.ts";
import { query } from "../support/merchant-calls.ts";
import { makeOperatorKey, operatorClient } from "../support/operator.ts";
import { textOf } from "../support/page-visitor.ts";
import { panelUsers, panelVisitor } from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";

const HEAD = "bin,bank_name,card_brand,card_type,card_category,card_program,bank_code";
const RATES = "program,card_bank,installment_count,commission_rate,valid_from,valid_to";

describe("the BIN table of live mode", () => {
  let shop: TestService;
  let live: ApiClient;
  let users: ReturnType<typeof panelUsers>;
  beforeAll(async () => {
    shop = await startTestService();
    users = panelUsers(shop);
    live = createApiClient(shop.url, shop.merchant.liveApiKey);
  });
  afterAll(() => shop.close());

  const ask = async (bin_number: string, path = "bin") => {
    const session_id = await live.session();
    return (await live.post(`/api/v1/payment/${path}`, { session_id, bin_number })).body;
  };

  it("knows the cards of Turkey before any import, and none of the sandbox's own", async () => {
    expect(await ask("435508")).toMatchObject({ bank_name: "Akbank", card_program: "Axess" });
    expect(await ask("51000032")).toMatchObject({ bank_name: null });
  });

  it("offers installments by the merchant's commission rates", async () => {
    const owner = { merchantId: shop.merchant.merchant.merchantId, mode: "live" as const };
    await importRates(shop, owner, [RATES, "Axess,own,3,2.5,2020-01-01,"]);
    const { installments } = await ask("435508", "installments");
    expect(installments).toMatchObject([{ count: 1 }, { count: 3 }]);
  });

  it("is replaced by an import, and test mode keeps its own", async () => {
    await importBins(shop, [HEAD, "435508,Yeni Banka,visa,credit,,,"], "live");
    expect(await ask("435508")).toMatchObject({ bank_name: "Yeni Banka", card_program: null });
    expect(await ask("554960")).toMatchObject({ bank_name: null });
    const session_id = await shop.api.session();
    const test = await shop.api.post("/api/v1/payment/bin", { session_id, bin_number: "552879" });
    expect(test.body).toMatchObject({ bank_name: "Halkbank" });
  });

  it("keeps a row that an operator corrected in the panel, also after an import", async () => {
    const visitor = panelVisitor(shop);
    await visitor.signIn(await users.create("owner"));
    await visitor.secure();
    const form = { mode: "live", bin: "435508", card_type: "debit", bank_name: "Elle" };
    const wrong = await visitor.post("/panel/bins/correction", { ...form, card_type: "gold" });
    expect(wrong.status).toBe(422);
    await visitor.post("/panel/bins/correction", form);
    expect(await ask("435508")).toMatchObject({ bank_name: "Elle", card_type: "debit" });
    await importBins(shop, [HEAD, "435508,Dosya,visa,credit,,,"], "live");
    expect(await ask("435508")).toMatchObject({ bank_name: "Elle" });
    expect((await visitor.get("/panel/bins")).html).toContain("Elle");
    await visitor.post("/panel/bins/correction/remove", { mode: "live", bin: "435508" });
    expect(await ask("435508")).toMatchObject({ bank_name: "Dosya" });
  });

  it("lists the cards of the week that no row knew, to the merchant", async () => {
    await importBins(shop, [HEAD, "552879,Halkbank,mastercard,credit,,Paraf,12"]);
    const visitor = panelVisitor(shop);
    const { merchantId } = shop.merchant.merchant;
    await visitor.signIn(await users.create("owner", merchantId));
    const page = async () => (await visitor.get(`/panel/${merchantId}/test/tables`)).html;
    // A look-up reads a new table at once; a payment goes on with the one before for a second.
    const session_id = await shop.api.session();
    await shop.api.post("/api/v1/payment/bin", { session_id, bin_number: "552879" });
    await shop.api.pay(await shop.api.session(), "5528790000000008");
    expect(await page()).not.toContain("Unknown cards");
    await shop.api.pay(await shop.api.session({ amount: 4_200 }), "4543590000000006");
    expect(textOf(await page())).toMatch(
      /bank of 1 of the last 2 card payments.*45435900 1 TRY 42.00/,
    );
    shop.clock.move(8 * 24 * 3_600_000);
    expect(await page()).not.toContain("Unknown cards");
  });

  it("keeps a row that an operator's program corrected, and takes it back", async () => {
    const { text } = await makeOperatorKey(shop);
    const operator = operatorClient(shop.url, text);
    const path = "card-table/corrections/435508?mode=live";
    const wrong = await operator("PUT", path, { card_type: "gold" });
    expect([wrong.status, wrong.body["errors"]]).toMatchObject([400, [{ field: "card_type" }]]);
    const corrected = await operator("PUT", path, { card_type: "debit", bank_name: "Program" });
    expect(corrected.body).toMatchObject({ bin: "435508", card_type: "debit", country: null });
    expect(await ask("435508")).toMatchObject({ bank_name: "Program" });
    const list = await operator("GET", "card-table/corrections?mode=live");
    expect(list.body["rows"]).toMatchObject([{ bin: "435508" }]);
    expect((await operator("DELETE", path)).body).toMatchObject({ removed: true });
    expect((await operator("DELETE", path)).status).toBe(404);
    expect(await ask("435508")).toMatchObject({ bank_name: "Dosya" });
  });

  // The test bank knows its cards by itself; the table is wrong about each of them.
  it("never makes a payment wrong by a wrong row, only an offer poorer", async () => {
    const [halkbank, amount] = ["5528790000000008", 30_000];
    const pay = async (row: string, installment_count: number, number = halkbank) => {
      await importBins(shop, [HEAD, row]);
      const session_id = await shop.api.session({ amount });
      const { body } = await shop.api.post("/api/v1/payment/installments", {
        session_id,
        bin_number: number.slice(0, 8),
      });
      const offers = body["installments"] as readonly { count: number; total_amount: number }[];
      const { body: paid, status } = await shop.api.pay(session_id, number, {
        fields: { installment_count },
      });
      const [taken] = await query(
        shop,
        "select amount_minor::int as amount, installments from bank.entry where order_id = $1 and code = '00'",
        [paid["order_id"]],
      );
      return {
        offered: offers.map(({ count, total_amount }) => [count, total_amount]),
        status,
        failed: paid["success"] === false || paid["status"] === "failed",
        taken,
      };
    };
    const right = await pay("552879,Halkbank,mastercard,credit,,Paraf,12", 3);
    const [, total = 0] = right.offered.find(([count]) => count === 3) ?? [];
    expect(right.taken).toEqual({ amount: total, installments: 3 });
    // A debit card by the table: no installments, and none is charged.
    const debit = await pay("552879,Halkbank,mastercard,debit,,,12", 3);
    expect([debit.offered.map(([count]) => count), debit.taken]).toEqual([[], undefined]);
    expect(debit.status).toBeGreaterThanOrEqual(400);
    const single = await pay("552879,Halkbank,mastercard,debit,,,12", 1);
    expect(single.taken).toEqual({ amount, installments: 1 });
    // A debit card that the table takes for a credit card: the bank declines its installments.
    const credit = await pay("589004,Akbank,mastercard,credit,,Axess,46", 3, "5890040000000016");
    expect(credit.offered.map(([count]) => count)).toContain(3);
    expect([credit.failed, credit.taken]).toEqual([true, undefined]);
    // Another bank's program: that program's offer, and exactly its amount.
    const other = await pay("552879,Akbank,mastercard,credit,,Axess,46", 3);
    const [, axess = 0] = other.offered.find(([count]) => count === 3) ?? [];
    expect(other.taken).toEqual({ amount: axess, installments: 3 });
  });

  it("keeps corrections when the table returns to that of Turkey", async () => {
    const pool = shop.database.open({ max: 1 });
    await createBinStore(pool).reset("live", shop.clock.now());
    await pool.end();
    expect(await ask("554960")).toMatchObject({ bank_name: "Garanti", card_program: "Bonus" });
  });
});
