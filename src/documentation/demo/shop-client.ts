import {
  createVezne,
  VezneError,
  type CheckoutSessionRequest,
  type PaymentStatus,
  type Vezne,
} from "../../client/vezne.ts";
import type { Language } from "../../kernel/language.ts";
import type { Line } from "./goods.tsx";

export type ShopClientDeps = {
  /** Base address of the interface; the shop uses it over HTTP like any merchant. */
  readonly baseUrl: string;
  readonly shopKey: () => Promise<string>;
  /** Resolves to a valid key after the current key was refused because it has been rolled. */
  readonly renewShopKey: () => Promise<string>;
};

export type Order = {
  readonly basket: readonly Line[];
  readonly amount: number;
  readonly language: Language;
  readonly successUrl: string;
  readonly failUrl: string;
};

/** The address of the payment page, or the reason for not having one. */
export type OpenedSession =
  | { readonly ok: true; readonly checkoutUrl: string }
  | { readonly ok: false; readonly detail: string };

/** Short, because a customer waits for the shop's page until the call ends. */
const TIMEOUT_MS = 10_000;

/** The request for a session of an order (spec 4.1). */
export function sessionRequest(order: Order): CheckoutSessionRequest {
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

export async function openShopSession(deps: ShopClientDeps, order: Order): Promise<OpenedSession> {
  const opened = await openWith(deps, await deps.shopKey(), order);
  return opened.status === 401 ? openWith(deps, await deps.renewShopKey(), order) : opened;
}

async function openWith(
  deps: ShopClientDeps,
  apiKey: string,
  order: Order,
): Promise<OpenedSession & { readonly status: number | undefined }> {
  try {
    const vezne = clientOf(deps, apiKey);
    const { checkout_url: checkoutUrl } = await vezne.sessions.create(sessionRequest(order));
    return { ok: true, status: 200, checkoutUrl };
  } catch (error) {
    if (!(error instanceof VezneError)) throw error;
    return { ok: false, status: error.status, detail: error.detail };
  }
}

/** The status query: unlike the parameters of the return URL, its answer is current. */
export async function askShopStatus(
  deps: ShopClientDeps,
  order: { readonly orderId: string; readonly sessionId: string },
): Promise<PaymentStatus | undefined> {
  try {
    const vezne = clientOf(deps, await deps.shopKey());
    const { orderId: order_id, sessionId: session_id } = order;
    return (await vezne.payments.status({ order_id, session_id })).status;
  } catch (error) {
    if (!(error instanceof VezneError)) throw error;
    return undefined;
  }
}

function clientOf({ baseUrl }: ShopClientDeps, apiKey: string): Vezne {
  return createVezne({ baseUrl, apiKey, timeoutMs: TIMEOUT_MS, maxRetries: 1 });
}
