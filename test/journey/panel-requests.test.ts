import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { canary } from "../support/canary-cards.ts";
import { LeakSearch } from "../support/leak-search.ts";
import { decode, textOf } from "../support/page-visitor.ts";
import { panelUsers, panelVisitor, type PanelVisitor } from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";

const CARD = canary("visa", 3);
const DECLINED = "4111111111111129";

describe("the panel's request log", { timeout: 120_000 }, () => {
  let shop: TestService;
  let pool: Pool;
  let developer: PanelVisitor;
  let base = "";
  let order = "";
  beforeAll(async () => {
    shop = await startTestService();
    pool = shop.database.open({ max: 2 });
    const { merchantId } = shop.merchant.merchant;
    base = `/panel/${merchantId}/test/requests`;
    developer = panelVisitor(shop);
    await developer.signIn(await panelUsers(shop).create("developer", merchantId));
    expect(textOf((await developer.get(base)).html)).toContain("There is no request yet");
    const session = await shop.api.session({ customer: { name: "Gizem", email: "g@example.com" } });
    const headers = { "x-request-id": "paid-once" };
    const paid = await shop.api.pay(session, CARD.number, { fields: { cvc: CARD.cvc }, headers });
    order = String(paid.body["order_id"]);
    await shop.api.status(session, order);
    await shop.api.pay(await shop.api.session(), DECLINED);
    const authorization = `Bearer ${shop.merchant.testApiKey}`;
    await shop.api.post("/api/v1/payment/refund", {}, { authorization });
    await shop.api.get("/api/v1/payment/cards?page=1", { authorization });
    const live = { authorization: `Bearer ${shop.merchant.liveApiKey}` };
    await shop.api.get("/api/v1/payment/cards", live);
    await vi.waitFor(async () => expect(await rowsOf("true")).toHaveLength(7), 40_000);
  });
  afterAll(async () => {
    await pool.end();
    await shop.close();
  });

  const rowsOf = async (condition: string): Promise<readonly string[]> => {
    const { rows } = await pool.query<{ entry_id: string }>(
      `select entry_id from api_request where mode = 'test' and ${condition}
       order by entry_id desc`,
    );
    return rows.map(({ entry_id }) => entry_id);
  };
  const listed = (html: string): readonly string[] =>
    [...html.matchAll(/\/requests\/([0-9a-z]{19})"/g)].map(([, entry]) => entry ?? "");

  it("shows the calls of one mode that match the URL, newest first", async () => {
    const key = shop.merchant.testApiKey.slice(-4);
    for (const [query, condition] of [
      ["", "true"],
      ["?status=2xx", "status between 200 and 299"],
      ["?status=4xx", "status between 400 and 499"],
      ["?status=400", "status = 400"],
      ["?status=5xx", "false"],
      ["?code=insufficient_balance", "code = 'insufficient_balance'"],
      ["?method=GET", "method = 'GET'"],
      ["?path=PAYMENT%2Fpay", "path like '%payment/pay%'"],
      ["?request_id=paid-once", "request_id = 'paid-once'"],
      [`?key=${key}`, `key_last_four = '${key}'`],
      ["?key=zzzz", "false"],
      ["?start_date=2000-01-01&end_date=2000-01-02", "false"],
      ["?start_date=1960-01-01&end_date=9999-12-31", "true"],
      ["?start_date=2000-01-01&method=POST&status=2xx", "method = 'POST' and status < 300"],
    ] as const) {
      const page = await developer.get(base + query);
      expect([query, page.status, listed(page.html)]).toEqual([
        query,
        200,
        await rowsOf(condition),
      ]);
    }
    expect((await developer.get(`${base}?status=7xx`)).status).toBe(400);
    expect((await developer.get(`${base}?start_date=2026-02-31`)).status).toBe(400);
  });

  it("turns typed filters into a URL, but never a card number", async () => {
    await developer.get(base);
    const found = await developer.post(`${base}/find`, { path: " pay ", status: "2xx", key: "" });
    expect(found.location).toBe(`${shop.url}${base}?status=2xx&path=pay`);
    const card = await developer.post(`${base}/find`, { path: CARD.number });
    expect(card.location).toBe(shop.url + base);
    const page = await developer.get(card.location);
    expect(textOf(page.html)).toContain("Card numbers are not searched for");
    const typed = await developer.get(`${base}?path=${CARD.number}`);
    expect([typed.location, typed.html.includes(CARD.number)]).toEqual([shop.url + base, false]);
  });

  it("pages in both directions without gaps", async () => {
    await pool.query(
      `insert into api_request
       select merchant_id, mode, 'zzzzzzzz' || lpad(n::text, 11, '0'), at, 'PUT', path, status, code,
         duration_us, key_last_four, 'many', network, session_id, null, null, null, false, false
       from api_request cross join generate_series(1, 120) as n where request_id = 'paid-once'`,
    );
    const first = await developer.get(`${base}?method=PUT`);
    const next = (html: string, name: string): string =>
      (new RegExp(`href="([^"]*)">${name}<`).exec(html)?.[1] ?? "").replaceAll("&amp;", "&");
    const second = await developer.get(next(first.html, "Next"));
    const third = await developer.get(next(second.html, "Next"));
    const all = [first, second, third].flatMap(({ html }) => listed(html));
    expect(all).toEqual(await rowsOf("method = 'PUT'"));
    const back = await developer.get(next(third.html, "Previous"));
    expect(listed(back.html)).toEqual(listed(second.html));
    await pool.query("delete from api_request where method = 'PUT'");
  });

  it("shows a call with its bodies and payment, but no card, key, session or personal data", async () => {
    const search = new LeakSearch([CARD]);
    for (const entry of await rowsOf("true")) {
      const { html } = await developer.get(`${base}/${entry}`);
      expect([entry, search.text(entry, html)]).toEqual([entry, []]);
      expect(html).not.toMatch(/ses_\w{20}|vz_test_\w{20}|Gizem|g@example|tok_\w{20}/);
    }
    const [paid = ""] = await rowsOf("request_id = 'paid-once'");
    const { html } = await developer.get(`${base}/${paid}`);
    const text = textOf(html);
    expect(text).toContain('"card_number": "[16 characters]"');
    expect(text).toContain(`"order_id": "${order}"`);
    expect(html).toContain(`payments/${order}"`);
    expect((await developer.get(`${base}/0000000000000000000`)).status).toBe(404);
  });

  it("shows each call as a command with a placeholder for the key, which runs nothing else", async () => {
    const [made = ""] = await rowsOf("path = '/api/v1/checkout/session'");
    const [cards = ""] = await rowsOf("path like '%/cards%'");
    const hostile = '/x"$(id)`id`${HOME}\\;';
    await pool.query("update api_request set path = path || $2 where entry_id = $1", [
      cards,
      hostile,
    ]);
    const { testApiKey } = shop.merchant;
    const commands = await Promise.all(
      [made, cards].map(async (entry) => {
        const { html } = await developer.get(`${base}/${entry}`);
        return shell(decode(/<main.*?data-copy="(curl [^"]*)"/s.exec(html)?.[1] ?? ""), testApiKey);
      }),
    );
    const [first, body] = commands[0]?.split("\n-d\n@-\n") ?? [];
    expect(first).toContain(`-X\nPOST\n${shop.url}/api/v1/checkout/session\n`);
    const answer = await shop.api.post("/api/v1/checkout/session", JSON.parse(body ?? ""));
    expect(answer.body["session_id"]).toMatch(/^ses_/);
    expect(commands[1]).toBe(
      `-sS\n-X\nGET\n${shop.url}/api/v1/payment/cards?page=1/x%22$(id)%60id%60\${HOME}%5C;\n` +
        `-H\nAuthorization: Bearer ${testApiKey}\n`,
    );
  });

  it("is linked from a payment to its calls, for roles that may see them", async () => {
    const payment = `/panel/${shop.merchant.merchant.merchantId}/test/payments/${order}`;
    const [paid = ""] = await rowsOf("request_id = 'paid-once'");
    const { html } = await developer.get(payment);
    const text = textOf(html);
    expect(listed(html).includes(paid)).toBe(true);
    expect(text).toContain("POST /api/v1/checkout/session");
    expect(text).toContain("API requests (3)");
    const finance = panelVisitor(shop);
    const { merchantId } = shop.merchant.merchant;
    await finance.signIn(await panelUsers(shop).create("finance", merchantId, "f@e.tr"));
    const other = await finance.get(payment);
    expect([other.status, listed(other.html)]).toEqual([200, []]);
    expect((await finance.get(base)).status).toBe(403);
  });

  it("shows nothing to another merchant", async () => {
    const neighbour = await shop.createMerchant("Komşu");
    const { merchantId } = neighbour.merchant;
    const visitor = panelVisitor(shop);
    await visitor.signIn(await panelUsers(shop).create("owner", merchantId, "n@e.tr"));
    const own = `/panel/${merchantId}/test/requests`;
    const [paid = ""] = await rowsOf("request_id = 'paid-once'");
    expect(listed((await visitor.get(own)).html)).toEqual([]);
    expect((await visitor.get(`${own}/${paid}`)).status).toBe(404);
  });
});

/**
 * Runs a command in a shell; returns the arguments of curl, one a line, and the body it would send.
 */
async function shell(command: string, key: string): Promise<string> {
  const script = `curl() { printf '%s\\n' "$@"; cat; }\n{ ${command}\n} </dev/null`;
  const env = { PATH: process.env["PATH"], VEZNE_API_KEY: key };
  return (await promisify(execFile)("sh", ["-c", script], { env })).stdout;
}
