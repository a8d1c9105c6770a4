import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseCalendarDay } from "../../src/kernel/calendar-day.ts";
import { DAY, SECOND } from "../../src/kernel/clock.ts";
import { dateSales } from "../../src/domain/settlement/date-sales.ts";
import { sandboxSettlementFile } from "../../src/service/runtime/sandbox-settlement.ts";
import { untilSealed, verified } from "../support/books.ts";
import { atInstallation } from "../support/installation.ts";
import { balancesOf, HELD, merchantCalls, paidOrder, query } from "../support/merchant-calls.ts";
import { textOf } from "../support/page-visitor.ts";
import { panelUsers, panelVisitor, type PanelVisitor } from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { importShopFile, SETTLEMENT_HEAD, withSettlements } from "../support/settlements.ts";

/** Sales of a Saturday, which the test bank pays out on Monday. */
describe("dating sales that are older than the contract", () => {
  let shop: TestService;
  let finance: PanelVisitor;
  let base: string;
  const orders: string[] = [];

  beforeAll(async () => {
    shop = await startTestService();
    base = `/panel/${shop.merchant.merchant.merchantId}/test/settlement`;
    finance = await enter("first@example.com");
    const till = merchantCalls(shop.api, shop.merchant.testApiKey);
    orders.push((await paidOrder(shop.api, { fields: { amount: 100_000 } })).order);
    const held = await paidOrder(shop.api, { fields: { ...HELD, amount: 100_000 } });
    await till.capture(held.order, { amount: 50_000 });
    const last = await paidOrder(shop.api, { fields: { amount: 100_000 } });
    await till.refund(last.order, { amount: 500 });
    orders.push(held.order, last.order);
  });
  afterAll(() => shop.close());

  const enter = async (email: string): Promise<PanelVisitor> => {
    const visitor = panelVisitor(shop);
    const { merchantId } = shop.merchant.merchant;
    await visitor.signIn(await panelUsers(shop).create("finance", merchantId, email));
    return visitor;
  };
  const calendar = async () => textOf((await finance.get(`${base}/calendar`)).html);
  const booksAgree = async (): Promise<void> => {
    await untilSealed(shop);
    expect((await verified(shop)).differences).toEqual([]);
  };

  it("tells sales whose day was never known from refunds, and offers nothing yet", async () => {
    const text = await calendar();
    expect(text).toContain("Sales without a contract TRY 3 TRY 2,500.00 TRY 0.00 TRY 0.00");
    expect(text).toContain("Refunds to be deducted TRY 0 TRY 0.00 TRY 0.00 TRY 5.00");
    expect(text).toContain("Day never known, TRY TRY 2,500.00");
    expect(text).not.toContain("Date earlier sales");
    const none = await finance.follow(await finance.post(`${base}/calendar/date`));
    expect(textOf(none.html)).toContain("There is no sale left that the contract can date.");
  });

  it("dates them by a contract that was loaded later, once, and the books agree", async () => {
    await finance.post(`${base}/sandbox-contract`);
    expect(await calendar()).toContain("to 3 sales without one (gross TRY 2,500.00)");
    const atOnce = await Promise.all([1, 2].map(() => finance.post(`${base}/calendar/date`)));
    expect(atOnce.map(({ status }) => status)).toEqual([303, 303]);
    const text = await calendar();
    expect(text).toContain("23 November 2026 TRY 3 TRY 2,500.00 TRY 44.75 TRY 0.00 TRY 2,455.25");
    expect(text).not.toContain("Sales without a contract");
    expect(text).not.toContain("Date earlier sales");
    expect(await balancesOf(shop, orders[1] ?? "")).toMatchObject({
      acquirer_commission: 895,
      acquirer_receivable: 49_105,
      merchant_payable: -50_000,
    });
    const [entry] = await query(
      shop,
      "select after from panel_audit where action = 'settlement.dated' order by at limit 1",
    );
    expect(entry).toEqual({ after: { sales: 3, gross: { TRY: 250_000 } } });
    await booksAgree();
  });

  it("then misses them in the bank's file when they are due, and settles them exactly", async () => {
    const due = await importShopFile(shop, `${SETTLEMENT_HEAD}\nnone,sale,1,0,TRY,2026-11-23\n`);
    expect(due.differences.filter(({ difference }) => difference === "missing")).toHaveLength(3);
    expect(due.differences.map(({ away }) => away.minor)).toContain(-98_210n);
    const until = parseCalendarDay("2026-11-23");
    if (until === undefined) throw new Error("no day");
    const file = await atInstallation(shop, (installation) =>
      sandboxSettlementFile(installation, shop.merchant.merchant.merchantId, until),
    );
    expect(await importShopFile(shop, file)).toMatchObject({ settled: 4, differences: [] });
    expect(await calendar()).toContain("No payout is due");
    await booksAgree();
  });

  it("counts the commission once if a sale is dated between comparison and posting", async () => {
    await withSettlements(shop, (deps, owner) =>
      deps.settlements.contract.change(owner, {
        plan: () => [],
        at: shop.clock.now(),
        by: undefined,
      }),
    );
    shop.clock.move(2 * SECOND);
    const { order } = await paidOrder(shop.api, { fields: { amount: 100_000 } });
    const [row] = await query(shop, "select attempt_id from attempt where order_id = $1", [order]);
    const reference = String(row?.["attempt_id"]);
    await finance.post(`${base}/sandbox-contract`);
    await withSettlements(shop, async (deps, owner) => {
      const source = { ...owner, acquirer: "sandbox" };
      const [expected] = await deps.settlements.expected(source, [reference]);
      const paidOn = parseCalendarDay("2026-11-24");
      if (expected === undefined || paidOn === undefined) throw new Error("not expected");
      expect((await dateSales(deps, owner)).sales).toBe(1);
      const { gross } = expected;
      const commission = { ...gross, minor: 1_790n };
      const line = { line: 2, reference, kind: "sale", gross, commission, paidOn } as const;
      expect(await deps.settlements.post(owner, [{ line, expected }])).toEqual([]);
    });
    expect(await balancesOf(shop, order)).toMatchObject({ acquirer_commission: 1_790 });
    await booksAgree();
  });

  it("shows payouts whose day has passed as overdue", async () => {
    shop.clock.move(2 * SECOND);
    await paidOrder(shop.api, { fields: { amount: 100_000 } });
    shop.clock.move(10 * DAY);
    finance = await enter("second@example.com");
    const text = await calendar();
    expect(text).toContain("overdue TRY 1 TRY 1,000.00");
    expect(text).toContain("Overdue, TRY TRY 982.10");
    expect(text).not.toContain("Day never known");
  });
});
