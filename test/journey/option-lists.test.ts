import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestService, type TestService } from "../support/service.ts";

const HOUR = 60 * 60 * 1_000;
const PATHS = ["wire-transfer-options", "wallet-options", "shopping-credit-options"] as const;

describe("option lists", () => {
  let shop: TestService;
  beforeAll(async () => void (shop = await startTestService()));
  afterAll(() => shop.close());

  const list = (path: string, session: string, options = {}) =>
    shop.api.send("POST", `/api/v1/payment/${path}?session_id=${session}`, options);

  it("contain the merchant's accounts in the session's currency", async () => {
    const { status, body } = await list("wire-transfer-options", await shop.api.session());
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      banks: [
        {
          bank_code: "0062",
          bank_name: "Garanti",
          iban: "TR400006200000000000000001",
          account_holder: "Kitapçı",
          currency: "TRY",
        },
        {
          bank_code: "0064",
          bank_name: "İş Bankası",
          iban: "TR250006400000000000000001",
          account_holder: "Kitapçı",
          currency: "TRY",
        },
        {
          bank_code: "0067",
          bank_name: "Yapı Kredi",
          iban: "TR510006700000000000000001",
          account_holder: "Kitapçı",
          currency: "TRY",
        },
      ],
    });
    const euro = await list("wire-transfer-options", await shop.api.session({ currency: "EUR" }));
    expect(euro.body["banks"]).toMatchObject([{ bank_code: "0062", currency: "EUR" }]);
  });

  it("contain the wallets", async () => {
    const { body } = await list("wallet-options", await shop.api.session());
    expect(body).toEqual({
      success: true,
      wallets: [
        { wallet_id: "hepsipay", name: "Hepsipay" },
        { wallet_id: "paycell", name: "Paycell" },
        { wallet_id: "tosla", name: "Tosla" },
      ],
    });
  });

  it("contain the lending banks with their limits, in lira only", async () => {
    const { body } = await list("shopping-credit-options", await shop.api.session());
    expect(body).toMatchObject({ success: true });
    expect(body["banks"]).toHaveLength(3);
    expect(body["banks"]).toMatchObject([
      {
        bank_code: "0062",
        bank_name: "Garanti",
        min_amount: 10_000,
        max_amount: 10_000_000,
        max_installments: 36,
      },
      { bank_code: "0064" },
      { bank_code: "0067" },
    ]);
    const euro = await list("shopping-credit-options", await shop.api.session({ currency: "EUR" }));
    expect(euro.body).toEqual({ success: true, banks: [] });
  });

  it.each(PATHS)("accept no body, an empty body and an empty object at %s", async (path) => {
    const session = await shop.api.session();
    const json = { "content-type": "application/json" };
    for (const options of [
      {},
      { headers: json },
      { headers: json, body: "" },
      { headers: json, body: "{}" },
      { headers: json, body: '{"page":2}' },
    ]) {
      const { status, body } = await list(path, session, options);
      expect([status, body["success"]]).toEqual([200, true]);
    }
  });

  it.each(PATHS)("refuse a body that is no object at %s", async (path) => {
    const session = await shop.api.session();
    const headers = { "content-type": "application/json" };
    for (const body of ["[]", '"x"', "7", "{"]) {
      const refused = await list(path, session, { headers, body });
      expect(refused.status).toBe(400);
      expect(refused.body["success"]).toBe(false);
    }
    const form = await list(path, session, {
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "a=b",
    });
    expect(form.status).toBe(415);
  });

  it.each(PATHS)("refuse a missing, an unknown and an expired session at %s", async (path) => {
    const missing = await shop.api.send("POST", `/api/v1/payment/${path}`);
    expect(missing.status).toBe(400);
    expect(missing.body).toMatchObject({ errors: [{ field: "session_id" }], success: false });
    const unknown = await list(path, "ses_unknown");
    expect(unknown.status).toBe(404);
    expect(unknown.body["code"]).toBe("session_not_found");
    const session = await shop.api.session();
    shop.clock.move(HOUR);
    const expired = await list(path, session);
    expect(expired.status).toBe(410);
    expect(expired.headers.get("content-type")).toMatch(/^application\/problem\+json/);
    expect(expired.body).toMatchObject({ code: "session_expired", success: false });
  });

  it.each(PATHS)("accept only POST at %s", async (path) => {
    const got = await shop.api.get(`/api/v1/payment/${path}?session_id=ses_x`);
    expect(got.status).toBe(405);
    expect(got.headers.get("allow")).toBe("POST");
  });

  it("are empty for a live merchant without accounts, wallets or lenders", async () => {
    const { liveApiKey } = shop.merchant;
    const session = await shop.api.session({ merchant_api_key: liveApiKey });
    expect((await list("wire-transfer-options", session)).body["banks"]).toEqual([]);
    expect((await list("wallet-options", session)).body["wallets"]).toEqual([]);
    expect((await list("shopping-credit-options", session)).body["banks"]).toEqual([]);
    const pay = (type: string) =>
      shop.api.post("/api/v1/payment/pay", { session_id: session, payment_type: type });
    expect((await pay("wire_transfer")).body["code"]).toBe("payment_type_not_available");
    expect((await pay("papel")).body["code"]).toBe("acquirer_not_configured");
  });
});
