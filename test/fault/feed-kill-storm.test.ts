// tier: night
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contractCsv } from "../../src/bank/settlement.ts";
import { bookTransfer } from "../../src/bank/book-transfer.ts";
import { sqlBook } from "../../src/bank/sql-book.ts";
import { instant } from "../../src/kernel/clock.ts";
import { formatIstanbul } from "../../src/kernel/istanbul-time.ts";
import { money } from "../../src/kernel/money.ts";
import { runCommand } from "../support/command-line.ts";
import { OF_TEST_BANK, OWN_IBAN } from "../support/feed-customer.ts";
import { isFullRun } from "../support/full-run.ts";
import { paidOrder } from "../support/merchant-calls.ts";
import { runService, type RunningService } from "../support/running-service.ts";
import { random } from "../support/sandbox-bank.ts";
import { newHostKey, startSftpServer, type SftpServer } from "../support/sftp-server.ts";
import { camt053, type ReportedTransfer } from "../support/statements.ts";
import { awaitTransfer } from "../support/transfer-customer.ts";

const ROUNDS = 4;
const ORDERS_PER_ROUND = 12;
const SALES_PER_ROUND = 6;
const DECIDED_WITHIN_MS = 150_000;

const EXTRACT_COLUMNS = {
  sold_on: "Gün Sonu",
  kind: "İşlem",
  auth_code: "Onay Kodu",
  gross: "Brüt Tutar",
  commission: "Komisyon Tutarı",
  net: "Net Tutar",
  paid_on: "Valör",
};

/** An extract of sales of 1 000,00 each, by their authorization codes. */
function extractOf(codes: readonly string[]): string {
  const today = formatIstanbul(instant(Date.now()), "dd.MM.yyyy");
  const rows = codes.map((code) => `${today};Satış;${code};1.000,00;17,90;982,10;${today}`);
  return [Object.values(EXTRACT_COLUMNS).join(";"), ...rows].join("\r\n");
}

