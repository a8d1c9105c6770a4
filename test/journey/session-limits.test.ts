import { LIMITS } from "../../src/domain/limit/limits.ts";
import type { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { MINUTE } from "../../src/kernel/clock.ts";
import { textOf } from "../support/page-visitor.ts";
import { panelUsers, panelVisitor } from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";

const BIN = "/api/v1/payment/bin";
/** Calls of one session at once, and how many of them the request log keeps. */
const AT_ONCE = 200;
const LOGGED = LIMITS.logged.ofOneSession.atOnce;
const KEYS = 200;
const AT_ONE_ADDRESS = 60;

/** A session id is visible in URLs, so it must not use the limits of its merchant's key. */
describe("calls that identify themselves by a session id only", () => {
  let shop: TestService;
  let pool: Pool;
  beforeAll(async () => {
    shop = await startTestService({ environment: { VEZNE_RATE_LIMIT: "1000" } });
    pool = shop.database.open({ max: 2 });
  });
  afterAll(async () => {
    await pool.end();
    await shop.close();
  });

  const ask = (session: string, headers: Record<string, string> = {}) =>
    shop.api.post(BIN, { session_id: session, bin_number: "552879" }, headers);
  const count = async (sql: string): Promise<number> => Number((await pool.query(sql)).rowCount);

  it("are refused above ten a second and a burst of two hundred, without effect on other sessions", async () => {
    const session = await shop.api.session();
    for (let call = 0; call < AT_ONCE; call += 1) expect((await ask(session)).status).toBe(200);
    const refused = await ask(session);
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({ code: "rate_limited" });
    expect(refused.body["detail"]).toContain("calls that name this session may send 10 a second");
    expect(refused.headers.get("retry-after")).toBe("1");
    const page = await fetch(`${shop.url}/checkout?session=${session}`);
    expect(page.status).toBe(429);
    expect((await ask(await shop.api.session())).status).toBe(200);
    shop.clock.move(1_000);
    expect((await ask(session)).status).toBe(200);
  });

  it("are refused by the session that they act on, whatever other session they name", async () => {
    const [session, other] = [await shop.api.session(), await shop.api.session()];
    const list = (at: string) =>
      shop.api.post(`/api/v1/payment/wallet-options?session_id=${at}`, { session_id: other });
    for (let call = 0; call < AT_ONCE; call += 1) expect((await list(session)).status).toBe(200);
    expect((await list(session)).status).toBe(429);
    const submit = (page: string) =>
      fetch(`${shop.url}/checkout/${page}?session=${other}`, {
        method: "POST",
        body: new URLSearchParams({ session }),
      });
    for (const page of ["pay", "quote", "installments", "draft", "abandon", "leave"]) {
      expect([page, (await submit(page)).status]).toEqual([page, 400]);
    }
    const status = `/api/v1/payment/status/ORD-1?session_id=${session}`;
    expect((await shop.api.get(status)).status).toBe(429);
    expect((await ask(other)).status).toBe(200);
  });

  it("may store two hundred Idempotency-Keys, whose answers are repeated", async () => {
    const session = await shop.api.session();
    const before = await count("select from idempotency");
    const keyed = (key: number) => ask(session, { "Idempotency-Key": `key-${key}` });
    for (let key = 0; key < KEYS; key += 1) {
      shop.clock.move(100);
      expect((await keyed(key)).status).toBe(200);
    }
    const refused = await keyed(KEYS + 1);
    expect(refused.status).toBe(429);
    expect(refused.body["detail"]).toContain("Idempotency-Key");
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(1);
    expect(await count("select from idempotency")).toBe(before + KEYS);
    expect((await keyed(0)).headers.get("idempotent-replayed")).toBe("true");
    shop.clock.move(MINUTE);
    expect((await keyed(KEYS + 2)).status).toBe(200);
  });

  it("fill no more of the request log than their share, and the log counts the missing ones", async () => {
    const session = await shop.api.session();
    const calls = LOGGED + 50;
    for (let call = 0; call < calls; call += 1) {
      // The clock moves enough to stay below the limit on calls, and hardly refills the log's
      // share.
      if (call % 10 === 0) shop.clock.move(500);
      await ask(session);
    }
    // Entries are written in order of arrival, so the last one shows that all are written.
    await ask(await shop.api.session(), { "x-request-id": "the-last" });
    const last = "select from api_request where request_id = 'the-last'";
    await vi.waitFor(async () => expect(await count(last)).toBe(1), 40_000);
    const rows = await count(`select from api_request where session_id = '${session}'`);
    const refilled = calls / 10;
    expect(rows).toBeGreaterThanOrEqual(LOGGED);
    expect(rows).toBeLessThanOrEqual(LOGGED + refilled);
    shop.clock.move(MINUTE);
    await vi.waitFor(async () => {
      const after = `entry_id > (select entry_id from api_request where request_id = 'the-last')`;
      const missing = `select from api_request where unrecorded is not null and ${after}`;
      expect(await count(missing)).toBe(1);
    }, 40_000);
    const { merchantId } = shop.merchant.merchant;
    const developer = panelVisitor(shop);
    await developer.signIn(await panelUsers(shop).create("developer", merchantId));
    const page = textOf((await developer.get(`/panel/${merchantId}/test/requests`)).html);
    expect(page).toMatch(/\d+ more requests came; the log has no room for them/);
  });

  it("can be opened sixty times in the demo shop from one address", async () => {
    const buy = () =>
      fetch(`${shop.url}/demo/checkout`, {
        method: "POST",
        redirect: "manual",
        body: new URLSearchParams({ mug: "1", coffee: "1", notebook: "1" }),
      });
    const answers: Response[] = [];
    for (let round = 0; round <= AT_ONE_ADDRESS; round += 1) answers.push(await buy());
    const statuses = answers.map(({ status }) => status);
    expect(statuses).toEqual([...Array<number>(AT_ONE_ADDRESS).fill(303), 429]);
    expect(answers.at(-1)?.headers.get("retry-after")).toBe("2");
  });
});
