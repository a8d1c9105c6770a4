// tier: core
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TEST_CARDS } from "../../src/bank/test-cards.ts";
import { startTestService, type TestService } from "../support/service.ts";

const PATHS = ["/api/v1/payment/bin", "/api/v1/payment/bin-check"] as const;

describe("looking up a BIN", () => {
  let shop: TestService;
  let session: string;
  beforeAll(async () => {
    shop = await startTestService();
    session = await shop.api.session();
  });
  afterAll(() => shop.close());

  const look = (bin_number: unknown, fields: object = {}) =>
    shop.api.post(PATHS[0], { session_id: session, bin_number, ...fields });

  it.each(PATHS)("answers at %s", async (path) => {
    const found = await shop.api.post(path, { session_id: session, bin_number: "552879" });
    expect(found.status).toBe(200);
    expect(found.body).toEqual({
      success: true,
      bank_name: "Halkbank",
      card_brand: "mastercard",
      card_type: "credit",
      card_category: "individual",
      card_program: "Paraf",
    });
  });

  it("recognises every sandbox card by six, seven and eight digits", async () => {
    for (const card of TEST_CARDS) {
      for (const length of [6, 7, 8]) {
        const { body } = await look(card.number.slice(0, length));
        expect(body).toMatchObject({
          success: true,
          bank_name: card.bank,
          card_brand: card.brand,
          card_type: card.type,
        });
      }
    }
  });

  it.each([
    ["40000099", { bank_name: "Musterbank", card_type: "credit" }],
    ["51000062", { bank_name: "Garanti", card_category: "commercial", card_program: "Bonus" }],
    ["40000067", { card_type: "prepaid" }],
    // Rows of several banks begin with these six digits.
    ["510000", { bank_name: null, card_brand: "mastercard", card_type: "credit" }],
  ])("answers the known facts about %s", async (bin, expected) => {
    expect((await look(bin)).body).toMatchObject({ success: true, ...expected });
  });

  it("answers an unknown BIN with its brand, a credit card and no bank", async () => {
    const found = await look("356600");
    expect(found.status).toBe(200);
    expect(found.body).toEqual({
      success: true,
      bank_name: null,
      card_brand: "jcb",
      card_type: "credit",
      card_category: "individual",
      card_program: null,
    });
  });

  it.each([["55287"], ["552879000"], ["5528790000000008"], ["55287x"], [552879], [null], [""]])(
    "refuses %j and says what would be right",
    async (bin) => {
      const refused = await look(bin);
      expect(refused.status).toBe(400);
      expect(refused.headers.get("content-type")).toMatch(/^application\/problem\+json/);
      expect(refused.body).toMatchObject({
        success: false,
        code: "validation_failed",
        errors: [
          {
            field: "bin_number",
            message: "must be a string of the card number's first 6 to 8 digits",
          },
        ],
      });
    },
  );

  it("requires both fields and an existing session", async () => {
    const empty = await shop.api.post(PATHS[0], {});
    expect(empty.status).toBe(400);
    expect(empty.body["detail"]).toBe("session_id is required. bin_number is required.");
    const unknown = await look("552879", { session_id: `${session.slice(0, -1)}~` });
    expect(unknown.status).toBe(404);
    expect(unknown.body).toMatchObject({ success: false, code: "session_not_found" });
  });

  it("accepts only POST", async () => {
    const refused = await shop.api.get(PATHS[1]);
    expect(refused.status).toBe(405);
    expect(refused.headers.get("allow")).toBe("POST");
  });

  it("refuses a session that was created an hour ago", async () => {
    const old = await shop.api.session();
    shop.clock.move(60 * 60 * 1_000);
    const refused = await look("552879", { session_id: old });
    expect(refused.status).toBe(410);
    expect(refused.body).toMatchObject({ success: false, code: "session_expired" });
  });

  it("writes no digits of a card into the log", () => {
    const digits = /55287|4000009|51000062|356600/;
    // Random ids and the service's port may contain such digits by chance.
    const chance = /"(?:req_[0-9a-z]{20}|mer_[0-9a-z]{8})"/g;
    const lines = shop.logLines.map((line) => line.replaceAll(chance, "").replace(shop.url, ""));
    expect(lines.length).toBeGreaterThan(50);
    expect(lines.filter((line) => digits.test(line))).toEqual([]);
  });
});
