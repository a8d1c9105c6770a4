// tier: night
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { returnLine } from "../../src/domain/transfer/resolve-line.ts";
import { tampered, untilSealed, verified } from "../support/books.ts";
import { HELD, merchantCalls, paidOrder, query } from "../support/merchant-calls.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { SETTLEMENT_HEAD, importShopFile } from "../support/settlements.ts";
import { awaitTransfer, linesOf, sendMoney } from "../support/transfer-customer.ts";
import { statementDeps } from "../../src/service/jobs/transfers.ts";
import { atInstallation } from "../support/installation.ts";

describe("the books and the records of the bank", () => {
  let shop: TestService;
  const orders: Record<string, string> = {};

  beforeAll(async () => {
    shop = await startTestService();
    const till = merchantCalls(shop.api, shop.merchant.testApiKey);
    const order = async (fields = {}) => (await paidOrder(shop.api, { fields })).order;
    orders["paid"] = await order();
    orders["refunded"] = await order();
    await till.refund(orders["refunded"], { amount: 100 });
    orders["voided"] = await order(HELD);
    await till.void(orders["voided"]);
    orders["captured"] = await order(HELD);
    await till.capture(orders["captured"], { amount: 700 });
    orders["awaited"] = (await awaitTransfer(shop)).id;
    const transfer = await awaitTransfer(shop);
    orders["transferred"] = transfer.id;
    const { iban, amount: minor, reference_code } = transfer.account;
    for (const description of [reference_code, "stray", "sent back"]) {
      await sendMoney(shop, { iban, minor, description });
    }
    await vi.waitFor(
      async () => {
        const states = (await linesOf(shop)).map(({ state }) => state);
        expect(states.toSorted()).toEqual(["matched", "unmatched", "unmatched"]);
      },
      { timeout: 40_000 },
    );
    await sendBack("sent back");
    await importShopFile(shop, await fileOf(orders["paid"], orders["refunded"]));
    await untilSealed(shop);
  });
  afterAll(() => shop.close());

  async function sendBack(description: string): Promise<void> {
    const [line] = await query(
      shop,
      "select account || '/' || bank_key as name from statement_line where description = $1",
      [description],
    );
    const command = { line: String(line?.["name"]), bankReference: "1" };
    const returned = await atInstallation(shop, (installation) =>
      returnLine(statementDeps(installation), command),
    );
    expect(returned).toMatchObject({ ok: true });
  }

  /** A file with the commission that the bank keeps of a sale, and returns with a refund. */
  async function fileOf(paid: unknown, refunded: unknown): Promise<string> {
    const rows = await query(
      shop,
      `select attempt_id from attempt
       where order_id = $1 or (order_id = $2 and kind = 'refund') order by kind`,
      [paid, refunded],
    );
    const [sale, refund] = rows.map((row) => String(row["attempt_id"]));
    const on = "TRY,2026-11-23";
    return `${SETTLEMENT_HEAD}\n${sale},sale,125000,2238,${on}\n${refund},refund,100,1,${on}\n`;
  }

  it("agree after payments, refunds and settlement", async () => {
    expect((await verified(shop)).differences).toEqual([]);
  });

  it.each([
    // Differences in requests to the bank.
    [
      "update attempt set amount = amount + 1 where order_id = $paid",
      "attempts",
      "move 125001, the postings move 125000",
    ],
    [
      "update attempt set amount = 1 where kind = 'refund' and order_id = $refunded",
      "attempts",
      "refund is approved and is to move 1, the postings move 100",
    ],
    [
      "update attempt set amount = 1 where kind = 'capture' and order_id = $captured",
      "attempts",
      "capture is approved and is to move 1, the postings move 700",
    ],
    [
      "update attempt set amount = 1 where kind = 'void' and order_id = $voided",
      "attempts",
      "void is approved and is to move 1, the postings move 125000",
    ],
    [
      "update attempt set state = 'declined' where order_id = $paid",
      "attempts",
      "declined and is to move 0",
    ],
    [
      `insert into attempt select (jsonb_populate_record(attempt, '{"attempt_id": "att_2"}')).*
       from attempt where order_id = $paid`,
      "attempts",
      "move 125000, the postings move 0",
    ],
    ["delete from attempt where order_id = $paid", "attempts", "without such an attempt"],
    [
      "update attempt set state = 'abandoned', due_at = null where order_id = $awaited",
      "attempts",
      "is awaiting_transfer, and no attempt of it is open",
    ],
    [
      "update refund set state = 'unknown' where order_id = $refunded",
      "attempts",
      "is unknown, and its attempt is not open",
    ],
    // Differences in arrived transfers.
    ["delete from statement_line where order_id = $transferred", "transfers", "no line says so"],
    [
      "update statement_line set amount = 1 where order_id = $transferred",
      "transfers",
      "1 of line TR",
    ],
    [
      "update statement_line set order_id = $paid where order_id = $transferred",
      "transfers",
      "was not paid by that",
    ],
    [
      "update statement_line set amount = 1 where state = 'unmatched'",
      "transfers",
      "its 1 did not go into suspense",
    ],
    [
      "update statement_line set state = 'returned' where state = 'unmatched'",
      "transfers",
      "its 125000 did not go out of suspense",
    ],
    [
      "update statement_line set state = 'unmatched' where state = 'returned'",
      "transfers",
      "postings without such a line",
    ],
    [
      "update statement_line set merchant_id = null where state = 'unmatched'",
      "transfers",
      "postings without such a line",
    ],
    // Differences in payouts.
    [
      "update settlement_line set commission = 0 where kind = 'sale'",
      "settlements",
      "the bank paid 125000 for the sale, the postings 122762",
    ],
    [
      "update settlement_line set gross = 200 where kind = 'refund'",
      "settlements",
      "the bank paid -199 for the refund, the postings -99",
    ],
    [
      "delete from settlement_line where kind = 'refund'",
      "settlements",
      "of a settlement without a line",
    ],
    [
      "update settlement_line set attempt_id = 'att_2' where kind = 'sale'",
      "settlements",
      "a settled sale without postings",
    ],
    [
      `update posting set amount = amount + 1
       where line = 0 and order_id = $paid and attempt_id not like '% %'`,
      "settlements",
      "the acquirer owes 1 of it",
    ],
  ])("disagree, with the reason, after: %s", async (change, check, problem) => {
    const named = change.replaceAll(/\$(\w+)/g, (_, name: string) => `'${orders[name] ?? ""}'`);
    await tampered(shop, named, async () => {
      expect((await verified(shop)).differences).toContainEqual({
        check,
        subject: expect.stringMatching(/^(att_|ORD-|REF|line TR|return TR)/),
        problem: expect.stringContaining(problem),
      });
    });
    expect((await verified(shop)).differences).toEqual([]);
  });

  it.each([
    "update attempt set due_at = null where order_id = $1",
    "update attempt set state = 'approved' where order_id = $1",
  ])("require a due time for each open attempt: %s", async (change) => {
    await expect(query(shop, change, [orders["awaited"]])).rejects.toThrow("attempt_open_is_due");
  });
});
