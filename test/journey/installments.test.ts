// tier: core
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApiClient } from "../support/api-client.ts";
import { importLimits, importRates } from "../support/card-tables.ts";
import { startTestService, type TestService } from "../support/service.ts";

const PATHS = ["/api/v1/payment/installment", "/api/v1/payment/installments"] as const;
const COUNTS = [1, 2, 3, 6, 9, 12];

type Option = Readonly<
  Record<"count" | "total_amount" | "installment_amount" | "commission_rate", number>
>;

describe("looking up installments", () => {
  let shop: TestService;
  let session: string;
  beforeAll(async () => {
    shop = await startTestService();
    session = await shop.api.session();
  });
  afterAll(() => shop.close());

  const look = (bin_number: string, fields: object = {}) =>
    shop.api.post(PATHS[0], { session_id: session, bin_number, ...fields });
  const optionsFor = async (bin: string, fields: object = {}) =>
    (await look(bin, fields)).body["installments"] as readonly Option[];
  const countsFor = async (bin: string, fields: object = {}) =>
    (await optionsFor(bin, fields)).map(({ count }) => count);

  it.each(PATHS)("answers at %s with the card and its payment options", async (path) => {
    const found = await shop.api.post(path, { session_id: session, bin_number: "54003600" });
    expect(found.status).toBe(200);
    expect(found.body).toEqual({
      success: true,
      bank_name: "Garanti",
      card_brand: "mastercard",
      card_type: "credit",
      card_program: "Bonus",
      installments: [
        { count: 1, total_amount: 125_000, installment_amount: 125_000, commission_rate: 0 },
        { count: 2, total_amount: 127_488, installment_amount: 63_744, commission_rate: 1.99 },
        { count: 3, total_amount: 128_738, installment_amount: 42_912, commission_rate: 2.99 },
        { count: 6, total_amount: 132_488, installment_amount: 22_081, commission_rate: 5.99 },
        { count: 9, total_amount: 136_238, installment_amount: 15_137, commission_rate: 8.99 },
        { count: 12, total_amount: 139_988, installment_amount: 11_665, commission_rate: 11.99 },
      ],
    });
  });

  it.each([
    ["552879", "Paraf"],
    ["454359", "Maximum"],
    ["540036", "Bonus"],
    ["545103", "World"],
    ["552608", "Axess"],
    ["979203", "CardFinans"],
    ["374427", "Bonus"],
    ["51000010", "Bankkart"],
  ])("offers 1 to 12 installments for %s, a credit card of %s", async (bin, program) => {
    const found = await look(bin);
    expect(found.body["card_program"]).toBe(program);
    expect(await countsFor(bin)).toEqual(COUNTS);
  });

  it.each(["411111", "540667", "999999", "40000099"])(
    "offers a single charge for %s, a credit card of no program or from abroad",
    async (bin) => {
      expect(await optionsFor(bin)).toEqual([
        { count: 1, total_amount: 125_000, installment_amount: 125_000, commission_rate: 0 },
      ]);
    },
  );

  it.each(["589004", "47666200", "40000067"])(
    "offers none for %s, a debit or prepaid card",
    async (bin) => {
      const found = await look(bin);
      expect(found.status).toBe(200);
      expect(found.body).toMatchObject({ success: true, installments: [] });
    },
  );

  it("uses the amount of the request where there is one", async () => {
    const [single, , third] = await optionsFor("540036", { amount: 1_003 });
    expect(single?.total_amount).toBe(1_003);
    // A commission of 29.9897 is rounded to 30; the first installment takes the remainder of one.
    expect(third).toEqual({
      count: 3,
      total_amount: 1_033,
      installment_amount: 344,
      commission_rate: 2.99,
    });
  });

  it("takes null for an amount that is left out", async () => {
    const [asked, left] = [await look("540036", { amount: null }), await look("540036")];
    expect([asked.status, asked.body]).toEqual([200, left.body]);
  });

  it.each([0, -1, 1.5, "125000", 1_000_000_000_000])("refuses the amount %j", async (amount) => {
    const refused = await look("540036", { amount });
    expect(refused.status).toBe(400);
    expect(refused.body["errors"]).toEqual([
      {
        field: "amount",
        message: "must be an integer of minor units from 1 to 999999999999",
      },
    ]);
  });

  it("refuses an unknown session, an expired one, and more than eight digits", async () => {
    const unknown = await look("540036", { session_id: "ses_unknown" });
    expect(unknown.status).toBe(404);
    const long = await look("540036000");
    expect(long.body).toMatchObject({ success: false, errors: [{ field: "bin_number" }] });
    const old = await shop.api.session();
    shop.clock.move(60 * 60 * 1_000);
    const expired = await look("540036", { session_id: old });
    expect(expired.status).toBe(410);
    expect(expired.body).toMatchObject({ success: false, code: "session_expired" });
    session = await shop.api.session();
  });

  it("uses a merchant's own table from its first day", async () => {
    const { merchant, testApiKey } = await shop.createMerchant("Beyaz Eşya");
    const owner = { merchantId: merchant.merchantId, mode: "test" } as const;
    await importRates(shop, owner, [
      "program,card_bank,installment_count,commission_rate,borne_by,valid_from,valid_to",
      "Bonus,own,2,3.5,customer,2026-01-01,2026-11-22",
      "Bonus,own,2,4,customer,2026-11-23,",
      "Bonus,own,4,5,merchant,2026-01-01,",
    ]);
    const client = createApiClient(shop.url, testApiKey);
    const offers = async (bin_number: string) => {
      const session_id = await client.session({ amount: 10_000 });
      const found = await client.post(PATHS[1], { session_id, bin_number });
      return (found.body["installments"] as readonly Option[]).map((option) => [
        option.count,
        option.total_amount,
        option.commission_rate,
      ]);
    };
    const single = [1, 10_000, 0];
    const merchantPays = [4, 10_000, 0];
    expect(await offers("540036")).toEqual([single, [2, 10_350, 3.5], merchantPays]);
    expect(await offers("51000032")).toEqual([single]);
    expect(await offers("552879")).toEqual([single]);
    shop.clock.move(2 * 24 * 60 * 60 * 1_000);
    expect(await offers("540036")).toEqual([single, [2, 10_400, 4], merchantPays]);
    session = await shop.api.session();
    expect(await countsFor("540036")).toEqual(COUNTS);
  });

  it("respects the category limits of the basket", async () => {
    const { merchant, testApiKey } = await shop.createMerchant("Telefoncu");
    const owner = { merchantId: merchant.merchantId, mode: "test" } as const;
    await importLimits(shop, owner, ["category,max_installments,valid_from", "526,3,2026-01-01"]);
    const client = createApiClient(shop.url, testApiKey);
    const offers = async (basket_items: object[]) => {
      const session_id = await client.session({ basket_items });
      const found = await client.post(PATHS[0], { session_id, bin_number: "540036" });
      return (found.body["installments"] as readonly Option[]).map(({ count }) => count);
    };
    expect(await offers([{ category: 1 }, { category: 526 }])).toEqual([1, 2, 3]);
    expect(await offers([{ category: 1 }, {}])).toEqual(COUNTS);
  });
});
