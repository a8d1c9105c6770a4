import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bankStatement } from "../support/bank-statements.ts";
import { runCommand } from "../support/command-line.ts";
import { merchantCalls } from "../support/merchant-calls.ts";
import { panelUsers, panelVisitor } from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { closingBalance, mt940, SENDER_IBAN } from "../support/statements.ts";
import { awaitTransfer, importFile, type AwaitedTransfer } from "../support/transfer-customer.ts";

describe("statements in the forms of banks", () => {
  let shop: TestService;
  let folder = "";
  beforeAll(async () => {
    shop = await startTestService();
    folder = await mkdtemp(join(tmpdir(), "statements-"));
  });
  afterAll(async () => {
    await shop.close();
    await rm(folder, { recursive: true });
  });

  const placed = ({ account }: AwaitedTransfer) => ({
    iban: account.iban,
    code: account.reference_code,
  });
  const statusOf = async ({ session, id }: AwaitedTransfer) =>
    (await shop.api.status(session, id)).body["status"];
  const vezne = async (file: Uint8Array | string) => {
    const path = join(folder, "statement");
    await writeFile(path, file);
    return runCommand(shop.database, ["statements", "import", path, "--json"]);
  };

  it.each([
    "wrapped-time.sta",
    "wrapped-account.sta",
    "february-30.sta",
    "negative-debit.sta",
    "no-type-code.sta",
    "amount-without-zero.sta",
    "tilde-marks.sta",
    "greater-than-marks.sta",
    "numbered-lines.sta",
    "code-in-61.sta",
    "labels-in-text.sta",
    "batch-with-charges.xml",
    "debit-without-date.xml",
    "code-of-batch.xml",
    "declares-utf-8.xml",
  ])("complete the payment whose code they have: %s", async (name) => {
    const transfer = await awaitTransfer(shop);
    const report = await importFile(shop, bankStatement(name, placed(transfer)));
    expect([report.matched, await statusOf(transfer)]).toEqual([1, "completed"]);
  });

  it("complete nothing and store nothing if they don't add up, and can come again corrected", async () => {
    const transfer = await awaitTransfer(shop);
    const other = await awaitTransfer(shop);
    const forged = bankStatement("forged-entry.sta", placed(transfer));
    const fields = [
      ":60F:C261129TRY0,00",
      ":61:2611291129C1250,00NTRFNONREF//G1",
      `:86:HAVALE ${other.account.reference_code}`,
    ];
    const good = [":20:GOOD", `:25:${other.account.iban}`, ...fields, closingBalance(fields), "-"];
    const { code, stdout } = await vezne(`${Buffer.from(forged).toString()}${good.join("\n")}`);
    expect([code, JSON.parse(stdout)]).toMatchObject([
      1,
      {
        lines: 1,
        matched: 1,
        set_aside: [],
        refused: [
          {
            statement: "STARTUMS 00012/001",
            reason: "not_balanced",
            opening: 1_000_000,
            closing: 1_000_100,
            difference: -125_000,
          },
        ],
      },
    ]);
    expect([await statusOf(transfer), await statusOf(other)]).toEqual(["pending", "completed"]);
    const corrected = bankStatement("wrapped-time.sta", placed(transfer));
    const again = await vezne(corrected);
    expect([again.code, JSON.parse(again.stdout)]).toMatchObject([0, { matched: 1 }]);
    expect(await statusOf(transfer)).toBe("completed");
  });

  it("tell which line was set aside, and which file is no statement", async () => {
    const transfer = await awaitTransfer(shop);
    const file = Buffer.from(bankStatement("february-30.sta", placed(transfer))).toString();
    const { code, stdout } = await vezne(file.replace("270230C", "270431C"));
    expect([code, JSON.parse(stdout)]).toMatchObject([
      0,
      { lines: 0, refused: [], set_aside: [{ line: 5, reason: "not_a_day" }] },
    ]);
    for (const [name, kind] of Object.entries({
      "interim-report.sta": "MT942",
      "statement.zip": "ZIP",
    })) {
      const refused = await vezne(bankStatement(name, placed(transfer)));
      expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(kind)]);
    }
    expect(await statusOf(transfer)).toBe("pending");
  });

  it("are shown in the panel with what was not taken of them", async () => {
    const transfer = await awaitTransfer(shop);
    const visitor = panelVisitor(shop);
    await visitor.signIn(await panelUsers(shop).create("owner"));
    const forged = bankStatement("forged-entry.sta", placed(transfer));
    const path = `/panel/${shop.merchant.merchant.merchantId}/test/transfers/import`;
    await visitor.get(path.replace("/import", ""));
    const { html } = await visitor.post(path, { file: new Blob([new Uint8Array(forged)]) });
    expect(html).toContain("STARTUMS 00012/001");
    expect(html).toContain("closing balance; difference -TRY");
    expect(await statusOf(transfer)).toBe("pending");
  });

  it("give no account to a refund that a payer may have typed, until a person names it", async () => {
    const till = merchantCalls(shop.api, shop.merchant.testApiKey);
    const owner = ["--merchant", shop.merchant.merchant.merchantId, "--mode", "test"];
    const exported = (...more: readonly string[]) =>
      runCommand(shop.database, ["refunds", "export", ...owner, ...more]);
    const refundOf = async (name: "known" | "labels") => {
      const transfer = await awaitTransfer(shop);
      const { iban, reference_code: description } = transfer.account;
      const line = { reference: name, minor: 125_000, description };
      const labels = bankStatement("labels-in-text.sta", placed(transfer));
      await importFile(shop, name === "known" ? mt940(iban, [line]) : labels);
      return String((await till.refund(transfer.id, { amount: 1_234 })).body["refund_id"]);
    };
    const [stated, unknown] = [await refundOf("known"), await refundOf("labels")];
    const refused = await exported();
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toContain(
      `${stated}: the sender's account, ${SENDER_IBAN}, stands in a`,
    );
    expect(refused.stderr).toContain(`${unknown}: the sender's account is not known`);

    const right = "TR330006100519786457841326";
    const wrong = await exported("--to", `${stated}=TR00`);
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining("--to must be REF")]);
    const file = await exported("--to", `${stated}=${SENDER_IBAN},${unknown}=${right}`);
    expect(file.code).toBe(0);
    expect(file.stdout).toContain(`<IBAN>${SENDER_IBAN}</IBAN>`);
    expect(file.stdout).toContain(`<IBAN>${right}</IBAN>`);
    expect(file.stdout).not.toContain("MALLORY");
    const [, batch = ""] = /<MsgId>(.*)<\/MsgId>/.exec(file.stdout) ?? [];
    expect((await exported("--again", batch)).stdout).toBe(file.stdout);
  });
});
