// tier: night
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { instant } from "../../src/kernel/clock.ts";
import { ALL_TIME } from "../../src/kernel/day.ts";
import type { Payment } from "../../src/domain/payment/payment.ts";
import { CSV_COLUMNS } from "../../src/domain/report/export.ts";
import { paymentRecord } from "../../src/domain/payment/record.ts";
import type { PaymentEvent } from "../../src/domain/payment/states.ts";
import type { Installation } from "../../src/service/installation/installation.ts";
import { installationOf } from "../support/installation.ts";
import { clonePayments } from "../support/payment-clones.ts";
import { writeHistory, type PaymentHistory } from "../support/payment-history.ts";
import { figuresOf, matchesOf, type ReportQuery } from "../support/report-model.ts";
import { PAYMENT } from "../../src/store/payment/payment-rows.ts";
import { startTestService, type TestMerchant, type TestService } from "../support/service.ts";

const ZONES = ["Europe/Istanbul", "America/New_York", "UTC", "Asia/Kathmandu"] as const;
const HOUR = 3_600_000;

// Midnights of the time zones, on ordinary days and on days when New York changes its clocks.
const MIDNIGHTS = [
  "2026-11-20T21:00:00Z",
  "2026-11-21T00:00:00Z",
  "2026-11-21T05:00:00Z",
  "2026-11-20T18:15:00Z",
  "2026-03-08T05:00:00Z",
  "2026-03-09T04:00:00Z",
  "2026-11-01T04:00:00Z",
  "2026-11-02T05:00:00Z",
  "2026-12-31T21:00:00Z",
].map((text) => Date.parse(text));

const DATES = [
  "2026-03-07",
  "2026-03-08",
  "2026-03-09",
  "2026-10-31",
  "2026-11-01",
  "2026-11-02",
  "2026-11-20",
  "2026-11-21",
  "2026-11-22",
  "2026-12-31",
  "2027-01-01",
];

const TRICKY = [
  "=",
  "+",
  "-",
  "@",
  "＝",
  '"',
  "'",
  ",",
  ";",
  "\t",
  "\r",
  "\n",
  "\\",
  " ",
  "ğ",
  "😀",
];

const created = fc
  .tuple(fc.constantFrom(...MIDNIGHTS), fc.constantFrom(-25 * HOUR, -HOUR, -1, 0, 1, HOUR))
  .map(([midnight, offset]) => instant(midnight + offset));

const card = fc.constantFrom<readonly PaymentEvent[]>(
  [],
  ["charged"],
  ["charged"],
  ["declined"],
  ["outcome_lost"],
  ["outcome_lost", "declined"],
  ["challenge_opened"],
  ["challenge_opened", "abandoned"],
  ["challenge_opened", "challenge_passed", "charged"],
  ["held"],
  ["held", "void_begun", "voided"],
  ["held", "void_begun", "void_refused"],
  ["held", "capture_begun", "captured"],
);
const transfer = fc.constantFrom<readonly PaymentEvent[]>(
  [],
  ["transfer_matched"],
  ["transfer_assigned"],
  ["deadline_passed"],
);
const facts = {
  mode: fc.constantFrom("test", "test", "test", "live"),
  createdAt: created,
  amount: fc.constantFrom(1, 99, 100, 101, 999_999_999_999),
  currency: fc.constantFrom("TRY", "TRY", "USD"),
  customerId: fc.option(fc.string({ unit: fc.constantFrom(...TRICKY), maxLength: 8 }), {
    nil: undefined,
  }),
} as const;
const story: fc.Arbitrary<PaymentHistory> = fc.oneof(
  fc.record({
    ...facts,
    begins: fc.constant("calling"),
    paymentType: fc.constantFrom("creditcard", "creditcard", "debitcard"),
    events: card,
    refunds: fc.array(fc.constantFrom(0, 30, 100), { maxLength: 2 }),
  } as const),
  fc.record({
    ...facts,
    begins: fc.constant("awaiting_transfer"),
    paymentType: fc.constant("bank_transfer"),
    events: transfer,
    refunds: fc.array(fc.constantFrom(30, 100), { maxLength: 1 }),
  } as const),
);
const completed = ({ events }: PaymentHistory): boolean =>
  ["charged", "captured", "transfer_matched", "transfer_assigned"].includes(events.at(-1) ?? "");
const possible = story.map((one) => (completed(one) ? one : { ...one, refunds: [] }));

