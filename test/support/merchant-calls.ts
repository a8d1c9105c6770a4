import type { ApiAnswer, ApiBody, ApiClient } from "./api-client.ts";
import type { ShopService } from "./service.ts";

const APPROVED_CARD = "5528790000000008";
/** The bank approves this card, and refuses its refund and void. */
export const UNDOING_FAILS_CARD = "5406670000000009";

/** A merchant's server: the calls that need its key (contract C2). */
export type MerchantCalls = {
  refund(order: unknown, fields?: ApiBody, headers?: Record<string, string>): Promise<ApiAnswer>;
  void(order: unknown, fields?: ApiBody, headers?: Record<string, string>): Promise<ApiAnswer>;
  capture(order: unknown, fields?: ApiBody, headers?: Record<string, string>): Promise<ApiAnswer>;
  findRefund(refund: unknown): Promise<ApiAnswer>;
};

export function merchantCalls(api: ApiClient, apiKey: string): MerchantCalls {
  const authorization = `Bearer ${apiKey}`;
  const call =
    (path: string): MerchantCalls["refund"] =>
    (order, fields = {}, headers = {}) =>
      api.post(
        `/api/v1/payment/${path}`,
        { order_id: order, ...fields },
        { authorization, ...headers },
      );
  return {
    refund: call("refund"),
    void: call("void"),
    capture: call("capture"),
    findRefund: (refund) => api.get(`/api/v1/payment/refund/${String(refund)}`, { authorization }),
  };
}

export type PaidOrder = { readonly session: string; readonly order: string };

/** A session of the client's merchant, paid by card at once; with `HELD`, preauthorised only. */
export async function paidOrder(
  api: ApiClient,
  { card = APPROVED_CARD, fields = {} }: { card?: string; fields?: ApiBody } = {},
): Promise<PaidOrder> {
  const session = await api.session(fields);
  const paid = await api.pay(session, card);
  if (paid.status !== 200 || paid.body["success"] !== true) {
    throw new Error(`not paid: ${paid.text}`);
  }
  return { session, order: String(paid.body["order_id"]) };
}

export const HELD: ApiBody = { capture_method: "manual" };

/** The books of an order: each account's debits less its credits, without zeros. */
export async function balancesOf(shop: ShopService, order: string): Promise<ApiBody> {
  const rows = await query(
    shop,
    `select account, sum(amount)::bigint as balance from (
       select debit as account, amount from posting where order_id = $1
       union all select credit, -amount from posting where order_id = $1) as side
     group by account having sum(amount) <> 0 order by account`,
    [order],
  );
  return Object.fromEntries(rows.map((row) => [String(row["account"]), Number(row["balance"])]));
}

/**
 * The types of an order's events, sorted by name, because with a fixed clock all times are equal.
 */
export async function eventsOf(shop: ShopService, order: string): Promise<readonly string[]> {
  const rows = await query(shop, "select type from event where order_id = $1 order by type", [
    order,
  ]);
  return rows.map((row) => String(row["type"]));
}

export async function query(
  shop: Pick<ShopService, "database">,
  sql: string,
  values: readonly unknown[] = [],
): Promise<readonly ApiBody[]> {
  const pool = shop.database.open({ max: 1 });
  try {
    return (await pool.query<Record<string, unknown>>(sql, [...values])).rows;
  } finally {
    await pool.end();
  }
}
