// tier: night
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCommand } from "../support/command-line.ts";
import { startTestService, type TestService } from "../support/service.ts";

/** Each command starts a process, which takes seconds on a busy machine. */
const timeout = 60_000;

describe("a merchant's own commission table", { timeout }, () => {
  let shop: TestService;
  let folder: string;
  let owner: readonly string[];
  beforeAll(async () => {
    shop = await startTestService();
    folder = mkdtempSync(join(tmpdir(), "vezne-rates-"));
    owner = ["--merchant", shop.merchant.merchant.merchantId, "--mode", "test", "--json"];
  });
  afterAll(async () => {
    await shop.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const run = async (...args: readonly string[]) => {
    const end = await runCommand(shop.database, [...args, ...owner]);
    return { ...end, json: JSON.parse(end.stdout) as unknown };
  };
  const fileOf = (lines: readonly string[]): string => {
    const file = join(folder, "table.csv");
    writeFileSync(file, `${lines.join("\n")}\n`);
    return file;
  };
  const counts = async (category: number) => {
    const session_id = await shop.api.session({ basket_items: [{ category }] });
    const asked = { session_id, bin_number: "540036" };
    const { body } = await shop.api.post("/api/v1/payment/installments", asked);
    return (body["installments"] as readonly { readonly count: number }[]).map(
      ({ count }) => count,
    );
  };

  it("is imported, listed and removed on the command line", async () => {
    const rates = fileOf([
      "program;card_bank;installment_count;commission_rate;borne_by;valid_from;valid_to",
      "Bonus;own;2;1,75;customer;2026-01-01;",
      "Bonus;own;4;3,5;merchant;2026-01-01;2026-12-31",
    ]);
    expect((await run("commissions", "import", rates)).json).toEqual({
      imported: true,
      rows: 2,
      set_aside: [],
    });
    shop.clock.move(1_000);
    expect(await counts(1)).toEqual([1, 2, 4]);
    const listed = await run("commissions", "list");
    expect(listed.json).toMatchObject({
      rates: [
        { program: "Bonus", bank_code: "0062", installment_count: 2, commission_rate: 1.75 },
        { borne_by: "merchant", valid_from: "2026-01-01", valid_to: "2026-12-31" },
      ],
    });
    await run("commissions", "reset");
    shop.clock.move(1_000);
    expect(await counts(1)).toEqual([1, 2, 3, 6, 9, 12]);
  });

  it("stays unchanged when the next file is invalid", async () => {
    const rates = fileOf([
      "program,card_bank,installment_count,commission_rate,valid_from",
      "Bonus,own,2,1.75,2026-01-01",
      "Bonus,own,2,2.75,2026-02-01",
    ]);
    const refused = await run("commissions", "import", rates);
    expect(refused.code).toBe(1);
    expect(refused.json).toMatchObject({ imported: false, problems: [{ line: 3 }] });
    expect(await counts(1)).toEqual([1, 2, 3, 6, 9, 12]);
  });

  it("is restricted by category limits, imported in the same way", async () => {
    const limits = fileOf(["category,max_installments,valid_from", "526,3,2026-01-01"]);
    const imported = await run("installment-limits", "import", limits);
    expect(imported.json).toEqual({ imported: true, rows: 1, set_aside: [] });
    shop.clock.move(1_000);
    expect(await counts(526)).toEqual([1, 2, 3]);
    expect((await run("installment-limits", "list")).json).toEqual({
      limits: [{ category: 526, max_installments: 3, valid_from: "2026-01-01", valid_to: null }],
    });
    await run("installment-limits", "reset");
    shop.clock.move(1_000);
    expect(await counts(526)).toEqual([1, 2, 3, 6, 9, 12]);
  });

  it("must belong to an existing merchant", async () => {
    const nobody = ["--merchant", "mer_00000000", "--mode", "live"];
    const refused = await runCommand(shop.database, ["commissions", "list", ...nobody]);
    expect(refused).toMatchObject({
      code: 1,
      stderr: "vezne: there is no merchant mer_00000000\n",
    });
  });
});
