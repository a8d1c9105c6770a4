import { request } from "undici";
import type { Language } from "../../../checkout/session.ts";
import { textField } from "../fields.ts";
import type { Line } from "./goods.tsx";

export type ShopClientDeps = {
  /** Where the interface answers; the shop reaches it over HTTP, as any merchant does. */
  readonly baseUrl: string;
  readonly shopKey: () => Promise<string>;
  /** A key that is in force, where the other was refused: somebody has replaced it. */
  readonly renewShopKey: () => Promise<string>;
};

export type Order = {
  readonly basket: readonly Line[];
  readonly amount: number;
  readonly language: Language;
  readonly successUrl: string;
  readonly failUrl: string;
};

/** Where the customer pays, or why there is no such place. */
export type OpenedSession =
  | { readonly ok: true; readonly checkoutUrl: string }
  | { readonly ok: false; readonly detail: string };

const TIMEOUT_MS = 10_000;

/** The body of 4.1 for an order, without the key. */
export function sessionBody(order: Order): Readonly<Record<string, unknown>> {
  return {
    amount: order.amount,
    currency: "TRY",
    language: order.language,
    customer: { name: "Deniz", surname: "Aksoy", email: "deniz@example.com" },
    basket_items: order.basket
      .filter(({ quantity }) => quantity > 0)
      .map(({ good, quantity }) => ({
        id: good.id,
        name: good.name[order.language],
        brand_name: good.maker,
        qty: quantity,
        unit_price: good.price,
      })),
    success_url: order.successUrl,
    fail_url: order.failUrl,
    metadata: { basket: "demo" },
  };
}

/** POST /api/v1/checkout/session */
export async function openShopSession(deps: ShopClientDeps, order: Order): Promise<OpenedSession> {
  const first = await postSession(deps, order, await deps.shopKey());
  const answer =
    first.statusCode === 401 ? await postSession(deps, order, await deps.renewShopKey()) : first;
  const checkoutUrl = textField(answer.fields, "checkout_url");
  if (answer.statusCode < 300 && checkoutUrl !== "") return { ok: true, checkoutUrl };
  return { ok: false, detail: textField(answer.fields, "detail") };
}

async function postSession(deps: ShopClientDeps, order: Order, key: string) {
  const { statusCode, body } = await request(`${deps.baseUrl}/api/v1/checkout/session`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ merchant_api_key: key, ...sessionBody(order) }),
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
  });
  return { statusCode, fields: await body.json() };
}

/** GET /api/v1/payment/status: the word that counts, whatever the browser brought back. */
export async function askShopStatus(
  deps: ShopClientDeps,
  order: { readonly orderId: string; readonly sessionId: string },
): Promise<string | undefined> {
  const query = `session_id=${encodeURIComponent(order.sessionId)}`;
  const path = `/api/v1/payment/status/${encodeURIComponent(order.orderId)}?${query}`;
  const answer = await request(deps.baseUrl + path, {
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
  });
  const status = textField(await answer.body.json(), "status");
  return answer.statusCode === 200 && status !== "" ? status : undefined;
}
