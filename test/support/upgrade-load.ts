import { randomUUID } from "node:crypto";
import { createApiClient, type ApiAnswer, type ApiBody, type ApiClient } from "./api-client.ts";
import { comeBack, decide, goToBank } from "./browserless.ts";

const CARD = "5528790000000008";
const AMOUNT = 125_000;
const REFUND = 25_000;
const RETRY_MS = 200;
const GIVE_UP_MS = 20_000;

/** A payment with its amounts according to the answers. */
export type Acknowledged = {
  readonly session: string;
  readonly order: string;
  readonly captured: number;
  readonly refunded: number;
};

/** The calls of a phase of the upgrade. */
export type PhaseCounts = { calls: number; failed: string[]; longestMs: number };

export type UpgradeLoad = {
  readonly acknowledged: readonly Acknowledged[];
  /** Begins to count for another phase. */
  phase(name: string): void;
  readonly phases: ReadonlyMap<string, PhaseCounts>;
  /** The number of payments so far; throws if a customer could not go on. */
  paid(): number;
  stop(): Promise<void>;
};

/**
 * Customers who pay one after another, with and without 3-D Secure, and whose merchant captures,
 * voids, refunds and reads. A call without an answer is counted and repeated under its key.
 */
export function startUpgradeLoad(
  { url, apiKey }: { readonly url: string; readonly apiKey: string },
  customers: number,
): UpgradeLoad {
  const api = createApiClient(url, apiKey);
  const phases = new Map<string, PhaseCounts>();
  const acknowledged: Acknowledged[] = [];
  const over = new AbortController();
  let counts: PhaseCounts = { calls: 0, failed: [], longestMs: 0 };
  const phase = (name: string): void => {
    counts = { calls: 0, failed: [], longestMs: 0 };
    phases.set(name, counts);
  };
  const ask: Ask = async (name, call) => {
    const giveUpAt = performance.now() + GIVE_UP_MS;
    for (;;) {
      const began = performance.now();
      const answer = await call().catch((error: unknown) => noAnswer(error));
      counts.calls += 1;
      counts.longestMs = Math.max(counts.longestMs, Math.round(performance.now() - began));
      if (answer.status > 0 && answer.status < 500 && answer.status !== 409) return answer;
      counts.failed.push(`${name}: ${answer.status} ${answer.text.slice(0, 200)}`);
      if (performance.now() > giveUpAt) return answer;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  };
  const customer = async (index: number): Promise<void> => {
    for (let round = index; !over.signal.aborted; round += 1) {
      const kind = KINDS[round % KINDS.length];
      if (kind !== undefined) acknowledged.push(await kind({ api, apiKey, ask }));
      await ask("list", () => api.get("/api/v1/payment/transactions", bearer(apiKey)));
      await ask("summary", () => api.get("/api/v1/payment/summary", bearer(apiKey)));
    }
  };
  const failures: unknown[] = [];
  const running = Array.from({ length: customers }, (_, index) =>
    customer(index).catch((error: unknown) => failures.push(error)),
  );
  return {
    acknowledged,
    phase,
    phases,
    paid() {
      const failed = [...phases.values()].flatMap((one) => one.failed);
      if (failures.length > 0) throw new Error([...failures, ...failed].map(String).join("\n"));
      return acknowledged.length;
    },
    async stop() {
      over.abort();
      await Promise.all(running);
    },
  };
}

type Ask = (name: string, call: () => Promise<ApiAnswer>) => Promise<ApiAnswer>;
type Buying = { readonly api: ApiClient; readonly apiKey: string; readonly ask: Ask };

function noAnswer(error: unknown): ApiAnswer {
  return { status: 0, headers: new Headers(), text: String(error), body: {} };
}

function bearer(apiKey: string): Record<string, string> {
  return { authorization: `Bearer ${apiKey}` };
}

const KINDS: readonly ((buying: Buying) => Promise<Acknowledged>)[] = [
  async (buying) => ({ ...(await pay(buying)), captured: AMOUNT, refunded: 0 }),
  async (buying) => ({ ...(await payWithChallenge(buying)), captured: AMOUNT, refunded: 0 }),
  async (buying) => {
    const paid = await pay(buying);
    await follow(buying, "refund", { order_id: paid.order, amount: REFUND });
    return { ...paid, captured: AMOUNT, refunded: REFUND };
  },
  async (buying) => {
    const held = await pay(buying, { capture_method: "manual" });
    await follow(buying, "capture", { order_id: held.order, amount: REFUND });
    return { ...held, captured: REFUND, refunded: 0 };
  },
  async (buying) => {
    const held = await pay(buying, { capture_method: "manual" });
    await follow(buying, "void", { order_id: held.order });
    return { ...held, captured: 0, refunded: 0 };
  },
];

async function pay({ api, apiKey, ask }: Buying, fields: ApiBody = {}) {
  const session = await openSession({ api, apiKey, ask }, fields);
  const headers = { "idempotency-key": randomUUID() };
  const paid = await ask("pay", () => api.pay(session, CARD, { headers }));
  if (paid.body["success"] !== true) throw new Error(`not paid: ${paid.text}`);
  return { session, order: String(paid.body["order_id"]) };
}

async function payWithChallenge({ api, apiKey, ask }: Buying) {
  const session = await openSession({ api, apiKey, ask }, {});
  const headers = { "idempotency-key": randomUUID() };
  const fields = { is_3d: true };
  const begun = await ask("pay", () => api.pay(session, CARD, { headers, fields }));
  const back = await ask("bank", async () =>
    answerWith(await decide(await goToBank(begun), "approve")),
  );
  const answer = await ask("return", async () => {
    const { status, location } = await comeBack(back.text);
    return { ...answerWith(location), status };
  });
  const order = String(begun.body["order_id"]);
  if (!answer.text.includes("/thanks")) {
    throw new Error(`${order} was not paid: ${answer.text}`);
  }
  return { session, order };
}

function answerWith(text: string): ApiAnswer {
  return { status: 200, headers: new Headers(), text, body: {} };
}

async function openSession({ api, apiKey, ask }: Buying, fields: ApiBody): Promise<string> {
  const urls = { success_url: "https://shop.example/thanks", fail_url: "https://shop.example/no" };
  const request = { merchant_api_key: apiKey, amount: AMOUNT, ...urls, ...fields };
  const headers = { "idempotency-key": randomUUID() };
  const made = await ask("session", () => api.post("/api/v1/checkout/session", request, headers));
  return String(made.body["session_id"]);
}

async function follow({ api, apiKey, ask }: Buying, path: string, body: ApiBody): Promise<void> {
  const headers = { ...bearer(apiKey), "idempotency-key": randomUUID() };
  const done = await ask(path, () => api.post(`/api/v1/payment/${path}`, body, headers));
  if (done.status !== 200) throw new Error(`no ${path}: ${done.text}`);
}
