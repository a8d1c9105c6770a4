import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createApiClient, type ApiClient } from "../support/api-client.ts";
import { query } from "../support/merchant-calls.ts";
import { startTestService, type TestMerchant, type TestService } from "../support/service.ts";

const CARD = "5528790000000008";

describe("paying by card in live mode", () => {
  let shop: TestService;
  let live: ApiClient;
  beforeAll(async () => {
    shop = await startTestService();
    live = createApiClient(shop.url, shop.merchant.liveApiKey);
    // Tests have no bank for live cards, so the test bank is used in live mode.
    const { acquirers } = shop.service.deps;
    const bank = await acquirers.byName("sandbox");
    vi.spyOn(acquirers, "choose").mockResolvedValue([bank]);
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await shop.close();
  });

  const withKey = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });
  const paymentsOf = (session: string) =>
    query(shop, "select state, three_d_secure from payment where session_id = $1", [session]);

  it.each([{}, { is_3d: false }])(
    "requires 3-D Secure where the caller knows only the session: %j",
    async (fields) => {
      const session = await live.session();
      const { body } = await live.pay(session, CARD, { fields });
      expect(body).toMatchObject({ success: true, status: "processing" });
      expect(body["redirect_url"]).toContain("/checkout/bank?");
      expect(await paymentsOf(session)).toEqual([{ state: "challenged", three_d_secure: true }]);
    },
  );

  it("charges at once for a caller with the merchant's key", async () => {
    const session = await live.session();
    const { body } = await live.pay(session, CARD, withKey(shop.merchant.liveApiKey));
    expect(body).toMatchObject({ success: true, status: "completed" });
    expect(await paymentsOf(session)).toEqual([{ state: "completed", three_d_secure: false }]);
  });

  it("requires 3-D Secure also with the merchant's key, where the policy is always", async () => {
    const careful = await shop.createMerchant("Dikkatli", { threeDSecure: "always" });
    const session = await live.session({ merchant_api_key: careful.liveApiKey });
    const { body } = await live.pay(session, CARD, withKey(careful.liveApiKey));
    expect(body["status"]).toBe("processing");
  });

  it("leaves test mode unchanged, with and without a key", async () => {
    for (const options of [{}, withKey(shop.merchant.testApiKey)]) {
      const paid = await shop.api.pay(await shop.api.session(), CARD, options);
      expect(paid.body["status"]).toBe("completed");
    }
  });

  describe("with a key that is not the session's", () => {
    let other: TestMerchant;
    beforeAll(async () => void (other = await shop.createMerchant("Başka")));

    it.each([
      ["of another merchant", () => other.liveApiKey],
      ["of the other mode", () => shop.merchant.testApiKey],
    ])("%s answers like an unknown session", async (_, keyOf) => {
      const session = await live.session();
      const { body } = await live.pay(session, CARD, withKey(keyOf()));
      const unknown = await live.pay(`${session}0`, CARD, withKey(keyOf()));
      expect(body).toMatchObject({ status: 404, code: "session_not_found", success: false });
      expect(body["detail"]).toBe(unknown.body["detail"]);
      expect(await paymentsOf(session)).toEqual([]);
    });

    it("that is invalid answers 401, in either style", async () => {
      const session = await live.session();
      const wrong = withKey(`vz_live_${"0".repeat(40)}`);
      const flags = await live.pay(session, CARD, wrong);
      expect(flags.headers.get("www-authenticate")).toBe("Bearer");
      expect(flags.body).toMatchObject({ status: 401, code: "invalid_api_key", success: false });
      const headers = { ...wrong.headers, "vezne-response-style": "codes" };
      const codes = await live.pay(session, CARD, { headers });
      expect([codes.status, codes.body["status"]]).toEqual([401, -1]);
      expect(await paymentsOf(session)).toEqual([]);
    });
  });
});
