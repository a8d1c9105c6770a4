import { Pool } from "undici";
import { CARD, sessionBody, statusPath } from "../shop.mjs";

/** Concurrent callers of each kind. */
const CALLERS = { payments: 96, sessions: 48, lists: 8, searches: 4, lookups: 16 };
const LIST = "/api/v1/payment/transactions";

/**
 * Floods the interface up to the tenant's limit: payments, sessions, BIN look-ups, statuses, last
 * pages of lists, searches without matches. The next call follows a refusal at once.
 */
export async function floodCalls({ url, address, apiKey, merchantId, cookie, rows }) {
  const connections = Object.values(CALLERS).reduce((sum, count) => sum + count, 0);
  const pool = new Pool(url, { connections, pipelining: 1, connect: { localAddress: address } });
  const call = async (method, path, { body, headers = {} } = {}) => {
    const { statusCode, body: answer } = await pool.request({
      method,
      path,
      headers: { ...headers, ...(body && { "content-type": "application/json" }) },
      body: body && JSON.stringify(body),
    });
    const text = await answer.text();
    return statusCode === 200 && text.startsWith("{") ? JSON.parse(text) : undefined;
  };
  const newSession = async () => {
    const body = sessionBody({ apiKey });
    return (await call("POST", "/api/v1/checkout/session", { body }))?.session_id;
  };
  const asMerchant = { authorization: `Bearer ${apiKey}` };
  const panel = `/panel/${merchantId}/test/payments`;
  const kinds = {
    payments: async () => {
      const session_id = await newSession();
      if (session_id === undefined) return;
      const body = { session_id, ...CARD };
      const paid = await call("POST", "/api/v1/payment/pay", { body });
      if (paid === undefined) return;
      await call("GET", statusPath({ order: paid.order_id, session: session_id }));
    },
    sessions: newSession,
    lists: () => {
      const page = Math.max(1, Math.floor(rows / 100) - 1);
      return call("GET", `${LIST}?per_page=100&page=${page}`, { headers: asMerchant });
    },
    searches: () => call("GET", `${panel}?q=nobody+is+called+so`, { headers: { cookie } }),
    lookups: async () => {
      const session_id = await newSession();
      const body = { session_id, bin_number: "552879" };
      const headers = { "idempotency-key": `k-${Math.random()}` };
      await call("POST", "/api/v1/payment/bin", { body, headers });
    },
  };
  return (signal) => {
    for (const [kind, count] of Object.entries(CALLERS)) {
      for (let caller = 0; caller < count; caller += 1) {
        repeat(kinds[kind], signal).catch(() => undefined);
      }
    }
  };
}

async function repeat(send, signal) {
  while (!signal.aborted) await send().catch(() => undefined);
}
