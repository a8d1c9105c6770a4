import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importBins } from "../support/card-tables.ts";
import { query } from "../support/merchant-calls.ts";
import { startTestService, type TestService } from "../support/service.ts";

const HEAD = "bin,bank_name,card_brand,card_type,card_program,bank_code";
const CARD = "5528790000000008";
/** Rows beside the looked-up ones, so that a swap takes measurable time. */
const FILLERS = 2_000;

/** A table in which every row names the same bank. */
function tableOf(bank: string): readonly string[] {
  const program = bank === "Ak" ? "Axess" : "World";
  const bins = ["552879", "55287900", "55287911", "45000000", "450000"];
  const fillers = Array.from({ length: FILLERS }, (_, index) => String(60_000_000 + index));
  return [HEAD, ...[...bins, ...fillers].map((bin) => `${bin},${bank},visa,credit,${program},`)];
}

describe("a BIN table that is replaced under load", () => {
  let shop: TestService;
  beforeAll(async () => void (shop = await startTestService()));
  afterAll(() => shop.close());

  it("always answers from one whole table, and from the new one as soon as it is imported", async () => {
    const session_id = await shop.api.session();
    const imported = async (bank: string): Promise<void> => {
      await importBins(shop, tableOf(bank));
      const bin = { session_id, bin_number: "55287911" };
      const { body } = await shop.api.post("/api/v1/payment/bin", bin);
      expect(body["bank_name"]).toBe(bank);
    };
    // The import comes before the first payment, because one right after it may use the old table.
    await imported("Ak");
    const seen = new Set<string>();
    const load = { runs: true };
    const customer = async (bin_number: string): Promise<void> => {
      while (load.runs) {
        const { status, body } = await shop.api.post("/api/v1/payment/installments", {
          session_id,
          bin_number,
        });
        seen.add(`${status} ${String(body["bank_name"])} ${String(body["card_program"])}`);
      }
    };
    const payer = async (): Promise<void> => {
      while (load.runs) await shop.api.pay(await shop.api.session(), CARD);
    };
    const customers = [
      ...["552879", "55287900", "55287911", "450000", "4500000"].map(customer),
      payer(),
      payer(),
    ];
    for (const bank of ["Yapi", "Ak", "Yapi", "Ak", "Yapi"]) await imported(bank);
    load.runs = false;
    await Promise.all(customers);
    expect([...seen].toSorted()).toEqual(["200 Ak Axess", "200 Yapi World"]);
    const paid = await query(
      shop,
      "select distinct card_bank, card_program, payment_type from payment order by card_bank",
    );
    for (const row of paid) {
      expect([
        { card_bank: "Ak", card_program: "Axess", payment_type: "creditcard" },
        { card_bank: "Yapi", card_program: "World", payment_type: "creditcard" },
      ]).toContainEqual(row);
    }
    expect(paid.length).toBeGreaterThan(0);
  });

  it("is one of two tables that are imported at the same time, never a mixture", async () => {
    await Promise.all([importBins(shop, tableOf("Ak")), importBins(shop, tableOf("Yapi"))]);
    const banks = await query(shop, "select bank_name, count(*)::int from bin_list_row group by 1");
    expect(banks).toHaveLength(1);
    expect(banks[0]?.["count"]).toBe(FILLERS + 5);
  });

  it("stays unchanged when an import dies before its end", async () => {
    await importBins(shop, tableOf("Ak"));
    await expect(
      importBins(shop, [HEAD, "45000000,Yapi,visa,credit,,", "45000000,Other,visa,credit,,"]),
    ).rejects.toThrow("contradicts line 2");
    const [count] = await query(
      shop,
      "select count(*)::int from bin_list_row where bank_name = 'Ak'",
    );
    expect(count?.["count"]).toBe(FILLERS + 5);
  });
});