const query: fc.Arbitrary<ReportQuery> = fc
  .record({
    start_date: fc.option(fc.constantFrom(...DATES), { nil: undefined }),
    end_date: fc.option(fc.constantFrom(...DATES), { nil: undefined }),
    status: fc.option(
      fc.constantFrom("completed", "failed", "refunded", "authorized", "pending", "processing"),
      { nil: undefined, freq: 2 },
    ),
    payment_type: fc.option(fc.constantFrom("creditcard", "debitcard", "bank_transfer"), {
      nil: undefined,
      freq: 2,
    }),
    min_amount: fc.option(fc.constantFrom(0, 100), { nil: undefined, freq: 2 }),
    max_amount: fc.option(fc.constantFrom(100, 999_999_999_999), { nil: undefined, freq: 2 }),
  })
  .map((made) =>
    (made.start_date ?? "") > (made.end_date ?? "9") ? { ...made, end_date: undefined } : made,
  );

const PAID = {
  mode: "test",
  currency: "TRY",
  paymentType: "creditcard",
  customerId: undefined,
  begins: "calling",
  events: ["charged"],
  refunds: [],
} as const satisfies Partial<PaymentHistory>;

function textOf(fields: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}

/** A text that a spreadsheet takes for a formula, possibly after blanks. */
const BLANKS =
  "[ \\v\\f\\u0085\\u00a0\\u1680\\u2000-\\u200d\\u2028\\u2029\\u202f\\u205f\\u2060\\u3000\\ufeff]*";
const FORMULA = new RegExp(`^${BLANKS}[=+\\-@＝＋－＠\\t\\r\\n]`);

/** A formula behind a separator of a spreadsheet of another language. */
const INNER = new RegExp(`([,;\\t\\r\\n](?:"|${BLANKS.slice(0, -1)})*)([=+\\-@＝＋－＠])`, "g");

/** A value as CSV shows it, with the formula guard. */
function cellsOf(payment: Payment): string[] {
  const record = paymentRecord(payment);
  return CSV_COLUMNS.map((column) => {
    const text = String(record[column] ?? "");
    if (column === "created_at" || typeof record[column] !== "string") return text;
    const guarded = text.replace(INNER, "$1'$2");
    return FORMULA.test(text) ? `'${guarded}` : guarded;
  });
}

