import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";

const CARD = {
  payment_type: "creditcard",
  card_holder_name: "Trial",
  card_number: "5528790000000008",
  expire_month: "12",
  expire_year: "2030",
  cvc: "123",
};
const AMOUNT = 125_000;
const REFUND = 25_000;
/** Each fifth payment is refunded in part. */
const REFUND_EACH = 5;
const ANSWER_MS = 40_000;
const RETRY_MS = 300;
const MOST_UNDER_WAY = 200;
/** A call that is not answered for so long is reported as refused. */
const GIVE_UP_MS = 300_000;
/** Answers after which the same call is made again under the same key. */
const REPEATED = new Set([408, 409, 425, 429, 500, 502, 503, 504]);

/** The answers that customers got. */
export function emptyBook() {
  const lists = { acknowledged: [], refunds: [], refused: [] };
  return { ...lists, answers: new Map(), calls: 0, amount: AMOUNT };
}

/**
 * Customers who arrive at a steady rate, by turns at both entrances, and repeat an unanswered call
 * under the same Idempotency-Key until it is answered. The customer makes no other call before.
 */
export function startPayers({ entrances, apiKey, rate, book }) {
  const stopping = new AbortController();
  const call = async (path, body, headers = {}) => {
    const key = randomUUID();
    const giveUpAt = performance.now() + GIVE_UP_MS;
    for (;;) {
      const sentAt = performance.now();
      const url = entrances[book.calls++ % entrances.length] + path;
      const answer = await post(url, body, { ...headers, "idempotency-key": key });
      const name = `${path.split("/").at(-1)} ${answer.status}`;
      book.answers.set(name, (book.answers.get(name) ?? 0) + 1);
      const isFinal = answer.status > 0 && !REPEATED.has(answer.status);
      if (isFinal || sentAt > giveUpAt) return { ...answer, sentAt };
      await wait(RETRY_MS);
    }
  };
  const underWay = new Set();
  const arrivals = (async () => {
    while (!stopping.signal.aborted) {
      if (underWay.size < MOST_UNDER_WAY) {
        const bought = buy(book, call, apiKey).finally(() => underWay.delete(bought));
        underWay.add(bought);
      }
      await wait(1_000 / rate);
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await arrivals;
      await Promise.all(underWay);
    },
  };
}

async function buy(book, call, apiKey) {
  const beganAt = performance.now();
  const urls = { success_url: "https://shop.example/ok", fail_url: "https://shop.example/no" };
  const request = { merchant_api_key: apiKey, amount: AMOUNT, ...urls };
  const made = await call("/api/v1/checkout/session", request);
  if (made.status !== 200) return void book.refused.push(made);
  const { session_id: session } = made.body;
  const paid = await call("/api/v1/payment/pay", { session_id: session, ...CARD });
  const { status, order_id: order } = paid.body ?? {};
  if (status !== "completed") return void book.refused.push(paid);
  const at = performance.now();
  book.acknowledged.push({ order, session, beganAt, sentAt: paid.sentAt, at });
  if (book.acknowledged.length % REFUND_EACH !== 0) return;
  const bearer = { authorization: `Bearer ${apiKey}` };
  const refund = { order_id: order, amount: REFUND };
  const refunded = await call("/api/v1/payment/refund", refund, bearer);
  if (refunded.status === 200) book.refunds.push({ order, amount: REFUND, ...refunded.body });
  else book.refused.push(refunded);
}

/** Sends one call; status 0 stands for a call that was not answered. */
async function post(url, body, headers) {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const text = await response.text();
    return { status: response.status, body: parsed(text), text };
  } catch (error) {
    return { status: 0, body: undefined, text: error.message };
  }
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
