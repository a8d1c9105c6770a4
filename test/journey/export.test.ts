import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Pool } from "pg";
import { createApiClient, type ApiAnswer } from "../support/api-client.ts";
import { clonePayments } from "../support/payment-clones.ts";
import { startTestService, type TestMerchant, type TestService } from "../support/service.ts";

const PATH = "/api/v1/payment/transactions/export";
const APPROVED = "5528790000000008";
const DECLINED = "4129111111111111";
const COLUMNS = [
  "order_id",
  "amount",
  "currency",
  "status",
  "payment_type",
  "card_last_four",
  "created_at",
  "installment_count",
  "charged_amount",
  "refunded_amount",
  "customer_id",
  "acquirer",
  "mode",
  "reference",
  "financing_amount",
];
const MANY = 200_000;
const MIB = 1_024 * 1_024;

/** A JSON value as a CSV cell shows it. */
function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

describe("the export", () => {
  let shop: TestService;
  let pool: Pool;

  const authOf = (merchant: TestMerchant): Record<string, string> => ({
    authorization: `Bearer ${merchant.testApiKey}`,
  });
  const exported = (query: string, merchant = shop.merchant): Promise<ApiAnswer> =>
    shop.api.get(`${PATH}?${query}`, authOf(merchant));

  async function pay(merchant: TestMerchant, card: string, fields = {}): Promise<unknown> {
    shop.clock.move(1_000);
    const api = createApiClient(shop.url, merchant.testApiKey);
    return (await api.pay(await api.session(fields), card)).body["order_id"];
  }

  beforeAll(async () => {
    shop = await startTestService();
    pool = shop.database.open({ max: 2, statementTimeoutMs: 0 });
  });
  afterAll(() => shop.close());

  describe("of a few payments", () => {
    let list: readonly Record<string, unknown>[];

    beforeAll(async () => {
      await pay(shop.merchant, APPROVED, { amount: 1_000 });
      await pay(shop.merchant, DECLINED, { amount: 2_000, currency: "EUR" });
      const customer = { customer_id: 'Çam, "Ada"; Şahin' };
      await pay(shop.merchant, APPROVED, { amount: 3_000, capture_method: "manual", customer });
      const listed = await shop.api.get("/api/v1/payment/transactions", authOf(shop.merchant));
      list = listed.body["transactions"] as typeof list;
    });

    it("is CSV by RFC 4180, with the columns of the record in their order", async () => {
      const { status, headers, text } = await exported("format=csv");
      expect(status).toBe(200);
      expect(headers.get("content-type")).toMatch(/^text\/csv; charset=utf-8/);
      expect(headers.get("content-disposition")).toBe(
        'attachment; filename="transactions-test.csv"',
      );
      expect(text.startsWith(`${COLUMNS.join(",")}\r\n`)).toBe(true);
      expect(text.endsWith("\r\n")).toBe(true);
      expect(text.replaceAll(/"[^"]*"/g, "").replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
      const cells = list.map((record: Record<string, unknown>) =>
        COLUMNS.map((name) => textOf(record[name])),
      );
      expect(parse(text)).toEqual([COLUMNS, ...cells]);
      expect(cells).toHaveLength(3);
    });

    it("is JSON with the same records as the list", async () => {
      const { status, headers, text } = await exported("format=json");
      expect(status).toBe(200);
      expect(headers.get("content-type")).toMatch(/^application\/json/);
      expect(headers.get("content-disposition")).toBe(
        'attachment; filename="transactions-test.json"',
      );
      expect(JSON.parse(text)).toEqual(list);
    });

    it.each([
      ["status=failed", [1]],
      ["payment_type=creditcard&min_amount=1000&max_amount=2999", [1, 2]],
      ["start_date=2026-11-21&end_date=2026-11-21", [0, 1, 2]],
      ["end_date=2026-11-20", []],
    ])("accepts the filters of the list: %s", async (query, expected) => {
      const records = expected.map((index) => list[index]);
      expect(JSON.parse((await exported(`format=json&${query}`)).text)).toEqual(records);
      const rows: string[][] = parse((await exported(`format=csv&${query}`)).text);
      expect(rows.slice(1).map(([id]) => id)).toEqual(
        records.map((record) => record?.["order_id"]),
      );
    });

    it("is a file named after its days", async () => {
      const { headers } = await exported("format=csv&start_date=2026-11-01&end_date=2026-11-30");
      expect(headers.get("content-disposition")).toBe(
        'attachment; filename="transactions-test-2026-11-01-2026-11-30.csv"',
      );
    });
  });

  it("is only a header, or an empty array, without matches", async () => {
    const empty = await shop.createMerchant("Boş");
    expect((await exported("format=csv", empty)).text).toBe(`${COLUMNS.join(",")}\r\n`);
    expect(JSON.parse((await exported("format=json", empty)).text)).toEqual([]);
  });

  it.each([
    "=1+1",
    "+905",
    "-5",
    "@SUM(A1)",
    "＝1",
    "＠x",
    '=";"',
    " =1",
    "\u00a0+1",
    "\ufeff-1",
    "\u3000 @x",
    "-a",
  ])(
    "protects a spreadsheet from the formula %j, and leaves it unchanged in JSON",
    async (customer) => {
      const merchant = await shop.createMerchant("Formül");
      await pay(merchant, APPROVED, { customer: { customer_id: customer } });
      const [, cells]: string[][] = parse((await exported("format=csv", merchant)).text);
      expect(cells?.[10]).toBe(`'${customer}`);
      const { text } = await exported("format=json", merchant);
      expect(JSON.parse(text)).toMatchObject([{ customer_id: customer }]);
    },
  );

  it.each([" Ada", "\u00a0Ada", "Ada =1", "\ufeffŞahin"])(
    "leaves %j unchanged",
    async (customer) => {
      const merchant = await shop.createMerchant("Boşluk");
      await pay(merchant, APPROVED, { customer: { customer_id: customer } });
      const [, cells]: string[][] = parse((await exported("format=csv", merchant)).text);
      expect(cells?.[10]).toBe(customer);
    },
  );

  it.each([
    ["", "format"],
    ["format=xml", "format"],
    ["format=CSV", "format"],
    ["format=csv&format=json", "format"],
    ["format=csv&start_date=2024-02-30", "start_date"],
    ["format=csv&status=paid", "status"],
  ])("refuses %j and names the field", async (query, field) => {
    const answer = await exported(query);
    expect(answer.status).toBe(400);
    expect(answer.headers.get("content-disposition")).toBeNull();
    expect(answer.body).toMatchObject({ code: "validation_failed", errors: [{ field }] });
  });

  it("needs the merchant's key, and contains only the key's mode", async () => {
    expect((await shop.api.get(`${PATH}?format=csv`)).status).toBe(401);
    const live = { authorization: `Bearer ${shop.merchant.liveApiKey}` };
    expect(JSON.parse((await shop.api.get(`${PATH}?format=json`, live)).text)).toEqual([]);
  });

  it("answers HEAD without running the query", async () => {
    const answer = await shop.api.send("HEAD", `${PATH}?format=csv`, {
      headers: authOf(shop.merchant),
    });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET"]);
  });

  describe("of very many payments", () => {
    let merchant: TestMerchant;

    beforeAll(async () => {
      merchant = await shop.createMerchant("Çok satan");
      const order = await pay(merchant, APPROVED);
      await clonePayments(shop, {
        of: order,
        count: MANY,
        columns: { created_at: "created_at - n * interval '1 second'" },
      });
      await pool.query("vacuum analyze payment");
    });

    /** Opens an export and reads only its head. */
    async function open(): Promise<IncomingMessage> {
      const call = request(`${shop.url}${PATH}?format=csv`, { headers: authOf(merchant) }).end();
      const [response] = (await once(call, "response")) as [IncomingMessage];
      response.on("error", () => undefined);
      response.pause();
      return response;
    }

    async function backends() {
      const { rows } = await pool.query<{ pid: number; state: string; waits: string | null }>(
        `select pid, state, wait_event as waits from pg_stat_activity
         where datname = current_database() and application_name = 'vezne export'
           and state <> 'idle'`,
      );
      return rows;
    }

    async function readAll(response: IncomingMessage): Promise<number> {
      let lines = 0;
      for await (const chunk of response as AsyncIterable<Buffer>) {
        for (const byte of chunk) if (byte === 10) lines += 1;
      }
      return lines;
    }

    it("contains all of them, with memory that does not grow with their number", async () => {
      await readAll(await open());
      const before = process.memoryUsage().rss;
      let peak = before;
      const response = await open();
      response.on("data", () => {
        peak = Math.max(peak, process.memoryUsage().rss);
      });
      expect(await readAll(response)).toBe(MANY + 2);
      expect(peak - before).toBeLessThan(64 * MIB);
    });

    it("is read from the database only as fast as the client reads", async () => {
      const response = await open();
      await vi.waitFor(
        async () => expect(await backends()).toMatchObject([{ waits: "ClientWrite" }]),
        { timeout: 40_000 },
      );
      expect(await readAll(response)).toBe(MANY + 2);
      await vi.waitFor(async () => expect(await backends()).toEqual([]), { timeout: 40_000 });
    });

    it("stops the database query when the client disconnects", async () => {
      const response = await open();
      await vi.waitFor(async () => expect(await backends()).toHaveLength(1), { timeout: 40_000 });
      response.destroy();
      await vi.waitFor(async () => expect(await backends()).toEqual([]), { timeout: 40_000 });
      const again = await open();
      expect(await readAll(again)).toBe(MANY + 2);
    });

    it("is visibly incomplete when the database fails in the middle", async () => {
      const response = await open();
      await vi.waitFor(async () => expect(await backends()).toHaveLength(1), { timeout: 40_000 });
      await pool.query("select pg_terminate_backend($1::int)", [(await backends())[0]?.pid]);
      await expect(readAll(response)).rejects.toThrow("aborted");
      expect(response.complete).toBe(false);
      expect((await shop.api.get("/readyz")).status).toBe(200);
    });
  });
});
