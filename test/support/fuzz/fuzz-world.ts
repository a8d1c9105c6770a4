import { TEST_CARDS } from "../../../src/bank/test-cards.ts";
import { createApiClient, type ApiAnswer, type ApiClient } from "../api-client.ts";
import { HELD, merchantCalls, paidOrder, query } from "../merchant-calls.ts";
import { startServiceApart, type ServiceApart } from "../service-apart.ts";
import type { ShopService, TestMerchant } from "../service.ts";
import { rawRequest, sendRaw } from "../raw-http.ts";
import type { FuzzRequest, Noise } from "./fuzz-request.ts";
import { CARD_CANARIES, CVC_CANARY } from "./json-text.ts";

/** A service with a merchant that is attacked, and one that must not be affected. */
export type FuzzWorld = {
  readonly shop: ServiceApart;
  /**
   * Sends a request and records the new ids of its answer; nothing of a stream, which is left at
   * once.
   */
  send(request: FuzzRequest): Promise<ApiAnswer>;
  /** The objects that the answers report as created. */
  readonly made: Made;
  /** Texts that may be in no answer and no log line. */
  readonly secrets: readonly string[];
  /** Texts that may be in no answer to the other merchant's key or without a key. */
  readonly theirs: readonly string[];
  /** Every row of the other merchant, as one text. */
  victimRows(): Promise<string>;
};

/** Ids from answers. */
type Made = {
  readonly sessions: Set<string>;
  readonly orders: Set<string>;
  readonly refunds: Set<string>;
};

const POOL = 60;
const ANSWER_MS = 20_000;

/** All settings that open the service to others. */
const BEHIND_A_PROXY = {
  VEZNE_TRUSTED_PROXIES: "127.0.0.1",
  VEZNE_PUBLIC_URL: "https://pay.example",
  VEZNE_DEMO_SHOP: "on",
  VEZNE_DOCS: "on",
  VEZNE_METRICS_TOKEN: "a-token-that-the-fuzzer-does-not-know",
};

export async function startFuzzWorld(): Promise<FuzzWorld> {
  const shop = await startServiceApart(BEHIND_A_PROXY);
  const victim = await shop.createMerchant("Mağdur");
  const pools = await fillPools(shop, victim);
  const made = {
    sessions: new Set(pools.sessions),
    orders: new Set(pools.orders),
    refunds: new Set(pools.refunds),
  };
  const { merchant } = shop;
  const keys = [merchant.testApiKey, merchant.liveApiKey, victim.testApiKey, victim.liveApiKey];
  let turn = 0;
  const value = (name: string): string => {
    turn += 1;
    const pool = pools.values.get(name) ?? [name];
    return pool[turn % pool.length] ?? name;
  };
  const fill = (text: string): string =>
    text.replace(/‹([a-z-]+)›/g, (_whole, name: string) => value(name));
  return {
    shop,
    made,
    secrets: [...CARD_CANARIES, CVC_CANARY, ...keys, merchant.merchant.webhookSecret],
    theirs: pools.theirs,
    victimRows: () => rowsOf(shop, victim),
    async send(request) {
      const answer = await sendFuzz(shop.url, request, fill);
      if (!isOfVictim(request)) learn(pools, made, answer);
      return answer;
    },
  };
}

/** Whether a request has the other merchant's own key. */
export function isOfVictim({ headers }: FuzzRequest): boolean {
  return Object.values(headers).some((value) => value.includes("their-key"));
}

type Pools = {
  readonly sessions: readonly string[];
  readonly orders: readonly string[];
  readonly refunds: readonly string[];
  readonly theirs: readonly string[];
  readonly values: ReadonlyMap<string, string[]>;
};

async function fillPools(shop: ShopService, victim: TestMerchant): Promise<Pools> {
  const { api, merchant } = shop;
  const sessions = await Promise.all(
    Array.from({ length: POOL }, (_, index) => anySession(api, index)),
  );
  const live = await api.session({ merchant_api_key: merchant.liveApiKey });
  const paid = await Promise.all(Array.from({ length: 10 }, () => paidOrder(api)));
  const held = await Promise.all(
    Array.from({ length: 10 }, () => paidOrder(api, { fields: HELD })),
  );
  const calls = merchantCalls(api, merchant.testApiKey);
  const refund = String((await calls.refund(paid[0]?.order, { amount: 100 })).body["refund_id"]);
  const saving = await api.session();
  const saved = await api.pay(saving, "5528790000000008", { fields: { save_card: true } });
  const theirs = await createVictimRecords(shop, victim);
  const orders = [...paid, ...held].map(({ order }) => order);
  const values = new Map([
    ["card", [...TEST_CARDS.map(({ number }) => number), ...CARD_CANARIES, ...CARD_CANARIES]],
    ["event", ["evt_000000000000000000000000000"]],
    ["key", [merchant.testApiKey]],
    ["live-key", [merchant.liveApiKey]],
    ["no-session", [`ses_${"0".repeat(43)}`]],
    ["order", [...orders]],
    ["refund", [refund]],
    ["session", [...sessions, live]],
    ["their-key", [victim.testApiKey]],
    ["their-order", [theirs.order]],
    ["their-refund", [theirs.refund]],
    ["their-token", [theirs.token]],
    ["token", [String(saved.body["card_token"])]],
  ]);
  return {
    sessions: [...sessions, live, saving, ...[...paid, ...held].map(({ session }) => session)],
    orders: [...orders, String(saved.body["order_id"])],
    refunds: [refund],
    theirs: Object.values(theirs),
    values,
  };
}

