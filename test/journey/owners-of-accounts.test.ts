import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MerchantId } from "../../src/kernel/ids.ts";
import type { Mode } from "../../src/domain/merchant/merchant.ts";
import { offerAccount } from "../../src/domain/transfer/offer-account.ts";
import { atInstallation } from "../support/installation.ts";
import { runCommand } from "../support/command-line.ts";
import { query } from "../support/merchant-calls.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { camt053 } from "../support/statements.ts";
import { awaitTransfer, importFile } from "../support/transfer-customer.ts";

const IBAN = "TR330006100519786457841326";

describe("a live account for transfers", { timeout: 120_000 }, () => {
  let shop: TestService;
  let first: MerchantId;
  let other: MerchantId;
  beforeAll(async () => {
    shop = await startTestService();
    first = shop.merchant.merchant.merchantId;
    other = (await shop.createMerchant("Komşu")).merchant.merchantId;
  });
  afterAll(() => shop.close());

  const offer = (merchantId: MerchantId, mode: Mode, iban = IBAN) =>
    atInstallation(shop, (installation) =>
      offerAccount(installation, {
        owner: { merchantId, mode },
        iban,
        bankName: "Şekerbank",
        accountHolder: "Kitapçı A.Ş.",
        currency: "TRY",
      }),
    );

  it("belongs to the first merchant that offers it, and a refusal names no merchant", async () => {
    expect((await offer(first, "live")).ok).toBe(true);
    expect((await offer(first, "live")).ok).toBe(true);
    const refused = await offer(other, "live");
    expect(refused).toMatchObject({ ok: false, refusal: { field: "iban", isTaken: true } });
    expect(JSON.stringify(refused)).not.toContain(first);
  });

  it("of many simultaneous offers takes one", async () => {
    const iban = "TR470000100100000350930001";
    const offers = Array.from({ length: 6 }, (_, index) =>
      offer(index % 2 === 0 ? first : other, "live", iban),
    );
    const taken = (await Promise.all(offers)).filter(({ ok }) => ok);
    const owners = await query(
      shop,
      "select distinct merchant_id from receiving_account where iban = $1 and active",
      [iban],
    );
    expect([taken.length, owners.length]).toEqual([3, 1]);
  });

  it("keeps its owner where another merchant enters it in test mode", async () => {
    expect((await offer(other, "test")).ok).toBe(true);
    const report = await importFile(
      shop,
      camt053(IBAN, [{ reference: "A1", minor: 1_000, description: "kira" }]),
    );
    const owner = { merchantId: first, mode: "live" };
    expect(report.unmatched).toMatchObject([{ reason: "unknown_reference", owner }]);
  });

  it("pays no test payment, not even of its own merchant", async () => {
    await offer(first, "test");
    const { account, session, id } = await awaitTransfer(shop);
    const line = { reference: "A2", minor: 125_000, description: account.reference_code };
    const report = await importFile(shop, camt053(IBAN, [line]));
    expect(report.unmatched).toMatchObject([{ reason: "wrong_account" }]);
    expect((await shop.api.status(session, id)).body["status"]).toBe("pending");
  });

  it("is released at the command line, which tells the operator whose it is", async () => {
    const add = ["accounts", "add", "--merchant", other, "--mode", "live", "--iban", IBAN];
    const asked = await runCommand(shop.database, [...add, "--bank", "Ş", "--holder", "K"]);
    expect(asked.stderr).toContain(`vezne accounts remove --merchant ${first} --mode live`);
    const released = ["accounts", "remove", "--merchant", first, "--mode", "live", "--iban", IBAN];
    await runCommand(shop.database, released);
    expect((await offer(other, "live")).ok).toBe(true);
  });
});
