// tier: push
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readEvents } from "../../../test/support/event-reader.ts";
import { query } from "../../../test/support/merchant-calls.ts";
import {
  createVisitor,
  decode,
  hrefsOf,
  textOf,
  type Visit,
  type Visitor,
} from "../../../test/support/page-visitor.ts";
import { startTestService, type TestService } from "../../../test/support/service.ts";
import { TEST_CARDS } from "../../bank/test-cards.ts";
import { verifyRedirect, type VerifiedRedirect } from "../../client/vezne.ts";
import { HOUR, MINUTE, SECOND } from "../../kernel/clock.ts";

const APPROVED = "5528790000000008";
const POOR = "4111111111111129";
const LOST = "5504720000000003";
const DECLINED = TEST_CARDS.map(({ number }) => number).filter((number) =>
  /^41(?!57)/.test(number),
);

describe("the return to the shop without a payment", () => {
  let shop: TestService;
  let visitor: Visitor;
  beforeAll(async () => {
    shop = await startTestService();
    visitor = createVisitor(shop.url);
  });
  afterAll(() => shop.close());

  const pageOf = (session: string): Promise<Visit> => visitor.get(`/checkout?session=${session}`);
  /** Submits the form; resolves to the page that it leads to. */
  const leave = async (session: string): Promise<Visit> => {
    const { status, location } = await visitor.post("/checkout/leave", { session, lang: "tr" });
    expect(status).toBe(303);
    return visitor.get(location);
  };
  /** The verified parameters of the return URL on a page. */
  const redirectOf = ({ html }: Visit): Promise<VerifiedRedirect> => {
    const [, address = ""] = /http-equiv="refresh" content="0;url=([^"]*)"/.exec(html) ?? [];
    expect(hrefsOf(html)).toContain(decode(address));
    return verifyRedirect(decode(address), shop.merchant.merchant.webhookSecret);
  };
  /** Pays by card on the page, and approves at the bank if it asks. */
  const payOnPage = async (session: string, card: string): Promise<void> => {
    const handOff = await visitor.payByCard(session, card);
    if (handOff.location.includes("/checkout/bank")) {
      await visitor.goThroughBank(handOff, "approve");
    }
  };
  const ordersOf = (session: string) =>
    query(shop, "select order_id, state from payment where session_id = $1", [session]);

  it("closes the session: no second window and no call can pay it", async () => {
    const session = await shop.api.session();
    const secondWindow = await pageOf(session);
    const back = await leave(session);
    expect(await redirectOf(back)).toEqual({
      status: "failed",
      session_id: session,
      code: "cancelled_by_customer",
    });
    expect(textOf(back.html)).toContain("Ödemeden ayrıldınız");

    expect(secondWindow.html).toContain('id="card_number"');
    await visitor.payByCard(session, APPROVED);
    await visitor.payElsewhere(session, "wallet", { wallet_id: "hepsipay" });
    expect(textOf((await pageOf(session)).html)).toContain("Ödemeden ayrıldınız");
    const called = await shop.api.pay(session, APPROVED);
    expect(called.body).toMatchObject({ success: false, status: 410, code: "session_expired" });
    expect(called.body["detail"]).toMatch(/^The customer left the payment page at .*Create a new/);
    const headers = { "vezne-response-style": "codes" };
    const coded = await shop.api.pay(session, APPROVED, { headers });
    expect([coded.status, coded.body["status"]]).toEqual([200, -4]);
    const body = { session_id: session, payment_type: "bank_transfer" };
    expect((await shop.api.post("/api/v1/payment/pay", body)).status).toBe(410);
    expect(await ordersOf(session)).toEqual([]);
    expect(await redirectOf(await leave(session))).toMatchObject({ code: "cancelled_by_customer" });
  });

  it("is not signed in any page of a session that can still be paid", async () => {
    const fresh = await shop.api.session();
    const refused = await shop.api.session();
    await payOnPage(refused, POOR);
    const atBank = await shop.api.session();
    await visitor.payByCard(atBank, APPROVED);
    const unknown = await shop.api.session();
    await payOnPage(unknown, LOST);
    const transfer = await shop.api.session();
    await visitor.payElsewhere(transfer, "bank_transfer");
    for (const session of [fresh, refused, atBank, unknown, transfer]) {
      const { html } = await pageOf(session);
      expect(html).not.toContain("shop.example/sorry");
      expect(html).not.toContain("signature");
    }
    const early = await visitor.get(`/checkout/leave?session=${fresh}`);
    expect(early.location).toBe(`${shop.url}/checkout?session=${fresh}&lang=tr`);
    expect((await shop.api.pay(fresh, APPROVED)).body["status"]).toBe("completed");
  });

  it.each(DECLINED)("reports for %s the code of the status query", async (card) => {
    const session = await shop.api.session();
    await payOnPage(session, card);
    const reported = await redirectOf(await leave(session));
    const [order] = await ordersOf(session);
    const { body } = await shop.api.status(session, order?.["order_id"]);
    expect(reported).toEqual({
      status: "failed",
      session_id: session,
      order_id: order?.["order_id"],
      code: body["code"],
    });
    expect(reported).not.toMatchObject({ code: "cancelled_by_customer" });
  });

  it("cancels a payment that waits at the bank and can no longer be approved", async () => {
    const session = await shop.api.session();
    const handOff = await visitor.payByCard(session, APPROVED);
    const secondWindow = await visitor.get(handOff.location);
    const [order] = await ordersOf(session);
    const reported = await redirectOf(await leave(session));
    expect(reported).toMatchObject({
      order_id: order?.["order_id"],
      code: "cancelled_by_customer",
    });
    await visitor.goThroughBank({ ...secondWindow, location: "" }, "approve");
    expect((await shop.api.status(session, order?.["order_id"])).body).toMatchObject({
      status: "cancelled",
      code: "cancelled_by_customer",
    });
  });

  it("shows a payment that can't be cancelled, without a signed address", async () => {
    const unknown = await shop.api.session();
    await payOnPage(unknown, LOST);
    const transfer = await shop.api.session();
    await visitor.payElsewhere(transfer, "bank_transfer");
    const paid = await shop.api.session();
    await shop.api.pay(paid, APPROVED);
    for (const session of [unknown, transfer, paid]) {
      const page = await leave(session);
      expect(page.location).toBe(`${shop.url}/checkout?session=${session}&lang=tr`);
    }
    expect(textOf((await pageOf(transfer)).html)).toContain("IBAN");
    expect((await pageOf(unknown)).html).not.toContain("signature");
    expect((await pageOf(paid)).html).toContain("status=success");
  });

  it("never reports a failure while a concurrent payment succeeds", async () => {
    const rounds = Array.from({ length: 24 }, async (_, round) => {
      const session = await shop.api.session();
      const isLeftFirst = round % 2 === 0;
      const leaving = isLeftFirst ? leave(session) : undefined;
      const [paid, left] = await Promise.all([
        shop.api.pay(session, APPROVED),
        leaving ?? leave(session),
      ]);
      const isReported = left.status === 200 && left.html.includes("status=failed");
      expect(isReported).toBe(paid.status === 410);
      return isReported;
    });
    await Promise.all(rounds);
  });

  it("from an expired session names no order, and prevents a late payment", async () => {
    const session = await shop.api.session();
    await payOnPage(session, POOR);
    shop.clock.move(HOUR);
    const { html } = await pageOf(session);
    const [href = ""] = hrefsOf(html).filter((one) => one.includes("shop.example/sorry"));
    expect(await verifyRedirect(href, shop.merchant.merchant.webhookSecret)).toEqual({
      status: "failed",
      session_id: session,
      code: "session_expired",
    });
    // Another process may have a clock that is behind.
    shop.clock.move(-MINUTE);
    expect((await shop.api.pay(session, APPROVED)).body).toMatchObject({
      code: "session_expired",
      detail: expect.stringMatching(/^The session expired at /),
    });
    shop.clock.move(MINUTE);
  });

  it("does not prevent the event of the session's expiry", async () => {
    const { testApiKey } = shop.merchant;
    const session = await shop.api.session();
    await leave(session);
    shop.clock.move(HOUR + MINUTE + SECOND);
    const reported = async () =>
      (await readEvents(shop, testApiKey, { type: "session.expired", order: "desc" })).events
        .map(({ data }) => data["session_id"])
        .filter((one) => one === session);
    await expect.poll(reported, { timeout: 60_000 }).toEqual([session]);
  });

  it("is not found for an unknown session", async () => {
    expect((await visitor.post("/checkout/leave", { session: "ses_x" })).status).toBe(404);
    expect((await visitor.get("/checkout/leave?session=ses_x")).status).toBe(404);
  });
});