/** Sessions of every currency and language, for the test bank. */
function anySession(api: ApiClient, index: number): Promise<string> {
  const currency = ["TRY", "TRY", "TRY", "USD", "EUR", "GBP"][index % 6];
  const language = index % 2 === 0 ? "tr" : "en";
  const capture = index % 5 === 0 ? HELD : {};
  return api.session({ currency, language, amount: 100_000 + index, ...capture });
}

async function createVictimRecords(shop: ShopService, victim: TestMerchant) {
  const api = createApiClient(shop.url, victim.testApiKey);
  const { order } = await paidOrder(api);
  const calls = merchantCalls(api, victim.testApiKey);
  const refunded = await calls.refund(order, { amount: 100 });
  const saved = await api.pay(await api.session(), "4543590000000006", {
    fields: { save_card: true },
  });
  return {
    order,
    refund: String(refunded.body["refund_id"]),
    token: String(saved.body["card_token"]),
  };
}

async function rowsOf(shop: ShopService, { merchant }: TestMerchant): Promise<string> {
  const tables = ["session", "payment", "attempt", "refund", "posting", "event", "stored_card"];
  const rows = await Promise.all(
    tables.map((table) =>
      query(shop, `select t::text as row from ${table} t where merchant_id = $1 order by 1`, [
        merchant.merchantId,
      ]),
    ),
  );
  return JSON.stringify(rows);
}

async function sendFuzz(
  url: string,
  request: FuzzRequest,
  fill: (text: string) => string,
): Promise<ApiAnswer> {
  const { method, path, query: search, headers, body, noise } = request;
  const target = fill(search === "" ? path : `${path}?${search}`);
  const filled = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, fill(value)]),
  );
  const text = body === undefined ? undefined : fill(body);
  if (noise.length > 0) {
    const parts = { headers: filled, ...(text === undefined ? {} : { body: text }) };
    return sendNoise(url, rawRequest(`${method} ${target}`, parts), noise);
  }
  const abort = new AbortController();
  const signal = AbortSignal.any([abort.signal, AbortSignal.timeout(ANSWER_MS)]);
  const response = await fetch(url + target, {
    method,
    headers: filled,
    redirect: "manual",
    signal,
    ...(text === undefined ? {} : { body: text }),
  });
  const { status, headers: answered } = response;
  const isStream = answered.get("content-type")?.startsWith("text/event-stream") === true;
  const said = isStream ? "" : await response.text();
  if (isStream) abort.abort();
  return { status, headers: answered, text: said, body: {} };
}

/** A request with damaged bytes; it may no longer be a request. */
function sendNoise(
  url: string,
  pieces: readonly (string | Buffer)[],
  noise: readonly Noise[],
): Promise<ApiAnswer> {
  const whole = Buffer.concat(pieces.map((piece) => Buffer.from(piece)));
  const disturbed = noise.reduce((bytes, { at, removed, bytes: added }) => {
    const place = Math.floor(at * bytes.length);
    const rest = bytes.subarray(place + removed);
    return Buffer.concat([bytes.subarray(0, place), Buffer.from(added, "latin1"), rest]);
  }, whole);
  return sendRaw(url, [disturbed], { half: true });
}

/** The members in which an answer names created objects. */
const ANSWERED = {
  session: /"session_id":"(ses_\w+)","checkout_url"/g,
  order: /"order_id":"(ORD-\w+)"/g,
  refund: /"refund_id":"(REF-\w+)"/g,
  token: /"card_token":"(tok_\w+)"/g,
  event: /"id":"(evt_\w+)"/g,
} as const;

/** Uses ids of answers in later requests. */
function learn({ values }: Pools, made: Made, { status, text }: ApiAnswer): void {
  if (status !== 200) return;
  for (const [name, pattern] of Object.entries(ANSWERED)) {
    for (const [, id = ""] of text.matchAll(pattern)) {
      values.get(name)?.push(id);
      if (name === "session") made.sessions.add(id);
      if (name === "order") made.orders.add(id);
      if (name === "refund") made.refunds.add(id);
    }
  }
}
