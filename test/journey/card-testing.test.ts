// tier: night
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HOUR, MINUTE, SECOND } from "../../src/kernel/clock.ts";
import { LIMITS } from "../../src/domain/limit/limits.ts";
import { cardFields, type ApiBody } from "../support/api-client.ts";
import { query } from "../support/merchant-calls.ts";
import { rawRequest, sendRaw, type RawAnswer } from "../support/raw-http.ts";
import { startTestService, type TestService } from "../support/service.ts";

const PAY = "/api/v1/payment/pay";
const GOOD = "5528790000000008";
/** Card numbers as a card testing bot has them; the bank declines most of them. */
const STOLEN = [
  "4111111111111129",
  "4129111111111111",
  "4127111111111113",
  "4126111111111114",
  "4120111111111110",
  "4125111111111115",
  "4124111111111116",
  "4121111111111119",
  "4130111111111118",
];
const { session: SESSION_LIMIT, client: CLIENT_LIMIT, server: SERVER_LIMIT } = LIMITS.cardFailures;

let lastAddress = 0;
function newAddress(): string {
  lastAddress += 1;
  return `127.9.${lastAddress >> 8}.${lastAddress & 255}`;
}

describe("limits against card testing, in test mode", () => {
  let shop: TestService;
  /** A second process of the installation. */
  let other: TestService;
  beforeAll(async () => {
    shop = await startTestService();
    other = await startTestService({ database: shop.database, clock: shop.clock });
  });
  afterAll(async () => {
    await other.service.stop();
    await shop.close();
  });

  const pay = (
    session: string,
    { card, from, at = shop, headers = {} }: PayOptions,
  ): Promise<RawAnswer> => post(at, PAY, { from, body: cardFields(session, card), headers });

  /** Pays with one card after the other; returns how many the bank was asked about. */
  const bot = async (
    tries: number,
    next: (index: number) => Promise<readonly [string, PayOptions]>,
  ): Promise<{ readonly tested: number; readonly refusals: readonly RawAnswer[] }> => {
    let tested = 0;
    const refusals: RawAnswer[] = [];
    for (let index = 0; index < tries; index += 1) {
      const answer = await pay(...(await next(index)));
      if (answer.status === 200) tested += 1;
      else refusals.push(answer);
    }
    return { tested, refusals };
  };
  const stolen = (index: number): string => STOLEN[index % STOLEN.length] ?? "";

  describe("within one session", () => {
    it("let every declining sandbox card fail twice in each style", async () => {
      const session = await shop.api.session();
      for (const style of ["flags", "codes"]) {
        for (const card of [...STOLEN, ...STOLEN]) {
          const headers = { "vezne-response-style": style };
          const answer = await pay(session, { card, from: "127.0.0.1", headers });
          expect(answer.status).toBe(200);
        }
      }
      expect((await pay(session, { card: GOOD, from: "127.0.0.1" })).body["success"]).toBe(true);
    });

    it("stop after fifty failed cards of all processes together, also for a valid card", async () => {
      const session = await shop.api.session();
      const { tested, refusals } = await bot(60, async (index) => [
        session,
        { card: stolen(index), from: newAddress(), at: index % 2 === 0 ? shop : other },
      ]);
      expect(tested).toBeGreaterThanOrEqual(SESSION_LIMIT.test);
      expect(tested).toBeLessThanOrEqual(SESSION_LIMIT.test + 1);
      const [refused] = refusals;
      expect(refused?.body).toMatchObject({
        status: 429,
        code: "too_many_attempts",
        success: false,
      });
      expect(Number(refused?.headers.get("retry-after"))).toBeLessThanOrEqual(HOUR / SECOND);
      const good = await pay(session, { card: GOOD, from: newAddress() });
      expect(good.status).toBe(429);
      const asked = await query(shop, "select 1 from payment where session_id = $1", [session]);
      expect(asked).toHaveLength(tested);
    });

    it("answer status −1 in the codes style", async () => {
      const session = await shop.api.session();
      await bot(SESSION_LIMIT.test, async () => [session, { card: stolen(0), from: newAddress() }]);
      const headers = { "vezne-response-style": "codes" };
      const answer = await pay(session, { card: GOOD, from: newAddress(), headers });
      expect(answer.status).toBe(429);
      expect(answer.body).toMatchObject({ status: -1, code: "too_many_attempts" });
      expect(answer.headers.get("retry-after")).not.toBeNull();
    });

    it("still hold after a restart", async () => {
      const session = await shop.api.session();
      await bot(SESSION_LIMIT.test, async () => [
        session,
        { card: stolen(0), from: newAddress(), at: other },
      ]);
      await other.service.stop();
      other = await startTestService({ database: shop.database, clock: shop.clock });
      const { tested } = await bot(3, async () => [
        session,
        { card: stolen(0), from: newAddress(), at: other },
      ]);
      expect(tested).toBeLessThanOrEqual(1);
    });
  });

  describe("for one address", () => {
    it("stop a bot that opens a new session for each card, and let others pay", async () => {
      const from = newAddress();
      const { tested, refusals } = await bot(CLIENT_LIMIT.test + 10, async (index) => [
        await shop.api.session(),
        { card: stolen(index), from, at: index % 2 === 0 ? shop : other },
      ]);
      expect(tested).toBeGreaterThanOrEqual(CLIENT_LIMIT.test);
      expect(tested).toBeLessThanOrEqual(CLIENT_LIMIT.test + 1);
      expect(Number(refusals[0]?.headers.get("retry-after"))).toBeLessThanOrEqual(72);
      const neighbour = await pay(await shop.api.session(), { card: GOOD, from: newAddress() });
      expect(neighbour.body["success"]).toBe(true);

      shop.clock.move(10 * MINUTE);
      const slow = await bot(30, async (index) => [
        await shop.api.session(),
        { card: stolen(index), from },
      ]);
      expect(slow.tested).toBeLessThanOrEqual(Math.ceil(CLIENT_LIMIT.test / 6) + 1);
    });

    it("ignore forwarded addresses that a bot claims", async () => {
      const from = newAddress();
      const { tested } = await bot(CLIENT_LIMIT.test + 20, async (index) => [
        await shop.api.session(),
        { card: stolen(index), from, headers: { "X-Forwarded-For": `203.0.113.${index}` } },
      ]);
      expect(tested).toBe(CLIENT_LIMIT.test);
    });

    it("let two hundred people of one office pay while one card in six fails", async () => {
      const from = newAddress();
      const { refusals } = await bot(200, async (index) => [
        await shop.api.session(),
        { card: index % 6 === 0 ? stolen(index) : GOOD, from },
      ]);
      expect(refusals).toEqual([]);
    });

    it("let a merchant's server pay for all of its customers", async () => {
      const from = newAddress();
      await createSession(shop, from);
      const { tested } = await bot(CLIENT_LIMIT.test + 20, async (index) => [
        await shop.api.session(),
        { card: stolen(index), from },
      ]);
      expect(tested).toBe(CLIENT_LIMIT.test + 20);
      expect(tested).toBeLessThan(SERVER_LIMIT.test);
    });
  });

  describe("on the hosted page", () => {
    it("count its payments together with those of the API, and answer with a page", async () => {
      const from = newAddress();
      await bot(CLIENT_LIMIT.test, async (index) => [
        await shop.api.session(),
        { card: stolen(index), from },
      ]);
      const session = await shop.api.session();
      const form = new URLSearchParams({
        session,
        card_number: GOOD,
        expiry: "12/30",
        cvc: "123",
        card_holder_name: "Ada Şahin",
      });
      const page = await sendRaw(
        shop.url,
        rawRequest("POST /checkout/pay", {
          headers: { "Content-Type": "application/x-www-form-urlencoded" },
          body: form.toString(),
        }),
        { from },
      );
      expect(page.status).toBe(429);
      expect(page.headers.get("content-type")).toMatch(/^text\/html/);
      expect(page.headers.get("retry-after")).not.toBeNull();
      expect(page.text).not.toContain(GOOD);
    });
  });

  describe("on BIN look-ups", () => {
    const lookUp = (session: string, bin: string, path = "bin"): Promise<RawAnswer> =>
      post(shop, `/api/v1/payment/${path}`, {
        from: "127.0.0.1",
        body: { session_id: session, bin_number: bin },
      });

    it("answer as many BINs as a customer ever needs, but not a list of them", async () => {
      const session = await shop.api.session();
      const paths = ["bin", "bin-check", "installment", "installments"];
      for (let index = 0; index < LIMITS.binsPerMinute.test; index += 1) {
        const answer = await lookUp(session, String(400_000 + index), paths[index % 4]);
        expect(answer.status).toBe(200);
      }
      for (const path of paths) {
        const refused = await lookUp(session, "499999", path);
        expect(refused.body).toMatchObject({ status: 429, code: "too_many_attempts" });
        expect(refused.headers.get("retry-after")).toBe("1");
        expect((await lookUp(session, "400000", path)).status).toBe(200);
      }
      expect((await lookUp(await shop.api.session(), "499999")).status).toBe(200);
      shop.clock.move(SECOND);
      expect((await lookUp(session, "499999")).status).toBe(200);
      expect((await lookUp(session, "499998")).status).toBe(429);
    });

    it("count the look-ups of the hosted page's installment form, too", async () => {
      const session = await shop.api.session();
      const press = (digits: number) => {
        const form = { session, card_number: String(digits), installment: "2-1" };
        return sendRaw(
          shop.url,
          rawRequest("POST /checkout/pay", {
            headers: { "Content-Type": "application/x-www-form-urlencoded" },
            body: new URLSearchParams(form).toString(),
          }),
          { from: "127.0.0.1" },
        );
      };
      const asked = Array.from({ length: LIMITS.binsPerMinute.test }, (_, at) => 400_000 + at);
      await Promise.all(asked.map((digits) => lookUp(session, String(digits))));
      expect((await press(499_999)).status).toBe(429);
      expect((await press(400_000)).status).toBe(422);
    });

    it("let one card be looked up any number of times", async () => {
      const session = await shop.api.session();
      for (let index = 0; index < 3 * LIMITS.binsPerMinute.test; index += 1) {
        expect((await lookUp(session, "552879")).status).toBe(200);
      }
    });
  });

  it("store no bucket for payments that succeed", async () => {
    await query(shop, "delete from card_level");
    const from = newAddress();
    const rows = "select subject from card_level where subject not like 'seen %'";
    for (let index = 0; index < 5; index += 1) {
      await pay(await shop.api.session(), { card: GOOD, from });
    }
    expect(await query(shop, rows)).toEqual([]);
    const session = await shop.api.session();
    await pay(session, { card: stolen(0), from });
    expect(await query(shop, `${rows} order by subject`)).toEqual([
      { subject: `client test ${from}` },
      { subject: `session ${session}` },
    ]);
  });
});

type PayOptions = {
  readonly card: string;
  readonly from: string;
  readonly at?: TestService;
  readonly headers?: Record<string, string>;
};

type PostOptions = {
  readonly from: string;
  readonly body: ApiBody;
  readonly headers?: Record<string, string>;
};

function post(
  shop: TestService,
  path: string,
  { from, body, headers = {} }: PostOptions,
): Promise<RawAnswer> {
  const fields = { "Content-Type": "application/json", ...headers };
  const request = rawRequest(`POST ${path}`, { headers: fields, body: JSON.stringify(body) });
  return sendRaw(shop.url, request, { from });
}

function createSession(shop: TestService, from: string): Promise<RawAnswer> {
  const body = {
    merchant_api_key: shop.merchant.testApiKey,
    amount: 100,
    success_url: "https://shop.example/ok",
    fail_url: "https://shop.example/no",
  };
  return post(shop, "/api/v1/checkout/session", { from, body });
}