describe.runIf(isFullRun)("account feeds of a service that is killed while it looks", () => {
  let service: RunningService;
  let server: SftpServer;
  let extracts: SftpServer;
  beforeAll(async () => {
    const key = newHostKey();
    server = await startSftpServer([key.private]);
    extracts = await startSftpServer([key.private]);
    service = await runService({ VEZNE_LOG_LEVEL: "error" });
    const { merchantId } = service;
    const owner = ["--merchant", merchantId, "--mode", "test"];
    await vezne(["accounts", "add", ...owner, "--iban", OWN_IBAN, "--bank", "G", "--holder", "K"]);
    const sftp = {
      host: "127.0.0.1",
      port: String(server.port),
      username: "vezne",
      password: "geheim",
      host_key: key.fingerprint,
    };
    const file = (name: string, content: string): string => {
      writeFileSync(join(service.dataDir, name), content);
      return join(service.dataDir, name);
    };
    await vezne(["settlement", "terms", file("terms.csv", contractCsv()), ...owner]);
    const mapped = ["--mapping", file("map.json", JSON.stringify({ columns: EXTRACT_COLUMNS }))];
    const sample = ["--sample", file("sample.csv", extractOf(["A1B2C3"]))];
    await vezne(["settlement", "map", ...mapped, ...sample, ...owner]);
    const ofExtracts = { ...sftp, port: String(extracts.port) };
    const kept = file("extracts.json", JSON.stringify(ofExtracts));
    const extractFeed = ["--protocol", "sftp", "--title", "extracts", "--every", "15"];
    const ofSandbox = ["--credentials", kept, "--untested", "--extracts-of", "sandbox"];
    await vezne(["feeds", "add", ...owner, ...extractFeed, ...ofSandbox]);
    for (const [protocol, credentials] of Object.entries({ garanti: OF_TEST_BANK, sftp })) {
      const login = file(`${protocol}.json`, JSON.stringify(credentials));
      const named = ["--protocol", protocol, "--title", protocol, "--every", "15"];
      await vezne(["feeds", "add", ...owner, ...named, "--credentials", login, "--untested"]);
    }
  });
  afterAll(async () => {
    await service.close();
    await server.close();
    await extracts.close();
  });

  async function vezne(args: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await runCommand(service.database, args, {
      VEZNE_DATA_DIR: service.dataDir,
    });
    if (code !== 0) throw new Error(stderr);
    return stdout;
  }

  it("take every line and extract once, complete every payment once, and leave equal books", async () => {
    const pool = service.database.open();
    const { accounts } = sqlBook(pool);
    const clock = { now: () => instant(Date.now()) };
    const reported: ReportedTransfer[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      for (let index = 0; index < ORDERS_PER_ROUND; index += 1) {
        const { account } = await awaitTransfer(service);
        const description = account.reference_code;
        const order = { iban: OWN_IBAN, amount: money(125_000n, "TRY"), description };
        if (index % 2 === 0) await bookTransfer({ accounts, clock, random }, order);
        else reported.push({ reference: `R${reported.length}`, minor: 125_000, description });
      }
      // A bank repeats the lines of the day in each file, and goes on writing to one of them.
      const content = camt053(OWN_IBAN, reported);
      const changedAt = Math.floor(Date.now() / 1_000);
      for (let index = 0; index < SALES_PER_ROUND; index += 1) {
        await paidOrder(service.api, { fields: { amount: 100_000 } });
      }
      const { rows: sold } = await pool.query<{ auth_code: string }>(
        `select auth_code from attempt where acquirer = 'sandbox' and kind = 'authorize'
           and state = 'approved' order by auth_code`,
      );
      const extract = extractOf(sold.map(({ auth_code: code }) => code));
      for (const name of ["day.csv", `part-${round}.csv`]) {
        extracts.files.set(name, { content: Buffer.from(extract), changedAt });
      }
      const { length } = server.read;
      for (const name of ["day.xml", `part-${round}.xml`]) {
        server.files.set(name, { content, changedAt });
      }
      await expect
        .poll(() => server.read.length, { timeout: DECIDED_WITHIN_MS, interval: 5 })
        .toBeGreaterThan(length);
      if (round === ROUNDS - 1) break;
      await service.kill();
      await service.start();
    }
    const [all, sales] = [ROUNDS * ORDERS_PER_ROUND, ROUNDS * SALES_PER_ROUND];
    const numberOf = async (sql: string): Promise<number> => {
      const { rows } = await pool.query<{ number: string }>(`select (${sql})::text as number`);
      return Number(rows[0]?.number);
    };
    const completed = "select count(*) from payment where state = 'completed'";
    await expect
      .poll(() => numberOf(completed), { timeout: DECIDED_WITHIN_MS, interval: 250 })
      .toBe(all + sales);
    const commissions = "select sum(amount) from posting where debit = 'acquirer_commission'";
    await expect
      .poll(() => numberOf(commissions), { timeout: DECIDED_WITHIN_MS, interval: 250 })
      .toBe(sales * 1_790);
    // The lines that the looks read again after the last payment change nothing.
    const { length } = server.read;
    server.files.set("again.xml", { content: camt053(OWN_IBAN, reported), changedAt: 1 });
    await expect
      .poll(() => server.read.length, { timeout: DECIDED_WITHIN_MS })
      .toBeGreaterThan(length);
    expect(await numberOf(commissions)).toBe(sales * 1_790);
    expect(await numberOf("select count(distinct order_id) from statement_line")).toBe(all);
    expect(await numberOf("select count(*) from statement_line where state = 'matched'")).toBe(all);
    expect(await numberOf("select count(*) from statement_line where state <> 'matched'")).toBe(0);
    const posted = "select sum(amount) from posting where credit = 'merchant_payable'";
    expect(await numberOf(posted)).toBe(all * 125_000 + sales * 100_000);
    // It ends with 1 if anything differs.
    await vezne(["verify"]);
  });
});
