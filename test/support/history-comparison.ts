import { deepStrictEqual } from "node:assert";
import type { Pool } from "pg";
import type { ApiClient, ApiAnswer } from "./api-client.ts";
import type { HistoryModel, ModelOrder } from "./history-model.ts";
import type { TestMerchant } from "./service.ts";

/** The sources of a merchant's figures: its interface, and the database. */
export type Ledgers = {
  readonly api: ApiClient;
  /** Its pool changes when the data are restored. */
  readonly data: { readonly pool: Pool };
  readonly merchant: TestMerchant;
};

/**
 * Everything that a step may have changed, or may not have changed: the status of its order, the
 * merchant's whole export, the summary and the balances.
 */
export async function compareStep(
  ledgers: Ledgers,
  model: HistoryModel,
  touched: ModelOrder | undefined,
): Promise<void> {
  await Promise.all([
    touched === undefined ? undefined : compareStatus(ledgers, touched),
    compareBalances(ledgers, model),
    compareSummary(ledgers, model),
    compareExport(ledgers, model),
  ]);
}

/** Also the status and the list page of each order, and the bank's own bookings. */
export async function compareAll(ledgers: Ledgers, model: HistoryModel): Promise<void> {
  await compareStep(ledgers, model, undefined);
  await Promise.all([
    ...model.orders.map((order) => compareStatus(ledgers, order)),
    compareList(ledgers, model),
    compareBank(ledgers, model),
  ]);
}

async function compareStatus({ api }: Ledgers, order: ModelOrder): Promise<void> {
  const { body } = await api.status(order.session, order.id);
  same(
    [order.id, body["status"], body["captured_amount"], body["refunded_amount"]],
    [order.id, order.status, order.captured, order.refunded],
  );
}

async function compareBalances({ data, merchant }: Ledgers, model: HistoryModel): Promise<void> {
  const { rows } = await data.pool.query<{ account: string; balance: bigint }>({
    name: "history-balances",
    text: `select account, sum(amount)::bigint as balance from (
         select debit as account, amount from posting where merchant_id = $1
         union all select credit, -amount from posting where merchant_id = $1) as side
       group by account having sum(amount) <> 0 order by account`,
    values: [merchant.merchant.merchantId],
  });
  same(Object.fromEntries(rows.map((row) => [row.account, Number(row.balance)])), model.balances());
}

async function compareSummary(ledgers: Ledgers, model: HistoryModel): Promise<void> {
  const { body } = await get(ledgers, "summary");
  const expected = model.summary();
  same(Object.fromEntries(Object.keys(expected).map((name) => [name, body[name]])), expected);
}

async function compareExport(ledgers: Ledgers, model: HistoryModel): Promise<void> {
  const { text } = await get(ledgers, "transactions/export?format=json");
  const records = JSON.parse(text) as Readonly<Record<string, unknown>>[];
  same(facts(records), expectedFacts(model));
}

async function compareList(ledgers: Ledgers, model: HistoryModel): Promise<void> {
  const { body } = await get(ledgers, "transactions?per_page=100");
  const records = body["transactions"] as Readonly<Record<string, unknown>>[];
  same(body["total"], model.orders.length);
  if (model.orders.length <= 100) same(facts(records), expectedFacts(model));
}

/** The bank's charges and refunds by its own book, so that a double charge is counted there. */
async function compareBank({ data }: Ledgers, model: HistoryModel): Promise<void> {
  const cards = model.orders.filter(({ kind }) => kind === "card");
  const { rows } = await data.pool.query<{ id: string; taken: bigint; returned: bigint }>(
    `select order_id as id, sum(captured_minor)::bigint as taken,
       sum(refunded_minor)::bigint as returned
     from bank.entry
     where order_id = any($1) and type in ('sale', 'preauth') and state = 'approved' and not voided
     group by order_id having sum(captured_minor) > 0`,
    [cards.map(({ id }) => id)],
  );
  const booked = rows.map(({ id, taken, returned }) => [id, [Number(taken), Number(returned)]]);
  const expected = cards
    .filter(({ captured }) => captured > 0)
    .map(({ id, captured, refunded }) => [id, [captured, refunded]]);
  same(Object.fromEntries(booked), Object.fromEntries(expected));
}

function facts(records: readonly Readonly<Record<string, unknown>>[]): unknown {
  return Object.fromEntries(
    records.map((record) => [
      record["order_id"],
      [record["status"], record["amount"], record["refunded_amount"]],
    ]),
  );
}

function expectedFacts(model: HistoryModel): unknown {
  return Object.fromEntries(
    model.orders.map(({ id, status, amount, refunded }) => [id, [status, amount, refunded]]),
  );
}

/** Sends a read with the merchant's key. */
export function get({ api, merchant }: Ledgers, path: string): Promise<ApiAnswer> {
  const authorization = `Bearer ${merchant.testApiKey}`;
  const style = { "vezne-response-style": "flags" };
  return api.get(`/api/v1/payment/${path}`, { authorization, ...style });
}

function same(actual: unknown, expected: unknown): void {
  deepStrictEqual(actual, expected);
}
