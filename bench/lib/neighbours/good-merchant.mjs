import { once } from "node:events";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { asMerchant, createSession, CARD } from "../shop.mjs";

const LIST = "/api/v1/payment/transactions";
/** Pauses between two calls of the same kind, for a shop with occasional customers. */
const PAUSE_MS = { checkouts: 40, lists: 100, exports: 1_000 };

/**
 * A merchant with ordinary traffic and a webhook endpoint: one customer after the other pays, and
 * lists and exports are read from time to time. Measures the duration of each call; that of a
 * refused call is infinite.
 */
export async function openGoodMerchant(world) {
  const receiver = await openReceiver();
  await world.line.post(
    "/api/v1/webhook-endpoints",
    { url: receiver.url, events: ["payment.completed"] },
    asMerchant(world),
  );
  return {
    /** Works for `ms`; resolves to the durations in ms by kind of call. */
    async workFor(ms) {
      const until = performance.now() + ms;
      const took = { session: [], payment: [], webhook: [], list: [], export: [] };
      const timed = async (what, work) => {
        const began = performance.now();
        const value = await work().catch(() => undefined);
        took[what].push(value === undefined ? Number.POSITIVE_INFINITY : performance.now() - began);
        return value;
      };
      const arrivals = [];
      const repeat = async (pause, work) => {
        while (performance.now() < until) {
          await work();
          await new Promise((resolve) => setTimeout(resolve, pause));
        }
      };
      await Promise.all([
        repeat(PAUSE_MS.checkouts, async () => {
          const session_id = await timed("session", () => createSession(world));
          if (session_id === undefined) return;
          const paid = await timed("payment", () =>
            world.line.post("/api/v1/payment/pay", { session_id, ...CARD }),
          );
          if (paid === undefined) return;
          arrivals.push(timed("webhook", () => receiver.arrival(paid.order_id)));
        }),
        repeat(PAUSE_MS.lists, () =>
          timed("list", () => world.line.get(`${LIST}?per_page=20`, asMerchant(world))),
        ),
        repeat(PAUSE_MS.exports, () => timed("export", () => takeExport(world))),
      ]);
      await Promise.all(arrivals);
      return took;
    },
    close: () => receiver.close(),
  };
}

async function takeExport({ line, apiKey }) {
  const { statusCode, body } = await line.pool.request({
    method: "GET",
    path: `${LIST}/export?format=csv`,
    headers: asMerchant({ apiKey }),
  });
  if (statusCode !== 200) throw new Error(`export: ${statusCode} ${await body.text()}`);
  let bytes = 0;
  for await (const chunk of body) bytes += chunk.length;
  return bytes;
}

/** A webhook receiver that answers at once; `arrival` resolves when an event of the order came. */
async function openReceiver() {
  const arrived = new Set();
  const waiting = new Map();
  const take = async (request, response) => {
    const { data } = await json(request);
    response.end();
    arrived.add(data.order_id);
    waiting.get(data.order_id)?.();
  };
  const server = createServer((request, response) => {
    take(request, response).catch(() => request.socket.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    async arrival(orderId) {
      if (!arrived.has(orderId)) await new Promise((resolve) => waiting.set(orderId, resolve));
      waiting.delete(orderId);
      return arrived.delete(orderId);
    },
    close: () => server.close(),
  };
}
