// tier: night
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createApiClient } from "../support/api-client.ts";
import { importBins, resetBins } from "../support/card-tables.ts";
import { runCommand } from "../support/command-line.ts";
import { startTestService, type TestService } from "../support/service.ts";

const HEAD = "bin,bank_name,card_brand,card_type,card_category,card_program,bank_code";
const HALKBANK = "5528790000000008";
const CONTRADICTION = [HEAD, "552879,A,visa,credit,,,", "552879,B,visa,credit,,,"];

/** Each command starts a process, which takes seconds on a busy machine. */
const timeout = 60_000;

describe("importing a BIN table", { timeout }, () => {
  let shop: TestService;
  let folder: string;
  beforeAll(async () => {
    shop = await startTestService();
    folder = mkdtempSync(join(tmpdir(), "vezne-bins-"));
  });
  afterAll(async () => {
    await shop.close();
    rmSync(folder, { recursive: true, force: true });
  });
  afterEach(() => resetBins(shop));

  const vezne = (...args: readonly string[]) => runCommand(shop.database, args);
  const fileOf = (lines: readonly string[]): string => {
    const file = join(folder, "bins.csv");
    writeFileSync(file, `${lines.join("\n")}\n`);
    return file;
  };
  const look = async (bin_number: string) => {
    const session_id = await shop.api.session();
    return (await shop.api.post("/api/v1/payment/bin", { session_id, bin_number })).body;
  };

  it("replaces the whole table, for look-ups and payments of a running service", async () => {
    const file = fileOf([
      HEAD,
      "552879,Katılım Bankası,mastercard,debit,commercial,,0205",
      '45000011,"Deneme, A.Ş.",VISA,credit,individual,World,67',
      "552879,Katılım Bankası,mastercard,debit,commercial,,0205",
    ]);
    const imported = await vezne("bins", "import", file, "--mode", "test", "--json");
    expect(imported).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(imported.stdout)).toEqual({
      imported: true,
      records: 2,
      added: 2,
      changed: 0,
      removed: 0,
      duplicates: [{ line: 4, bin: "552879", first_line: 2 }],
      set_aside: [],
    });

    // Without a look-up before it, the payment itself must notice the import.
    const paid = await shop.api.pay(await shop.api.session(), HALKBANK);
    expect(paid.body).toMatchObject({ status: "completed", payment_type: "debitcard" });
    expect(await look("552879")).toMatchObject({
      bank_name: "Katılım Bankası",
      card_type: "debit",
      card_category: "commercial",
    });
    expect(await look("450000")).toMatchObject({
      bank_name: "Deneme, A.Ş.",
      card_program: "World",
    });
    expect(await look("454359")).toMatchObject({ bank_name: null, card_program: null });
  });

  it("reads a bank's list by a mapping that was tried on it, and counts before it changes", async () => {
    const list = join(folder, "bank.csv");
    writeFileSync(list, "Akbank BIN listesi\nBIN NO;Kart Tipi;Marka\n552608;Kredi;Axess\n");
    const mapping = join(folder, "mapping.json");
    const columns = { bin: "BIN NO", card_type: "Kart Tipi", card_program: "Marka" };
    const values = { card_type: { Kredi: "credit" } };
    const fixed = { bank_name: "Akbank", bank_code: "46" };
    writeFileSync(mapping, JSON.stringify({ columns, values, fixed }));
    const json = async (...args: readonly string[]): Promise<unknown> =>
      JSON.parse((await vezne("bins", ...args, "--json")).stdout);
    const map = ["map", "akbank", "--mapping", mapping, "--sample", list];
    expect(await json(...map)).toMatchObject({ kept: true, rows: 1 });
    const take = ["import", list, "--mapping", "akbank", "--mode", "test"];
    const counts = { records: 1, added: 1, changed: 0, removed: 0 };
    expect(await json(...take, "--preview")).toMatchObject({ imported: false, ...counts });
    expect(await look("552879")).toMatchObject({ card_program: "Paraf" });
    expect(await json(...take)).toMatchObject({ imported: true, ...counts });
    expect(await look("552608")).toMatchObject({ bank_name: "Akbank", card_program: "Axess" });
    writeFileSync(list, "BIN;Kart Tipi;Marka\n552608;Kredi;Axess\n");
    expect(await json(...take)).toMatchObject({
      problems: [{ column: "BIN NO", message: 'is a column that is missing; the file has "BIN"' }],
    });
  });

  it("prints what changed since the last import", async () => {
    await importBins(shop, [HEAD, "450001,A,visa,credit,,,", "450002,A,visa,credit,,,"]);
    const next = [HEAD, "450002,B,visa,credit,,,", "450003,A,visa,credit,,,"];
    expect(await importBins(shop, next)).toEqual({
      records: 2,
      added: 1,
      changed: 1,
      removed: 1,
      duplicates: [],
      setAside: [],
    });
  });

  it("takes the other rows of a file with a row that can't be read, and tells of that row", async () => {
    const odd = "45000x,C,visa,credit,,,";
    const file = fileOf([HEAD, "450001,Yap\u0131,visa,credit,,,", odd, "450003,A,visa,credit,,,"]);
    const imported = await vezne("bins", "import", file, "--mode", "test", "--json");
    expect(JSON.parse(imported.stdout)).toMatchObject({
      records: 2,
      set_aside: [{ line: 3, text: odd, reason: "bin must be 6 to 8 digits" }],
    });
    expect(await look("450003")).toMatchObject({ bank_name: "A" });
    const told = await vezne("bins", "import", file, "--mode", "test");
    expect(told).toMatchObject({ code: 0 });
    expect(told.stderr).toContain(`bins.csv:3: bin must be 6 to 8 digits: ${odd}\n`);
  });

  it.each([
    ["an empty file", []],
    ["no rows", [HEAD]],
    ["rubbish", ['bin,"\u0001\u0002', "xx"]],
    ["a contradiction", CONTRADICTION],
    ["a whole card number", [HEAD, `${HALKBANK},A,visa,credit,,,`]],
  ])("leaves the table unchanged for %s", async (_, lines) => {
    await expect(importBins(shop, lines)).rejects.toThrow("not imported");
    expect(await look("552879")).toMatchObject({ bank_name: "Halkbank" });
  });

  it("prints why a file is refused, by line, and exits with 1", async () => {
    const file = fileOf(CONTRADICTION);
    const message = "contradicts line 2 about bin 552879";
    const refused = await vezne("bins", "import", file, "--mode", "test");
    expect(refused).toEqual({
      code: 1,
      stdout: "",
      stderr: `${file}:3: ${message}\nvezne: nothing was imported\n`,
    });
    const asJson = await vezne("bins", "import", file, "--mode", "test", "--json");
    expect(asJson).toMatchObject({ code: 1, stderr: "" });
    expect(JSON.parse(asJson.stdout)).toEqual({
      imported: false,
      problem_count: 1,
      problems: [{ line: 3, message }],
    });
    const missing = await vezne("bins", "import", join(folder, "none.csv"), "--json");
    expect(missing.code).toBe(1);
    expect(missing.stderr).toMatch(/^vezne: .*none\.csv can't be read/);
    const error = missing.stderr.slice("vezne: ".length).trimEnd();
    expect(JSON.parse(missing.stdout)).toEqual({ error: { message: error, exit_code: 1 } });
  });

  it("can be undone by a return to the sandbox table, in every process", async () => {
    await importBins(shop, [HEAD, "552879,Y,mastercard,credit,,,"]);
    const other = await startTestService({ database: shop.database });
    const client = createApiClient(other.url, shop.merchant.testApiKey);
    const session_id = await client.session();
    const ask = () => client.post("/api/v1/payment/bin", { session_id, bin_number: "552879" });
    expect((await ask()).body["bank_name"]).toBe("Y");
    expect((await vezne("bins", "reset", "--mode", "test", "--json")).stdout).toBe(
      '{"reset":true}\n',
    );
    expect((await ask()).body["bank_name"]).toBe("Halkbank");
    expect(await look("552879")).toMatchObject({ bank_name: "Halkbank" });
    await other.service.stop();
  });

  it("replaces the table of live mode by default, and leaves that of test mode", async () => {
    const file = fileOf([HEAD, "552879,Canlı Banka,mastercard,credit,,,"]);
    expect((await vezne("bins", "import", file)).code).toBe(0);
    const shown = await vezne("bins", "show", "55287900", "--json");
    expect(JSON.parse(shown.stdout)).toMatchObject({ bin: "552879", bank_name: "Canlı Banka" });
    expect(await look("552879")).toMatchObject({ bank_name: "Halkbank" });
    expect((await vezne("bins", "reset", "--json")).stdout).toBe('{"reset":true}\n');
  });

  it("corrects one row at the command line", async () => {
    const correct = "bins correct 552879 --mode test --card-type debit --json".split(" ");
    const corrected = await vezne(...correct, "--bank-name", "Düzeltilmiş Banka");
    expect(JSON.parse(corrected.stdout)).toMatchObject({ card_brand: "mastercard" });
    expect(await look("552879")).toMatchObject({ bank_name: "Düzeltilmiş Banka" });
    const wrong = await vezne("bins", "correct", "552879", "--card-type", "gold");
    expect(wrong).toMatchObject({ code: 1, stdout: "" });
    expect(wrong.stderr).toContain("--card-type must be one of credit, debit, prepaid");
    expect((await vezne("bins", "uncorrect", "552879", "--mode", "test")).code).toBe(0);
    expect(await look("552879")).toMatchObject({ bank_name: "Halkbank" });
  });
});
