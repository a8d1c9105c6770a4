import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { recordRefundTransfer } from "../../src/domain/refund/record-refund-transfer.ts";
import { runCommand } from "../support/command-line.ts";
import {
  balancesOf,
  eventsOf,
  merchantCalls,
  query,
  type MerchantCalls,
} from "../support/merchant-calls.ts";
import { untilStatus } from "../support/redirect-customer.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { camt053 } from "../support/statements.ts";
import {
  awaitTransfer,
  importFile,
  sendMoney,
  type AwaitedTransfer,
} from "../support/transfer-customer.ts";
import { atInstallation } from "../support/installation.ts";

const NUMBER_RULE = /--reference must be 1 to 255 characters without control characters/;
const AMOUNT = 125_000;

describe("refunding a bank transfer", () => {
  let shop: TestService;
  let till: MerchantCalls;
  beforeAll(async () => {
    shop = await startTestService();
    till = merchantCalls(shop.api, shop.merchant.testApiKey);
  });
  afterAll(() => shop.close());

  const paidByTransfer = async (): Promise<AwaitedTransfer> => {
    const awaited = await awaitTransfer(shop);
    const { iban, reference_code: description, amount: minor } = awaited.account;
    await sendMoney(shop, { iban, description, minor });
    await untilStatus(shop, awaited, "completed");
    return awaited;
  };

  /** Ends a refund transfer, as `npx vezne refunds paid-out` and `give-up` do. */
  const endTransfer = (refund: unknown, bankReference: string | undefined) =>
    atInstallation(shop, (installation) =>
      recordRefundTransfer(installation, { refundId: String(refund), bankReference }),
    );

  it("reserves the amount until a person has sent the money back", async () => {
    const { session, id } = await paidByTransfer();
    const pending = await till.refund(id, { amount: 100_000 });
    expect(pending.body).toMatchObject({
      success: true,
      status: "refund_pending",
      waits_for: "transfer",
      amount: 100_000,
      message: "Ödeme havaleyle alındı; iade, havaleyle geri gönderilmeyi bekliyor.",
    });
    expect((await till.refund(id, { amount: 25_001 })).body).toMatchObject({
      code: "refund_exceeds_amount",
      refundable_amount: 25_000,
    });
    expect((await shop.api.status(session, id)).body["refunded_amount"]).toBe(0);

    const refundId = pending.body["refund_id"];
    expect(await endTransfer(refundId, "FT-2026-77")).toMatchObject({ ok: true });
    expect((await till.findRefund(refundId)).body["status"]).toBe("partially_refunded");
    expect((await shop.api.status(session, id)).body).toMatchObject({
      status: "completed",
      refunded_amount: 100_000,
    });
    expect(await balancesOf(shop, id)).toEqual({ bank_account: 25_000, merchant_payable: -25_000 });
    expect(await eventsOf(shop, id)).toEqual([
      "payment.completed",
      "payment.pending",
      "refund.pending",
      "refund.succeeded",
    ]);
  });

  it("frees the amount of a refund transfer that was given up, and ends each one once", async () => {
    const { session, id } = await paidByTransfer();
    const first = await till.refund(id);
    expect(await endTransfer(first.body["refund_id"], undefined)).toMatchObject({ ok: true });
    expect((await till.findRefund(first.body["refund_id"])).body["status"]).toBe("refund_failed");
    expect(await endTransfer(first.body["refund_id"], "FT-1")).toEqual({
      ok: false,
      refusal: "not_awaiting_payout",
    });
    const second = await till.refund(id);
    expect(second.body).toMatchObject({ status: "refund_pending", amount: AMOUNT });
    await endTransfer(second.body["refund_id"], "FT-2");
    expect((await shop.api.status(session, id)).body["status"]).toBe("refunded");
    expect(await balancesOf(shop, id)).toEqual({});
  });

  it("makes no refund that recovery would ask a bank about", async () => {
    const { id } = await paidByTransfer();
    const pending = await till.refund(id);
    shop.clock.move(7 * 24 * 60 * 60 * 1_000);
    expect((await till.findRefund(pending.body["refund_id"])).body["status"]).toBe(
      "refund_pending",
    );
  });

  it("can be completed and given up on the command line", async () => {
    const { id } = await paidByTransfer();
    const pending = await till.refund(id);
    const refundId = String(pending.body["refund_id"]);
    const vezne = (...args: readonly string[]) => runCommand(shop.database, ["refunds", ...args]);
    for (const reference of ["", " ", "1".repeat(256), "FT\u00019"]) {
      const typed = ["--reference", reference];
      const refused = await vezne("paid-out", "--refund", refundId, ...typed);
      expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(NUMBER_RULE)]);
      const line = await runCommand(shop.database, ["statements", "returned", "L", ...typed]);
      expect([line.code, line.stderr]).toEqual([1, expect.stringMatching(NUMBER_RULE)]);
    }
    const sent = await vezne("paid-out", "--refund", refundId, "--reference", "FT-9", "--json");
    expect(sent).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(sent.stdout)).toMatchObject({
      refund_id: refundId,
      order_id: id,
      status: "refunded",
      amount: AMOUNT,
    });
    const again = await vezne("give-up", "--refund", refundId);
    expect(again).toMatchObject({ code: 1, stdout: "" });
    expect(again.stderr).toContain("does not wait to be sent back by hand");
  });

  it("exports each refund in one file, and the same file again by its name", async () => {
    const owner = ["--merchant", shop.merchant.merchant.merchantId, "--mode", "test"];
    const exported = (...more: readonly string[]) =>
      runCommand(shop.database, ["refunds", "export", ...owner, ...more]);
    const refund = async (reference: string): Promise<string> => {
      const { id, account } = await awaitTransfer(shop);
      const { iban, reference_code: description, amount: minor } = account;
      await importFile(shop, camt053(iban, [{ reference, minor, description }]));
      return String((await till.refund(id, { amount: 1_234 })).body["refund_id"]);
    };
    const first = await refund("EX-1");
    const morning = await exported();
    expect(morning).toMatchObject({ code: 0, stdout: expect.stringContaining(first) as string });
    const [, batch = ""] = /<MsgId>(.*)<\/MsgId>/.exec(morning.stdout) ?? [];
    expect(morning.stderr).toContain(`batch ${batch};`);
    const none = await exported();
    expect(none).toMatchObject({ code: 1, stdout: "" });
    expect(none.stderr).toContain(`left out: ${first}: it is in batch ${batch}`);

    const second = await refund("EX-2");
    shop.clock.move(60_000);
    const both = await Promise.all([exported(), exported()]);
    const files = both.map(({ stdout }) => stdout).filter((stdout) => stdout !== "");
    expect(files).toHaveLength(1);
    expect(files[0]).toContain(second);
    expect(files[0]).not.toContain(first);
    expect((await exported("--again", batch)).stdout).toBe(morning.stdout);
    const [given, kept] = await Promise.all(
      [first, second].map((id) =>
        runCommand(shop.database, ["refunds", "give-up", "--refund", id]),
      ),
    );
    expect(given?.stderr).toContain(`${first} is in batch ${batch}`);
    expect(kept?.code).toBe(0);
  });

  it("exports no refund to a sender's account that is no IBAN, and names it", async () => {
    const { id, account } = await awaitTransfer(shop);
    const { iban, reference_code: description, amount: minor } = account;
    const lines = [{ reference: "FT-10", minor, description }];
    await importFile(shop, camt053(iban, lines));
    const { body } = await till.refund(id, { amount: 1_234 });
    const refundId = String(body["refund_id"]);
    const { merchantId } = shop.merchant.merchant;
    const owner = ["--merchant", merchantId, "--mode", "test"];
    const exported = () => runCommand(shop.database, ["refunds", "export", ...owner]);
    expect(await exported()).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(refundId) as string,
    });
    // Its check digits fit, but a German IBAN has 22 characters.
    const wrong = "DE813704004405320130000";
    await query(shop, "update statement_line set sender_iban = $1 where order_id = $2", [
      wrong,
      id,
    ]);
    const { stdout, stderr } = await exported();
    expect(stdout).not.toContain(wrong);
    expect(stderr).toContain(
      `left out: ${refundId}: the sender's account, ${wrong}, is no IBAN: one of DE has 22`,
    );
  });

  it("refuses to end an unknown refund or a refund that a bank makes", async () => {
    expect(await endTransfer("REF-1", "FT-3")).toEqual({ ok: false, refusal: "refund_not_found" });
    const session = await shop.api.session();
    const paid = await shop.api.pay(session, "5406670000000009");
    const failed = await till.refund(paid.body["order_id"]);
    expect(await endTransfer(failed.body["refund_id"], "FT-4")).toEqual({
      ok: false,
      refusal: "not_awaiting_payout",
    });
  });
});
