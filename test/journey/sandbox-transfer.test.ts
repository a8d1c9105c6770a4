// tier: night
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiBody } from "../support/api-client.ts";
import { ENTRY } from "../support/entry.ts";
import { runService, type RunningService } from "../support/running-service.ts";
import { camt053 } from "../support/statements.ts";
import type { BankAccount } from "../support/transfer-customer.ts";

const run = promisify(execFile);

/** Runs the command line in a process of its own, beside the running service. */
describe("the command line for transfers", () => {
  let service: RunningService;
  beforeAll(async () => void (service = await runService()));
  afterAll(() => service.close());

  async function vezne(...args: readonly string[]): Promise<{ stdout: string; json: ApiBody }> {
    const { stdout } = await run(process.execPath, [ENTRY, ...args], {
      env: {
        PATH: process.env["PATH"],
        DATABASE_URL: service.database.url,
        VEZNE_DATA_DIR: service.dataDir,
      },
    });
    return { stdout, json: JSON.parse(stdout) as ApiBody };
  }

  async function awaitTransfer() {
    const session = await service.api.session();
    const paid = await service.api.post("/api/v1/payment/pay", {
      session_id: session,
      payment_type: "bank_transfer",
    });
    const account = paid.body["bank_account"] as BankAccount;
    return { session, id: paid.body["order_id"], account };
  }

  it("sandbox transfer sends money, which completes the payment by itself", async () => {
    const { session, id, account } = await awaitTransfer();
    const { stdout, json } = await vezne(
      "sandbox",
      "transfer",
      "--reference",
      account.reference_code,
      "--amount",
      "125000",
      "--json",
    );
    expect(stdout.trim().split("\n")).toHaveLength(1);
    expect(json).toMatchObject({
      booked: true,
      reference: account.reference_code,
      amount: 125_000,
      currency: "TRY",
      iban: account.iban,
    });
    const status = async () => (await service.api.status(session, id)).body["status"];
    await expect.poll(status, { timeout: 20_000 }).toBe("completed");
  });

  it("sandbox transfer names its wrong argument, and books nothing", async () => {
    for (const [args, sentence] of [
      [["--reference", "X", "--amount", "12.50"], "--amount must be 1 to 999,999,999,999"],
      [["--reference", "X", "--amount", "0"], "--amount must be 1 to 999,999,999,999"],
      [["--reference", "X", "--amount", "1", "--currency", "CHF"], "--currency must be one of"],
    ] as const) {
      await expect(vezne("sandbox", "transfer", ...args, "--json")).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining(sentence) as string,
      });
    }
  });

  it("statements import prints counts, and a reason for each unmatched line", async () => {
    const { session, id, account } = await awaitTransfer();
    const file = join(service.dataDir, "ekstre.xml");
    await writeFile(
      file,
      camt053(account.iban, [
        { reference: "1", minor: 125_000, description: `Sipariş ${account.reference_code}` },
        { reference: "2", minor: 7_500, description: "Kira" },
      ]),
    );
    const first = await vezne("statements", "import", file, "--json");
    expect(first.json).toMatchObject({
      lines: 2,
      matched: 1,
      duplicates: 0,
      put_off: 0,
      skipped: 2,
      unmatched: [{ reason: "unknown_reference", amount: 7_500, description: "Kira" }],
    });
    expect((await service.api.status(session, id)).body["status"]).toBe("completed");
    const second = await vezne("statements", "import", file, "--json");
    expect(second.json).toMatchObject({ lines: 2, matched: 0, duplicates: 2, unmatched: [] });
  });

  it("statements import refuses a file that is no statement", async () => {
    const file = join(service.dataDir, "not.csv");
    await writeFile(file, "tarih;tutar\n");
    await expect(vezne("statements", "import", file, "--json")).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^\{"error":\{"message":".*neither a camt.053 nor/) as string,
      stderr: expect.stringContaining("neither a camt.053 nor an MT940") as string,
    });
  });
});
