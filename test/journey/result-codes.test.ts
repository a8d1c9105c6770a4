// tier: core
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DeclineReason } from "../../src/domain/payment/decline.ts";
import { startTestService, type TestService } from "../support/service.ts";

/** Sandbox card, `code` of the flags style, `status` of the codes style (contract C4 and C7). */
const CARDS: readonly (readonly [string, string, DeclineReason | undefined, number])[] = [
  ["5528790000000008", "approved", undefined, 0],
  ["4543590000000006", "approved", undefined, 0],
  ["5400360000000003", "approved", undefined, 0],
  ["5451030000000000", "approved", undefined, 0],
  ["5526080000000006", "approved", undefined, 0],
  ["9792030000000000", "approved", undefined, 0],
  ["374427000000003", "approved", undefined, 0],
  ["5890040000000016", "approved", undefined, 0],
  ["4766620000000001", "approved", undefined, 0],
  ["4111111111111129", "insufficient balance", "insufficient_balance", -2],
  ["4129111111111111", "do not honour", "do_not_honour", -1],
  ["4127111111111113", "lost", "card_blocked", -3],
  ["4126111111111114", "stolen", "card_blocked", -3],
  ["4120111111111110", "pick up", "card_blocked", -3],
  ["4125111111111115", "expired", "expired_card", -1],
  ["4124111111111116", "wrong CVC", "invalid_cvc", -1],
  // The customer may be the fraudster, so a suspicion of fraud is answered as `do_not_honour`.
  ["4121111111111119", "fraud suspect", "do_not_honour", -1],
  ["4130111111111118", "general error", "general_error", -1],
  ["5406670000000009", "approved", undefined, 0],
  ["4157920000000002", "approved after 5 seconds", undefined, 0],
];

describe("every sandbox card in both response styles", () => {
  let shop: TestService;
  beforeAll(async () => void (shop = await startTestService()));
  afterAll(() => shop.close());

  it.each(CARDS)("%s is %s", async (card, _, code, number) => {
    const flags = await shop.api.pay(await shop.api.session(), card);
    expect(flags.status).toBe(200);
    expect(flags.body).toMatchObject(
      code === undefined
        ? { success: true, status: "completed" }
        : { success: false, status: "failed", code },
    );
    const codes = await shop.api.pay(await shop.api.session(), card, {
      headers: { "vezne-response-style": "codes" },
    });
    expect(codes.status).toBe(200);
    expect(codes.body).toMatchObject({
      status: number,
      order_id: expect.stringMatching(/^ORD-/),
      amount: 125_000,
      card_last_four: card.slice(-4),
      card_token: null,
    });
    expect(codes.body).not.toHaveProperty("success");
  });

  it.each(["FLAGS", "numeric", "", "flags, codes"])(
    "refuses the unknown style %j before anything else happens",
    async (style) => {
      const session = await shop.api.session();
      const headers = { "vezne-response-style": style };
      const refused = await shop.api.pay(session, CARDS[0]?.[0] ?? "", { headers });
      expect(refused.body).toMatchObject({
        success: false,
        status: 400,
        code: "validation_failed",
        detail: "Vezne-Response-Style must be flags or codes.",
        errors: [{ field: "Vezne-Response-Style", message: "must be flags or codes" }],
      });
      expect((await shop.api.pay("ses_x", CARDS[0]?.[0] ?? "", { headers })).status).toBe(400);
      const paid = await shop.api.pay(session, CARDS[0]?.[0] ?? "");
      expect(paid.body["status"]).toBe("completed");
    },
  );

  it("sends the customer to the bank with 1, a redirect URL and a form", async () => {
    const codes = await shop.api.pay(await shop.api.session(), "5528790000000008", {
      fields: { is_3d: true },
      headers: { "vezne-response-style": "codes" },
    });
    expect(codes.body).toMatchObject({
      status: 1,
      redirect_url: expect.stringContaining("/checkout/bank?"),
      html_content: expect.stringContaining("<form"),
    });
  });

  it.each(["1999", "2100", "30"])(
    "answers the expiry year %s with the years that are accepted",
    async (expire_year) => {
      const card = { fields: { expire_year } };
      const answer = await shop.api.pay(await shop.api.session(), "5528790000000008", card);
      expect(answer.body["errors"]).toEqual([
        { field: "expire_year", message: "must be four digits from 2000 to 2099" },
      ]);
    },
  );

  it("answers a request that could not become a payment with −4, −5, or −1 and the problem", async () => {
    const styled = { headers: { "vezne-response-style": "codes" } };
    const session = await shop.api.session();
    const number = await shop.api.pay(session, "5528790000000009", styled);
    expect([number.status, number.body["status"]]).toEqual([200, -5]);
    for (const length of ["", "552879000000", "4".repeat(65), "4".repeat(300)]) {
      const answer = await shop.api.pay(session, length, styled);
      expect([answer.status, answer.body["status"]]).toEqual([200, -5]);
    }
    const wrong = await shop.api.pay(session, "5528790000000008", {
      ...styled,
      fields: { installment_count: "7" },
    });
    expect([wrong.status, wrong.body["status"], wrong.body["code"]]).toEqual([
      400,
      -1,
      "installment_not_available",
    ]);
    shop.clock.move(60 * 60 * 1_000);
    const expired = await shop.api.pay(session, "5528790000000008", styled);
    expect([expired.status, expired.body["status"]]).toEqual([200, -4]);
  });

  it("uses the merchant's setting where the request names no style", async () => {
    const { testApiKey } = await shop.createMerchant("Kodlar", { responseStyle: "codes" });
    const session = await shop.api.session({ merchant_api_key: testApiKey });
    const paid = await shop.api.pay(session, "5528790000000008");
    expect(paid.body["status"]).toBe(0);
    const other = await shop.api.pay(session, "5528790000000008", {
      headers: { "vezne-response-style": "flags" },
    });
    expect(other.body["code"]).toBe("session_already_paid");
  });
});