describe("lists, summaries and exports against a plain model", () => {
  let shop: TestService;
  let parts: Installation;

  beforeAll(async () => {
    shop = await startTestService();
    parts = await installationOf(shop);
  });
  afterAll(async () => {
    await parts.close();
    await shop.close();
  });

  const get = async (merchant: TestMerchant, path: string, fields: object) => {
    const authorization = `Bearer ${merchant.testApiKey}`;
    const answer = await shop.api.get(
      `/api/v1/payment/${path}?${textOf(fields as Record<string, unknown>)}`,
      { authorization },
    );
    expect(answer.status).toBe(200);
    return answer;
  };

  async function listAll(merchant: TestMerchant, asked: ReportQuery, perPage: number) {
    const orders: unknown[] = [];
    for (let page = 1; ; page += 1) {
      const { body } = await get(merchant, "transactions", { ...asked, page, per_page: perPage });
      const transactions = body["transactions"] as object[];
      orders.push(...transactions);
      if (transactions.length < perPage) return { total: body["total"], transactions: orders };
    }
  }

  it("agree for any payments at any times, before and after the roll-up is compacted", async () => {
    const { rollups } = parts;
    await fc.assert(
      fc.asyncProperty(
        fc.array(possible, { maxLength: 40 }),
        fc.constantFrom(...ZONES),
        fc.array(query, { minLength: 3, maxLength: 6 }),
        async (stories, timeZone, queries) => {
          const merchant = await shop.createMerchant("Model", { timeZone });
          const { merchantId } = merchant.merchant;
          const deps = { payments: shop.service.deps.payments, groups: parts.groups };
          const [payments] = await Promise.all([
            Promise.all(stories.map((one) => writeHistory(deps, merchantId, one))),
            rollups.compact(ALL_TIME.until),
            rollups.rebuild(merchantId),
          ]);
          const place = { mode: "test", timeZone } as const;
          for (const asked of queries) {
            const matches = matchesOf(payments, asked, place);
            const records = matches.map(paymentRecord);
            const listed = await listAll(merchant, asked, 7);
            expect(listed).toEqual({ total: matches.length, transactions: records });
            const csv = await get(merchant, "transactions/export", { ...asked, format: "csv" });
            expect(parse(csv.text)).toEqual([[...CSV_COLUMNS], ...matches.map(cellsOf)]);
            const json = await get(merchant, "transactions/export", { ...asked, format: "json" });
            expect(JSON.parse(json.text)).toEqual(records);
            const { start_date, end_date } = asked;
            const within = matchesOf(payments, { start_date, end_date }, place);
            for (const currency of ["TRY", "USD"] as const) {
              const days = { start_date, end_date, currency };
              const summary = (await get(merchant, "summary", days)).body;
              expect(summary).toMatchObject(figuresOf(within, currency));
            }
            await rollups.compact(ALL_TIME.until);
          }
          expect(await rollups.countDifferences(merchantId)).toBe(0);
        },
      ),
      { numRuns: 30 },
    );
  });

  describe("lists of thousands of payments", () => {
    let merchant: TestMerchant;
    let payments: readonly Payment[];

    beforeAll(async () => {
      merchant = await shop.createMerchant("Binlerce");
      const { merchantId } = merchant.merchant;
      const deps = { payments: shop.service.deps.payments, groups: parts.groups };
      const first = await writeHistory(deps, merchantId, {
        ...PAID,
        createdAt: instant(Date.parse("2026-11-21T08:59:59.999Z")),
        amount: 1_000,
      });
      // Three months with one busy quarter of an hour; every 700th payment was refunded.
      await clonePayments(shop, {
        of: first.orderId,
        count: 6_000,
        columns: {
          created_at: `case when n % 3 = 0 then created_at - n * interval '10 milliseconds'
            else created_at - n * interval '21 minutes' end`,
          state: `case when n % 700 = 0 then 'refunded' when n % 9 = 0 then 'failed' else state end`,
          refunded_amount: "case when n % 700 = 0 then captured_amount else 0 end",
          payment_type: "case when n % 4 = 0 then 'debitcard' else payment_type end",
          amount: "amount + n % 1000",
        },
      });
      const { rows } = await parts.pool.query<Record<string, unknown>>(
        "select * from payment where merchant_id = $1",
        [merchantId],
      );
      payments = rows.map(PAYMENT.read);
    });

    it.each<ReportQuery>([
      {},
      { status: "refunded" },
      { status: "failed", payment_type: "debitcard" },
      { start_date: "2026-11-21" },
      { end_date: "2026-10-15", status: "completed" },
      { start_date: "2026-11-21", status: "refunded" },
      { min_amount: 1_990, start_date: "2026-09-01" },
    ])("have the same pages as the model for %o", async (asked) => {
      const place = { mode: "test", timeZone: "Europe/Istanbul" } as const;
      const orders = matchesOf(payments, asked, place).map(({ orderId }) => orderId);
      const pages = Math.ceil(orders.length / 100);
      const numbers = [1, 2, 3, Math.ceil(pages / 2), pages - 1, pages, pages + 1];
      for (const page of numbers.filter((number) => number >= 1)) {
        const { body } = await get(merchant, "transactions", { ...asked, page, per_page: 100 });
        const listed = (body["transactions"] as { order_id: string }[]).map((one) => one.order_id);
        expect(body["total"]).toBe(orders.length);
        expect(listed).toEqual(orders.slice((page - 1) * 100, page * 100));
      }
    });
  });

  it("have a total and a page of the same moment, while payments are made", async () => {
    const merchant = await shop.createMerchant("Yoğun");
    const { merchantId } = merchant.merchant;
    const deps = { payments: shop.service.deps.payments, groups: parts.groups };
    const { rollups } = parts;
    const state = { isPaying: true };
    const paying = Promise.all(
      Array.from({ length: 90 }, (_, index) =>
        writeHistory(deps, merchantId, {
          ...PAID,
          createdAt: instant(shop.clock.now() + index),
          amount: 100,
          events: index % 3 === 0 ? ["declined"] : ["charged"],
          refunds: index % 3 === 1 ? [50, 50] : [],
        }),
      ),
    ).finally(() => (state.isPaying = false));
    while (state.isPaying) {
      const { body } = await get(merchant, "transactions", { per_page: 100 });
      expect(body["transactions"]).toHaveLength(Number(body["total"]));
      await rollups.compact(ALL_TIME.until);
    }
    await paying;
    const { body } = await get(merchant, "summary", {});
    expect(body).toMatchObject({
      total_transactions: 90,
      total_amount: 6_000,
      successful: 60,
      failed: 30,
      refunded: 30,
      approval_rate: 66.67,
    });
    expect(await rollups.countDifferences(merchantId)).toBe(0);
  });

  it("merges a merchant's many changes in rounds, and says so while there are more", async () => {
    const { merchantId } = (await shop.createMerchant("Çok yoğun")).merchant;
    // Each pair of changes leaves the counts as they are.
    await parts.pool.query(
      `insert into payment_tally_change (merchant_id, mode, quarter, payment_type, status, currency,
         payments, amount, refunded)
       select $1, 'test', '2026-11-01', 'creditcard', 'completed', 'TRY', n % 2 * 2 - 1, 0, 0
       from generate_series(1, 20_002) as n`,
      [merchantId],
    );
    const { rollups } = parts;
    expect(await rollups.compact(ALL_TIME.until)).toBe(true);
    expect(await rollups.compact(ALL_TIME.until)).toBe(false);
    const left = "select from payment_tally_change where merchant_id = $1";
    expect((await parts.pool.query(left, [merchantId])).rowCount).toBe(0);
    expect(await rollups.countDifferences(merchantId)).toBe(0);
  });
});
