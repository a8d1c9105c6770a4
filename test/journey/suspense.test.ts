import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { XMLParser } from "fast-xml-parser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pain001 } from "../../src/file/statement/pain001.ts";
import { newReferenceCode } from "../../src/domain/transfer/reference-code.ts";
import { returnLine } from "../../src/domain/transfer/resolve-line.ts";
import { lineId, type LineOwner } from "../../src/domain/transfer/statement-line.ts";
import { untilSealed, verified } from "../support/books.ts";
import { merchantCalls } from "../support/merchant-calls.ts";
import { untilStatus } from "../support/redirect-customer.ts";
import { random } from "../support/sandbox-bank.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { camt053, SENDER_IBAN } from "../support/statements.ts";
import { awaitTransfer, importFile } from "../support/transfer-customer.ts";
import { statementDeps } from "../../src/service/jobs/transfers.ts";
import type { StatementDeps } from "../../src/domain/transfer/apply-lines.ts";
import { atInstallation } from "../support/installation.ts";

const DAY = 24 * 60 * 60 * 1_000;

describe("money that arrives by transfer", () => {
  let shop: TestService;
  let folder = "";
  let lines = 0;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "vezne-statements-"));
    shop = await startTestService({ environment: { VEZNE_STATEMENTS_DIR: folder } });
  });
  afterAll(async () => {
    await shop.close();
    await rm(folder, { recursive: true });
  });

  const arrives = async (iban: string, description: string, minor: number) => {
    lines += 1;
    const file = camt053(iban, [{ reference: `L${lines}`, minor, description }]);
    const report = await importFile(shop, file);
    return report.unmatched[0]?.reason ?? "matched";
  };
  const withStatements = <Value>(work: (deps: StatementDeps) => Promise<Value>): Promise<Value> =>
    atInstallation(shop, (installation) => work(statementDeps(installation)));
  const queue = () => withStatements(({ statements }) => statements.unmatched({ limit: 100 }));
  const suspense = async (): Promise<bigint> => {
    const { balances, differences } = await verified(shop);
    expect(differences).toEqual([]);
    const found = balances.find(({ account }) => account === "suspense");
    return (found?.credits ?? 0n) - (found?.debits ?? 0n);
  };

  it.each([
    ["as it was asked for", (code: string) => `SIPARIS ${code} TESEKKURLER`],
    ["in small letters and groups", (code: string) => code.toLowerCase().replace(/(.{4})/g, "$1-")],
    ["with the Turkish letters around it", (code: string) => `Şükrü İĞDIR ödeme:${code}`],
    ["without its last character", (code: string) => `FAST ODEME ACIKLAMA ${code.slice(0, -1)}`],
    ["without its check characters", (code: string) => `EFT ${code.slice(0, -2)}`],
    [
      "cut off behind a number that looks like one",
      (code: string) => `SORGU NO ${newReferenceCode(random)} EFT ${code.slice(0, -2)}`,
    ],
  ])("is matched by its code %s", async (_, write) => {
    const { account } = await awaitTransfer(shop);
    const { iban, reference_code, amount } = account;
    expect(await arrives(iban, write(reference_code), amount)).toBe("matched");
  });

  it("is not matched by a code with too few characters left", async () => {
    const { account } = await awaitTransfer(shop);
    const cut = account.reference_code.slice(0, 7);
    expect(await arrives(account.iban, `ODEME ${cut}`, account.amount)).toBe("unknown_reference");
  });

  it("is booked in suspense with its reason until it is sent back", async () => {
    const before = await suspense();
    const outcome = async (change: number, prepare?: (id: string) => Promise<void>) => {
      const transfer = await awaitTransfer(shop);
      await prepare?.(transfer.id);
      const { iban, reference_code, amount } = transfer.account;
      const reason = await arrives(iban, reference_code, amount + change);
      return { reason, transfer };
    };
    expect((await outcome(-1)).reason).toBe("too_little");
    expect((await outcome(1)).reason).toBe("too_much");
    const paid = await outcome(0);
    const { iban, reference_code, amount } = paid.transfer.account;
    expect(await arrives(iban, reference_code, amount)).toBe("already_paid");
    const late = await awaitTransfer(shop);
    shop.clock.move(3 * DAY);
    await untilStatus(shop, late, "cancelled");
    const { account } = late;
    expect(await arrives(account.iban, account.reference_code, account.amount)).toBe("late");

    expect(await suspense()).toBe(before + 4n * BigInt(amount));
    const waiting = await queue();
    expect(waiting.map(({ reason }) => reason).toSorted()).toEqual(
      ["already_paid", "late", "too_little", "too_much", "unknown_reference"].toSorted(),
    );
    for (const { line } of waiting) {
      const command = { line: lineId(line), bankReference: "EFT-1" };
      const done = await withStatements((deps) => returnLine(deps, command));
      expect(done.ok).toBe(true);
      const again = await withStatements((deps) => returnLine(deps, command));
      expect(again).toEqual({ ok: false, refusal: "line_not_waiting" });
    }
    expect(await queue()).toEqual([]);
    await untilSealed(shop);
    expect(await suspense()).toBe(0n);
  });

  it("is imported from a folder, file by file", async () => {
    const { session, id, account } = await awaitTransfer(shop);
    const file = camt053(account.iban, [
      { reference: "FOLDER", minor: account.amount, description: account.reference_code },
    ]);
    for (const [name, text] of [
      ["ekstre.xml", file],
      ["holiday.jpg", "not a statement"],
    ] as const) {
      const path = join(folder, name);
      await writeFile(path, text);
      await utimes(path, new Date(0), new Date(0));
    }
    await untilStatus(shop, { session, id }, "completed");
    // A hidden note beside an imported file tells its size.
    const shown = async (part: string) =>
      (await readdir(join(folder, part))).filter((name) => !name.startsWith("."));
    await expect.poll(() => shown("done")).toEqual(["ekstre.xml"]);
    await expect.poll(() => shown("refused")).toEqual(["holiday.jpg"]);
  });

  it("is returned to its senders by a payment file for the bank", async () => {
    const transfer = await awaitTransfer(shop);
    const { iban, reference_code, amount } = transfer.account;
    await arrives(iban, reference_code, amount);
    const till = merchantCalls(shop.api, shop.merchant.testApiKey);
    const refund = await till.refund(transfer.id, { amount: 1_234 });
    const owner: LineOwner = { merchantId: shop.merchant.merchant.merchantId, mode: "test" };
    const transfers = await atInstallation(shop, ({ refundTransfers }) =>
      refundTransfers.waiting(owner),
    );
    expect(transfers).toMatchObject([
      { toIban: SENDER_IBAN, toName: expect.stringContaining("&") },
    ]);
    const text = pain001(
      transfers.map((one) => ({ ...one, toIban: one.toIban ?? "" })),
      { batchId: "VEZNE-1", exportedAt: shop.clock.now() },
    );
    const parser = new XMLParser({ ignoreAttributes: false, parseTagValue: false });
    const document = parser.parse(text) as Record<string, never>;
    expect(document).toMatchObject({
      Document: {
        CstmrCdtTrfInitn: {
          GrpHdr: { NbOfTxs: "1", CtrlSum: "12.34" },
          PmtInf: {
            DbtrAcct: { Id: { IBAN: iban } },
            CdtTrfTxInf: {
              PmtId: { EndToEndId: refund.body["refund_id"] },
              Amt: { InstdAmt: { "#text": "12.34", "@_Ccy": "TRY" } },
              CdtrAcct: { Id: { IBAN: SENDER_IBAN } },
            },
          },
        },
      },
    });
  });

  it("is booked in suspense once, however many people import the statement, however often", async () => {
    const owner: LineOwner = { merchantId: shop.merchant.merchant.merchantId, mode: "test" };
    const before = await suspense();
    const { account } = await awaitTransfer(shop);
    const { iban, reference_code: description, amount } = account;
    const short = { reference: "SHORT", minor: amount - 1, description };
    const twice = [owner, undefined, owner];
    const reports = [];
    for (const scope of twice) reports.push(await importFile(shop, camt053(iban, [short]), scope));
    expect(reports.map(({ unmatched, duplicates }) => [unmatched.length, duplicates])).toEqual([
      [1, 0],
      [0, 1],
      [0, 1],
    ]);
    expect(await suspense()).toBe(before + BigInt(amount - 1));
    expect((await queue()).filter(({ line }) => line.description === description)).toHaveLength(1);
  });

  it("is returned once, though an operator and the merchant imported the same statement", async () => {
    const owner: LineOwner = { merchantId: shop.merchant.merchant.merchantId, mode: "test" };
    const { id, account } = await awaitTransfer(shop);
    const { iban, reference_code: description, amount: minor } = account;
    const file = camt053(iban, [{ reference: "BOTH", minor, description }]);
    expect(await importFile(shop, file)).toMatchObject({ matched: 1 });
    await importFile(shop, file, owner);
    const till = merchantCalls(shop.api, shop.merchant.testApiKey);
    await till.refund(id, { amount: 100 });
    const transfers = await atInstallation(shop, ({ refundTransfers }) =>
      refundTransfers.waiting(owner),
    );
    expect(transfers.filter(({ orderId }) => orderId === id)).toHaveLength(1);
  });
});
