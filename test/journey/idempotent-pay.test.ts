// tier: core
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SECOND } from "../../src/kernel/clock.ts";
import { CALL_ABANDONED_MS } from "../support/sandbox-timing.ts";
import type { ApiAnswer, ApiBody } from "../support/api-client.ts";
import { query } from "../support/merchant-calls.ts";
import { startTestService, type TestService } from "../support/service.ts";

const CARD = "5528790000000008";
const SLOW_CARD = "4157920000000002";
const ANSWER_LOST_CARD = "5504720000000003";
type CardCase = readonly [string, string, ApiBody];
const DECIDED: readonly CardCase[] = [
  ["a charge", CARD, {}],
  ["a decline", "4111111111111129", {}],
  ["3-D Secure", CARD, { is_3d: true }],
];
const CARDS: readonly CardCase[] = [...DECIDED, ["a lost answer", ANSWER_LOST_CARD, {}]];

describe("idempotency of pay", () => {
  let shop: TestService;
  let other: TestService;
  let release: () => void;
  const waits: Promise<void>[] = [];
  let hasBooked: () => void = () => undefined;
  beforeAll(async () => {
    const bankDelay = async (): Promise<void> => {
      hasBooked();
      await waits.at(-1);
    };
    const environment = { VEZNE_PUBLIC_URL: "https://pay.example" };
    shop = await startTestService({ bankDelay, environment });
    const { database, clock } = shop;
    other = await startTestService({ database, clock, bankDelay, environment });
  });
  afterAll(async () => {
    await other.service.stop();
    await shop.close();
  });

  let keys = 0;
  const newKey = (): string => `key-${(keys += 1)}`;
  const pay = (
    session: string,
    { card = CARD, key, fields = {}, at = shop }: PayOptions,
  ): Promise<ApiAnswer> =>
    at.api.pay(session, card, { fields, headers: { "idempotency-key": key } });
  /** Holds the bank's next answer; resolves when the bank has booked the payment. */
  const holdBank = (): Promise<void> => {
    waits.push(new Promise((resolve) => void (release = resolve)));
    return new Promise((resolve) => void (hasBooked = resolve));
  };
  /** Leaves a key in the state of a call whose process was killed. */
  const forgetAnswer = (key: string): Promise<unknown> =>
    query(shop, "update idempotency set status = null, body = null where key = $1", [key]);

  it.each(CARDS)("repeats the answer of %s, from every process", async (_name, card, fields) => {
    const session = await shop.api.session();
    const key = newKey();
    const first = await pay(session, { card, key, fields });
    for (const at of [shop, other])
      expectSame(await pay(session, { card, key, fields, at }), first);
    const rows = await query(shop, "select 1 from payment where session_id = $1", [session]);
    expect(rows).toHaveLength(1);
  });

  it("does not accept another card with the same last four digits as a repetition", async () => {
    const session = await shop.api.session();
    const key = newKey();
    const first = await pay(session, { card: "4543590000000006", key });
    const refused = await pay(session, { card: "5526080000000006", key });
    expect([refused.status, refused.body["code"]]).toEqual([422, "idempotency_key_reused"]);
    expectSame(await pay(session, { card: "4543 5900 0000 0006", key }), first);
  });

  it.each(DECIDED)(
    "answers with the outcome of %s though the first call died",
    async (_name, card, fields) => {
      const session = await shop.api.session();
      const key = newKey();
      const first = await pay(session, { card, key, fields });
      await forgetAnswer(key);
      expectSame(await pay(session, { card, key, fields, at: other }), first);
    },
  );

  it("answers with the account of a transfer though the first call died", async () => {
    const session = await shop.api.session();
    const headers = { "idempotency-key": newKey() };
    const body = { session_id: session, payment_type: "bank_transfer" };
    const first = await shop.api.post("/api/v1/payment/pay", body, headers);
    expect(first.body["bank_account"]).toBeDefined();
    await forgetAnswer(headers["idempotency-key"]);
    expectSame(await other.api.post("/api/v1/payment/pay", body, headers), first);
  });

  it("answers 409 while the first call runs, and its answer once it has ended", async () => {
    const session = await shop.api.session();
    const key = newKey();
    const booked = holdBank();
    const first = pay(session, { card: SLOW_CARD, key });
    await booked;
    for (const at of [shop, other]) {
      const second = await pay(session, { card: SLOW_CARD, key, at });
      expect(second.body).toMatchObject({ status: 409, code: "idempotency_key_in_use" });
    }
    const changed = await pay(session, { card: CARD, key });
    expect(changed.body["code"]).toBe("idempotency_key_reused");
    const keyless = await shop.api.pay(session, CARD);
    expect(keyless.body["code"]).toBe("payment_in_progress");
    release();
    const done = await first;
    expectSame(await pay(session, { card: SLOW_CARD, key, at: other }), done);
  });

  it("answers with the outcome that recovery found after the process died in the call", async () => {
    const session = await shop.api.session();
    const key = newKey();
    const booked = holdBank();
    const first = pay(session, { card: SLOW_CARD, key }).catch(() => undefined);
    await booked;
    shop.clock.move(CALL_ABANDONED_MS + SECOND);
    release();
    await first;
    await forgetAnswer(key);
    let again = await pay(session, { card: SLOW_CARD, key, at: other });
    while (again.status === 409) {
      shop.clock.move(30 * SECOND);
      again = await pay(session, { card: SLOW_CARD, key, at: other });
    }
    expect(again.body).toMatchObject({ success: true, status: "completed" });
    expect(again.headers.get("idempotent-replayed")).toBe("true");
  });

  it("makes one payment of many simultaneous calls with one key", async () => {
    const session = await shop.api.session();
    const key = newKey();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        pay(session, { key, at: index % 2 === 0 ? shop : other }),
      ),
    );
    const paid = answers.filter(({ status }) => status === 200);
    expect(new Set(paid.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    const rows = await query(shop, "select 1 from payment where session_id = $1", [session]);
    expect(rows).toHaveLength(1);
  });

  describe("in the codes style", () => {
    const codes = (key: string): Record<string, string> => ({
      "idempotency-key": key,
      "vezne-response-style": "codes",
    });

    it("repeats the first answer in the style of the first call", async () => {
      const session = await shop.api.session();
      const key = newKey();
      const first = await shop.api.pay(session, CARD, { headers: codes(key) });
      expect(first.body["status"]).toBe(0);
      expectSame(await pay(session, { key, at: other }), first);
    });

    it("adds status −1 to every refusal, also to one of the body", async () => {
      const merchant = await shop.createMerchant("Kodcu", { responseStyle: "codes" });
      const made = await shop.api.post("/api/v1/checkout/session", {
        merchant_api_key: merchant.testApiKey,
        amount: 100,
        success_url: "https://shop.example/ok",
        fail_url: "https://shop.example/no",
      });
      const session = String(made.body["session_id"]);
      const wrong = await shop.api.pay(session, CARD, { fields: { is_3d: "yes" } });
      expect(wrong.status).toBe(400);
      expect(wrong.body).toMatchObject({ status: -1, success: false, code: "validation_failed" });
      const spaced = await shop.api.pay(session, CARD, { headers: codes("two words") });
      expect(spaced.body).toMatchObject({ status: -1, code: "invalid_idempotency_key" });
      const unknown = await shop.api.pay("ses_unknown", CARD, { headers: codes("k") });
      expect(unknown.body).toMatchObject({ status: -1, code: "session_not_found" });
      const flags = { "vezne-response-style": "flags" };
      const asked = await shop.api.pay(session, CARD, {
        fields: { is_3d: "yes" },
        headers: flags,
      });
      expect(asked.body).toMatchObject({ status: 400, success: false });
    });
  });
});

type PayOptions = {
  readonly card?: string;
  readonly key: string;
  readonly fields?: ApiBody;
  readonly at?: TestService;
};

function expectSame(answer: ApiAnswer, first: ApiAnswer): void {
  expect(answer.text).toBe(first.text);
  expect(answer.status).toBe(first.status);
  expect(answer.headers.get("content-type")).toBe(first.headers.get("content-type"));
  expect(answer.headers.get("idempotent-replayed")).toBe("true");
}
