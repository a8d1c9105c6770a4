import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MINUTE, SECOND } from "../../src/kernel/clock.ts";
import { CALL_ABANDONED_MS } from "../support/sandbox-timing.ts";
import type { ApiAnswer, ApiBody } from "../support/api-client.ts";
import {
  HELD,
  merchantCalls,
  paidOrder,
  query,
  type MerchantCalls,
} from "../support/merchant-calls.ts";
import { startReceiver, type Receiver } from "../support/webhook-receiver.ts";
import { startTestService, type TestService } from "../support/service.ts";

const CARD = "5528790000000008";
const SLOW_CARD = "4157920000000002";

describe("the answer of a call with a key", () => {
  let shop: TestService;
  let till: MerchantCalls;
  let receiver: Receiver;
  let isHeld = false;
  let release: (() => void) | undefined;
  beforeAll(async () => {
    receiver = await startReceiver();
    const bankDelay = (): Promise<void> =>
      isHeld ? new Promise((resolve) => void (release = resolve)) : Promise.resolve();
    shop = await startTestService({ bankDelay });
    till = merchantCalls(shop.api, shop.merchant.testApiKey);
  });
  afterAll(async () => {
    await shop.close();
    await receiver.stop();
  });

  let keys = 0;
  const newKey = (): string => `key-${(keys += 1)}`;
  const keyed = (key: string): Record<string, string> => ({
    "idempotency-key": key,
    authorization: `Bearer ${shop.merchant.testApiKey}`,
  });

  /**
   * While this trigger exists, every statement that stores an answer fails like on a stopping
   * server.
   */
  async function whileNothingIsStored<Value>(work: () => Promise<Value>): Promise<Value> {
    await query(
      shop,
      `create function refuse_answers() returns trigger language plpgsql as $$
       begin raise exception 'going away' using errcode = '57P01'; end $$`,
    );
    await query(
      shop,
      `create trigger refuse_answers before update on idempotency
       for each row execute function refuse_answers()`,
    );
    try {
      return await work();
    } finally {
      await query(shop, "drop function refuse_answers cascade");
    }
  }

  /** Repeats a call while the answer is that the first one still runs. */
  async function untilAnswered(call: () => Promise<ApiAnswer>): Promise<ApiAnswer> {
    for (;;) {
      const answer = await call();
      if (answer.body["code"] !== "idempotency_key_in_use") return answer;
      shop.clock.move(SECOND);
    }
  }

  const sessionBody = (amount: number): ApiBody => ({
    merchant_api_key: shop.merchant.testApiKey,
    amount,
    success_url: "https://shop.example/ok",
    fail_url: "https://shop.example/no",
  });

  describe("is not sent before it is stored", () => {
    it("for a session: the call fails, and its repetition creates the only one", async () => {
      const body = sessionBody(4_321);
      const call = () => shop.api.post("/api/v1/checkout/session", body, keyed("session"));
      const failed = await whileNothingIsStored(call);
      expect(failed.status).toBe(503);
      expect(failed.headers.get("retry-after")).toMatch(/^\d+$/);
      shop.clock.move(MINUTE);
      const made = await call();
      expect(made.status).toBe(200);
      shop.clock.move(2 * MINUTE);
      expect((await call()).text).toBe(made.text);
      const sessions = await query(shop, "select session_id from session where amount = 4321");
      expect(sessions).toEqual([{ session_id: made.body["session_id"] }]);
    });

    it("for a webhook endpoint: the call fails, and its repetition creates the only one", async () => {
      const body = { url: receiver.url };
      const call = () => shop.api.post("/api/v1/webhook-endpoints", body, keyed("endpoint"));
      const failed = await whileNothingIsStored(call);
      expect(failed.status).toBe(503);
      shop.clock.move(MINUTE);
      const made = await call();
      expect(made.status).toBe(200);
      expect((await call()).text).toBe(made.text);
      const endpoints = await query(shop, "select endpoint_id from webhook_endpoint");
      expect(endpoints).toEqual([{ endpoint_id: made.body["endpoint_id"] }]);
    });

    it("for a refund: the call fails, and its repetition answers with the only one", async () => {
      const { order } = await paidOrder(shop.api);
      const key = newKey();
      const call = () => till.refund(order, { amount: 4_000 }, { "idempotency-key": key });
      const failed = await whileNothingIsStored(call);
      expect(failed.status).toBe(503);
      shop.clock.move(MINUTE);
      const answered = await call();
      expect(answered.body).toMatchObject({ status: "partially_refunded", amount: 4_000 });
      expect((await call()).text).toBe(answered.text);
      const refunds = await query(shop, "select amount from refund where order_id = $1", [order]);
      expect(refunds).toHaveLength(1);
    });

    it("for pay: the call fails, and its repetition answers with the bank's outcome", async () => {
      const session = await shop.api.session(HELD);
      const key = newKey();
      const call = () => shop.api.pay(session, CARD, { headers: keyed(key) });
      const failed = await whileNothingIsStored(call);
      expect(failed.status).toBe(503);
      shop.clock.move(CALL_ABANDONED_MS);
      const answered = await untilAnswered(call);
      expect(answered.body).toMatchObject({ success: true, status: "authorized" });
    });
  });

  describe("stays the same", () => {
    it("when it was created anew for a call that had died", async () => {
      const session = await shop.api.session(HELD);
      const key = newKey();
      const call = () => shop.api.pay(session, CARD, { headers: keyed(key) });
      await call();
      await query(shop, "update idempotency set status = null, body = null where key = $1", [key]);
      const answered = await call();
      expect(answered.body["status"]).toBe("authorized");
      await till.capture(answered.body["order_id"]);
      expect((await call()).text).toBe(answered.text);
    });

    it("when recovery applied the outcome before the call was answered", async () => {
      const session = await shop.api.session(HELD);
      const key = newKey();
      const call = () => shop.api.pay(session, SLOW_CARD, { headers: keyed(key) });
      isHeld = true;
      const slow = call();
      const state = async (): Promise<unknown> =>
        (await query(shop, "select state from payment where session_id = $1", [session]))[0]?.[
          "state"
        ];
      // An inquiry before the bank has the request would find nothing there.
      await expect.poll(() => release).toBeDefined();
      expect(await state()).toBe("calling");
      isHeld = false;
      shop.clock.move(CALL_ABANDONED_MS);
      await expect.poll(state).toBe("authorized");
      const repeated = await call();
      await till.capture(repeated.body["order_id"]);
      release?.();
      expect((await slow).text).toBe(repeated.text);
      expect((await call()).text).toBe(repeated.text);
    });

    it("when another payment was open for the session", async () => {
      const session = await shop.api.session();
      const other = await shop.api.pay(session, CARD, { fields: { is_3d: true } });
      expect(other.body["status"]).toBe("processing");
      const key = newKey();
      const call = () => shop.api.pay(session, CARD, { headers: keyed(key) });
      const refused = await call();
      expect(refused.body).toMatchObject({ status: 409, code: "payment_in_progress" });
      await query(shop, "update session_payment set holds_session = false where session_id = $1", [
        session,
      ]);
      const repeated = await call();
      expect(repeated.text).toBe(refused.text);
      expect(repeated.headers.get("idempotent-replayed")).toBe("true");
      const payments = await query(shop, "select from payment where session_id = $1", [session]);
      expect(payments).toHaveLength(1);
    });
  });
});
