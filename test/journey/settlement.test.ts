// tier: core
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contractCsv } from "../../src/bank/settlement.ts";
import { importSettlementFile, importTerms } from "../../src/file/import/import-settlement-file.ts";
import { parseCalendarDay } from "../../src/kernel/calendar-day.ts";
import { SECOND } from "../../src/kernel/clock.ts";
import { parseAttemptId } from "../../src/kernel/ids.ts";
import type { LateAnswers } from "../../src/domain/payment/outcome/attempt-watch.ts";
import { lateAnswersOf } from "../../src/service/runtime/payments.ts";
import { untilSealed, verified } from "../support/books.ts";
import { balancesOf, HELD, merchantCalls, paidOrder, query } from "../support/merchant-calls.ts";
import { importShopFile, withSettlements } from "../support/settlements.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { sandboxSettlementFile } from "../../src/service/runtime/sandbox-settlement.ts";
import { atInstallation } from "../support/installation.ts";

describe("settlement by the acquirer", () => {
  let shop: TestService;
  let orders: readonly string[] = [];
  let file = "";

  beforeAll(async () => {
    shop = await startTestService();
    const till = merchantCalls(shop.api, shop.merchant.testApiKey);
    await withSettlements(shop, (deps, owner) =>
      importTerms(deps, { owner, file: new TextEncoder().encode(contractCsv()) }),
    );
    shop.clock.move(2 * SECOND);
    const paid = await paidOrder(shop.api);
    const captured = await paidOrder(shop.api, { fields: HELD });
    await till.capture(captured.order, { amount: 1_000 });
    const refunded = await paidOrder(shop.api);
    await till.refund(refunded.order, { amount: 500 });
    orders = [paid.order, captured.order, refunded.order];
    const until = parseCalendarDay("2026-11-23");
    if (until === undefined) throw new Error("no day");
    file = await atInstallation(shop, (installation) =>
      sandboxSettlementFile(installation, shop.merchant.merchant.merchantId, until),
    );
  });
  afterAll(() => shop.close());

  const settle = async (text: string) => {
    const { settled, differences } = await importShopFile(shop, text);
    return {
      settled,
      differences: differences.map(({ difference, away }) => [difference, Number(away.minor)]),
    };
  };

  it("refuses a contract whose lines contradict one another or themselves", async () => {
    const contract = [
      "payment_type,commission_rate,value_days,valid_from,valid_to",
      "creditcard,1.79,1,2026-01-01,",
      "creditcard,2.79,1,2026-06-01,2026-06-30",
      "debitcard,1.04,1,2026-06-01,2026-05-31",
    ];
    const bytes = new TextEncoder().encode(contract.join("\n"));
    expect(
      await withSettlements(shop, (deps, owner) => importTerms(deps, { owner, file: bytes })),
    ).toEqual({
      ok: false,
      refusal: [
        { line: 3, message: "is about the same as line 2, on days of it" },
        { line: 4, column: "valid_to", message: "must not be before valid_from" },
      ],
    });
  });

  it("posts the expected commission and the value date with the charge", async () => {
    expect(await balancesOf(shop, orders[0] ?? "")).toEqual({
      acquirer_commission: 2_238,
      acquirer_receivable: 122_762,
      merchant_payable: -125_000,
    });
    const calendar = await withSettlements(shop, (deps, owner) => deps.settlements.calendar(owner));
    expect(calendar).toEqual([
      // Saturday's sales are paid out on Monday.
      {
        acquirer: "sandbox",
        valueDate: "2026-11-23",
        currency: "TRY",
        sales: 3,
        gross: 251_000n,
        commission: 4_494n,
        refunds: 0n,
        wasCompared: false,
      },
      {
        acquirer: "sandbox",
        valueDate: undefined,
        currency: "TRY",
        sales: 0,
        gross: 0n,
        commission: 0n,
        refunds: 500n,
        wasCompared: false,
      },
    ]);
  });

  it("reports every difference to the kuruş, and posts no line with a different amount", async () => {
    const [head = "", ...rows] = file.trim().split("\n");
    expect(rows).toHaveLength(4);
    const [first = "", second = "", third = "", refund = ""] = rows.toSorted((left, right) =>
      right.includes("refund") ? -1 : left < right ? -1 : 1,
    );
    const wrong = [
      head,
      third.replace(",125000,", ",124999,").replace(",1000,", ",999,"),
      "att_of_somebody_else,sale,100,2,TRY,2026-11-23",
    ];
    const report = await settle(wrong.join("\n"));
    expect(report.settled).toBe(0);
    expect(report.differences).toContainEqual(["amount_differs", -1]);
    expect(report.differences).toContainEqual(["extra", 98]);
    expect(report.differences.filter(([what]) => what === "missing")).toHaveLength(2);
    expect([first, second, refund].every((row) => row.length > 0)).toBe(true);
  });

  it("applies a matching line once, with the commission that the bank kept in excess", async () => {
    const [head = "", ...rows] = file.trim().split("\n");
    const over = rows.map((row) => row.replace(",2238,", ",2240,"));
    expect(await settle([head, ...over].join("\n"))).toEqual({
      settled: 4,
      differences: [
        ["overcharged", -2],
        ["overcharged", -2],
      ],
    });
    const again = await settle(file);
    expect(again.settled).toBe(0);
    expect(new Set(again.differences.map(([what]) => what))).toEqual(new Set(["duplicate"]));
    const [left] = await query(
      shop,
      `select sum(case when debit = 'acquirer_receivable' then amount else -amount end)::int as sum
       from posting where 'acquirer_receivable' in (debit, credit)`,
    );
    expect(left).toEqual({ sum: 0 });
    expect(await withSettlements(shop, (deps, owner) => deps.settlements.calendar(owner))).toEqual(
      [],
    );
    await untilSealed(shop);
    expect((await verified(shop)).differences).toEqual([]);
  });

  const referenceOf = async (order: string, kind = "authorize"): Promise<string> => {
    const [row] = await query(
      shop,
      "select attempt_id from attempt where order_id = $1 and kind = $2",
      [order, kind],
    );
    return String(row?.["attempt_id"]);
  };

  it("applies a sale below the bank's commission, and the lines after it", async () => {
    const [head = ""] = file.split("\n");
    const small = await paidOrder(shop.api, { fields: { amount: 100 } });
    const next = await paidOrder(shop.api);
    const lines = [
      `${await referenceOf(small.order)},sale,100,150,TRY,2026-11-23`,
      `${await referenceOf(next.order)},sale,125000,2238,TRY,2026-11-23`,
    ];
    expect(await settle([head, ...lines].join("\n"))).toEqual({
      settled: 2,
      differences: [
        ["overcharged", -148],
        ["above_cap", -146],
      ],
    });
    expect(await balancesOf(shop, small.order)).toEqual({
      acquirer_commission: 150,
      bank_account: -50,
      merchant_payable: -100,
    });
  });

  it("reports and posts the commission that the bank returns with a refund", async () => {
    const { order } = await paidOrder(shop.api);
    await merchantCalls(shop.api, shop.merchant.testApiKey).refund(order, { amount: 50_000 });
    const lines = [
      file.split("\n")[0],
      `${await referenceOf(order)},sale,125000,2238,TRY,2026-11-23`,
      `${await referenceOf(order, "refund")},refund,50000,895,TRY,2026-11-23`,
      "att_of_somebody_else,refund,100,2,TRY,2026-11-23",
    ];
    expect(await settle(lines.join("\n"))).toEqual({
      settled: 2,
      differences: [
        ["undercharged", 895],
        ["extra", -98],
      ],
    });
    expect(await balancesOf(shop, order)).toEqual({
      acquirer_commission: 1_343,
      bank_account: 73_657,
      merchant_payable: -75_000,
    });
  });

  it("applies a file once that is imported several times at the same moment", async () => {
    const paid = await Promise.all([paidOrder(shop.api), paidOrder(shop.api)]);
    const references = await Promise.all(paid.map(({ order }) => referenceOf(order)));
    const lines = references.map((one) => `${one},sale,125000,2238,TRY,2026-11-23`);
    const text = [file.split("\n")[0], ...lines].join("\n");
    const reports = await Promise.all([settle(text), settle(text), settle(text)]);
    expect(reports.reduce((sum, { settled }) => sum + settled, 0)).toBe(2);
    for (const { settled, differences } of reports) {
      expect(differences).toEqual(
        Array.from({ length: 2 - settled }, () => ["duplicate", 122_762]),
      );
    }
  });

  it("names the line that cannot be read", async () => {
    const bytes = new TextEncoder().encode(`${file.split("\n")[0]}\nx,gift,1,1.5,TRY,soon\n`);
    const report = await withSettlements(shop, (deps, owner) =>
      importSettlementFile(deps, {
        source: { ...owner, acquirer: "sandbox" },
        file: bytes,
        by: "test",
      }),
    );
    expect(report).toMatchObject({
      ok: false,
      refusal: [{ column: "kind" }, { column: "commission" }, { column: "paid_on" }],
    });
  });

  it("expects a capture once that the bank took back and booked again", async () => {
    const calendarNow = () =>
      withSettlements(shop, (deps, owner) => deps.settlements.calendar(owner));
    const till = merchantCalls(shop.api, shop.merchant.testApiKey);
    const { order } = await paidOrder(shop.api, { fields: HELD });
    await till.capture(order, {});
    const [balances, calendar] = [await balancesOf(shop, order), await calendarNow()];
    const reference = await referenceOf(order, "capture");
    const answer = async (outcome: Parameters<LateAnswers["capture"]>[1]): Promise<void> => {
      const id = parseAttemptId(reference);
      const attempt = id && (await shop.service.deps.payments.findAttempt(id));
      if (attempt === undefined) throw new Error("no attempt");
      await lateAnswersOf(shop.service.deps).capture(attempt, outcome);
    };
    await answer({ kind: "declined", reason: "general_error", bankCode: "Z1", bankMessage: "" });
    expect(await calendarNow()).not.toEqual(calendar);
    await answer({ kind: "approved", bankReference: "1", authCode: "", bankCode: "" });
    expect(await balancesOf(shop, order)).toEqual(balances);
    expect(await calendarNow()).toEqual(calendar);
    const line = `${reference},sale,125000,2238,TRY,2026-11-23`;
    expect(await settle([file.split("\n")[0], line].join("\n"))).toEqual({
      settled: 1,
      differences: [],
    });
    expect(await balancesOf(shop, order)).toMatchObject({ acquirer_commission: 2_238 });
    await untilSealed(shop);
    expect((await verified(shop)).differences).toEqual([]);
  });
});
