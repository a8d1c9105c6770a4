import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { balancesOf, eventsOf, query } from "../support/merchant-calls.ts";
import { payBy, untilStatus } from "../support/redirect-customer.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { camt053 } from "../support/statements.ts";
import { awaitTransfer, importFile, linesOf, sendMoney } from "../support/transfer-customer.ts";

const DAY = 24 * 60 * 60 * 1_000;

describe("transfers with concurrent events", () => {
  let shop: TestService;
  beforeAll(async () => void (shop = await startTestService()));
  afterAll(() => shop.close());

  it("have one outcome when the money and the deadline come at the same moment", async () => {
    const transfers = await Promise.all(Array.from({ length: 20 }, () => awaitTransfer(shop)));
    shop.clock.move(3 * DAY - 1);
    const lines = transfers.map(({ account }, index) => ({
      reference: `R${index}`,
      minor: 125_000,
      description: account.reference_code,
    }));
    const importing = Promise.all(
      lines.map((line) => importFile(shop, camt053(transfers[0]?.account.iban ?? "", [line]))),
    );
    shop.clock.move(1);
    const reports = await importing;
    let completed = 0;
    for (const [index, { session, id }] of transfers.entries()) {
      const report = reports[index];
      const expected = report?.matched === 1 ? "completed" : "cancelled";
      completed += report?.matched ?? 0;
      await untilStatus(shop, { session, id }, expected);
      expect(report?.unmatched.map(({ reason }) => reason)).toEqual(
        expected === "completed" ? [] : ["late"],
      );
      expect(await eventsOf(shop, id)).toEqual(
        [`payment.${expected}`, "payment.pending"].toSorted(),
      );
    }
    const [posted] = await query(
      shop,
      `select count(*)::int as lines from posting
       where debit = 'bank_account' and credit = 'merchant_payable'`,
    );
    expect(posted?.["lines"]).toBe(completed);
  });

  it("are paid once by a statement that five users import at the same time", async () => {
    const { session, id, account } = await awaitTransfer(shop);
    const file = camt053(account.iban, [
      { reference: "S1", minor: 125_000, description: account.reference_code },
    ]);
    const reports = await Promise.all(Array.from({ length: 5 }, () => importFile(shop, file)));
    const total = (pick: (report: (typeof reports)[number]) => number): number =>
      reports.reduce((sum, report) => sum + pick(report), 0);
    expect(total(({ matched }) => matched)).toBe(1);
    expect(total(({ duplicates }) => duplicates)).toBe(4);
    await untilStatus(shop, { session, id }, "completed");
    expect(await balancesOf(shop, id)).toMatchObject({ bank_account: 125_000 });
  });

  it("are paid by one of two lines that arrive at the same time with one code", async () => {
    const { session, id, account } = await awaitTransfer(shop);
    const [one, other] = ["T1", "T2"].map((reference) =>
      importFile(
        shop,
        camt053(account.iban, [{ reference, minor: 125_000, description: account.reference_code }]),
      ),
    );
    const reports = [await one, await other];
    expect(reports.map((report) => report?.matched).toSorted()).toEqual([0, 1]);
    const reasons = reports.flatMap((report) => report?.unmatched.map(({ reason }) => reason));
    expect(reasons).toEqual(["already_paid"]);
    await untilStatus(shop, { session, id }, "completed");
    expect(await balancesOf(shop, id)).toMatchObject({ bank_account: 125_000 });
  });

  it("are not called paid twice where a process died before it stored the line", async () => {
    const { session, id, account } = await awaitTransfer(shop);
    const order = { iban: account.iban, description: account.reference_code, minor: 125_000 };
    await sendMoney(shop, order);
    await untilStatus(shop, { session, id }, "completed");
    const lineOf = async () => (await linesOf(shop)).find((line) => line["order_id"] === id);
    await expect.poll(async () => (await lineOf())?.["state"]).toBe("matched");
    await query(
      shop,
      `update statement_line set state = 'new', order_id = null where order_id = $1`,
      [id],
    );
    await expect.poll(async () => (await lineOf())?.["state"], { timeout: 20_000 }).toBe("matched");
    expect(await balancesOf(shop, id)).toMatchObject({ bank_account: 125_000 });
    expect(await eventsOf(shop, id)).toEqual(["payment.completed", "payment.pending"]);
  });

  it("free the session where a process died before it had answered with the account", async () => {
    const session = await shop.api.session();
    await query(shop, "alter table transfer_request rename to transfer_request_gone");
    const lost = await payBy(shop, session, { payment_type: "wire_transfer" });
    await query(shop, "alter table transfer_request_gone rename to transfer_request");
    expect(lost.status).toBe(500);
    const again = await payBy(shop, session, { payment_type: "wire_transfer" });
    expect(again.body["code"]).toBe("payment_in_progress");
    shop.clock.move(36_000);
    await untilStatus(shop, { session, id: again.body["order_id"] }, "failed");
    const third = await payBy(shop, session, { payment_type: "wire_transfer" });
    expect(third.body["status"]).toBe("pending");
  });

  it("of one merchant are not paid by another merchant's statement", async () => {
    const { session, id, account } = await awaitTransfer(shop);
    const other = await shop.createMerchant("Başkası");
    const file = camt053(account.iban, [
      { reference: "X1", minor: 125_000, description: account.reference_code },
    ]);
    const foreign = { merchantId: other.merchant.merchantId, mode: "test" } as const;
    const brought = await importFile(shop, file, foreign);
    expect(brought.matched).toBe(0);
    expect(brought.unmatched[0]).toMatchObject({ reason: "unknown_reference", owner: foreign });
    expect((await shop.api.status(session, id)).body["status"]).toBe("pending");
    const own = { merchantId: shop.merchant.merchant.merchantId, mode: "test" } as const;
    expect(await importFile(shop, file, own)).toMatchObject({ matched: 1, duplicates: 0 });
    expect(await importFile(shop, file)).toMatchObject({ matched: 0, duplicates: 1 });
    expect(await balancesOf(shop, id)).toMatchObject({ bank_account: 125_000 });
  });

  it("are not paid by money on another merchant's account", async () => {
    const { id, account } = await awaitTransfer(shop);
    const other = await shop.createMerchant("Komşu");
    const iban = "TR470000100100000350930001";
    await query(
      shop,
      `insert into receiving_account (merchant_id, mode, iban, bank_code, bank_name,
         account_holder, currency, position)
       values ($1, 'live', $2, '0010', 'Ziraat', 'Komşu', 'TRY', 0)`,
      [other.merchant.merchantId, iban],
    );
    const line = { reference: "W1", minor: 125_000, description: account.reference_code };
    const report = await importFile(shop, camt053(iban, [line]));
    expect(report.unmatched[0]).toMatchObject({
      reason: "wrong_account",
      owner: { merchantId: other.merchant.merchantId, mode: "live" },
    });
    expect(await eventsOf(shop, id)).toEqual(["payment.pending"]);
  });
});
