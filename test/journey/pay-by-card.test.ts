// tier: core
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestService, type TestService } from "../support/service.ts";

const APPROVED = "5528790000000008";

describe("paying by card", () => {
  let shop: TestService;
  beforeAll(async () => void (shop = await startTestService()));
  afterAll(() => shop.close());

  it("charges at once without 3-D Secure and answers in the flags style", async () => {
    const session = await shop.api.session();
    const paid = await shop.api.pay(session, APPROVED);
    expect(paid.status).toBe(200);
    expect(paid.body).toEqual({
      success: true,
      order_id: expect.stringMatching(/^ORD-/),
      status: "completed",
      message: "Ödeme tamamlandı.",
      amount: 125_000,
      currency: "TRY",
      payment_type: "creditcard",
      card_last_four: "0008",
    });
    const status = await shop.api.status(session, paid.body["order_id"]);
    expect(status.body).toMatchObject({ success: true, status: "completed", amount: 125_000 });
  });

  it("takes a pasted number with spaces of any kind, invisible marks and wide digits", async () => {
    for (const number of ["5528\u200b7900\u20600000\u00a00008", "５５２８‑7900-0000.0008"]) {
      const paid = await shop.api.pay(await shop.api.session(), number);
      expect(paid.body).toMatchObject({ status: "completed", card_last_four: "0008" });
    }
  });

  it("refuses a holder's name that no bank may get, and makes no order", async () => {
    const session = await shop.api.session();
    for (const [name, rule] of [
      ["AYŞE\tYILMAZ", "must not contain control characters"],
      ["AYŞE\u009b YILMAZ", "must not contain control characters"],
      [" \u00a0 ", "not empty"],
      ["AYŞE 4111 1111 1111 1111", "not a card number"],
    ] as const) {
      const refused = await shop.api.pay(session, APPROVED, { fields: { card_holder_name: name } });
      expect(refused.status).toBe(400);
      expect(refused.body["detail"]).toContain("card_holder_name ");
      expect(refused.body["detail"]).toContain(rule);
      expect(refused.body).not.toHaveProperty("order_id");
    }
    const paid = await shop.api.pay(session, APPROVED, {
      fields: { card_holder_name: " AYŞE  YILMAZ " },
    });
    expect(paid.body["status"]).toBe("completed");
  });

  it("allows another payment after a decline, with an order of its own", async () => {
    const session = await shop.api.session({ language: "en" });
    const declined = await shop.api.pay(session, "4111111111111129");
    expect(declined.body).toMatchObject({
      success: false,
      status: "failed",
      code: "insufficient_balance",
      message: "Insufficient balance.",
    });
    const paid = await shop.api.pay(session, APPROVED);
    expect(paid.body["status"]).toBe("completed");
    expect(paid.body["order_id"]).not.toBe(declined.body["order_id"]);
  });

  it("refuses a second payment of a paid session and names the order that paid it", async () => {
    const session = await shop.api.session();
    const paid = await shop.api.pay(session, APPROVED);
    const again = await shop.api.pay(session, APPROVED);
    expect(again.status).toBe(409);
    expect(again.headers.get("content-type")).toMatch(/^application\/problem\+json/);
    expect(again.body).toMatchObject({
      success: false,
      code: "session_already_paid",
      order_id: paid.body["order_id"],
    });
  });

  it("makes one charge of fifty simultaneous calls for one session", async () => {
    const session = await shop.api.session();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => shop.api.pay(session, APPROVED)),
    );
    const paid = answers.filter(({ status }) => status === 200);
    expect(paid).toHaveLength(1);
    for (const { status, body } of answers.filter((answer) => answer !== paid[0])) {
      expect(status).toBe(409);
      expect(body["order_id"]).toBe(paid[0]?.body["order_id"]);
    }
  });

  it("refuses a session created an hour ago, in each style", async () => {
    const session = await shop.api.session();
    shop.clock.move(60 * 60 * 1_000);
    const flags = await shop.api.pay(session, APPROVED);
    expect(flags.status).toBe(410);
    expect(flags.body["code"]).toBe("session_expired");
    const codes = await shop.api.pay(session, APPROVED, {
      headers: { "vezne-response-style": "codes" },
    });
    expect(codes.status).toBe(200);
    expect(codes.body["status"]).toBe(-4);
  });
});
