import { vi } from "vitest";
import { EXAMPLE } from "../../src/http/openapi/example-values.ts";
import { instant } from "../../src/kernel/clock.ts";
import type { DocumentedExample, DocumentedOperation, ParameterValue } from "./api-document.ts";
import { createApiClient, type ApiAnswer, type ApiClient } from "./api-client.ts";
import { HELD, merchantCalls, paidOrder } from "./merchant-calls.ts";
import { OPERATOR_IDS, openOperatorStage } from "./operator-examples.ts";
import { movableClock, type MovableClock } from "./sandbox-bank.ts";
import { startTestService, type TestMerchant, type TestService } from "./service.ts";

/** A request of the document with the ids of a running service. */
export type WorldRequest = {
  readonly operation: DocumentedOperation;
  readonly parameters: ReadonlyMap<string, ParameterValue>;
  readonly body: unknown;
  /** The API key of the caller. */
  readonly key: string;
};

export type ExampleWorld = {
  readonly shop: TestService;
  readonly clock: MovableClock;
  /** Data that an example needs, created for it alone. */
  request(operation: DocumentedOperation, example?: DocumentedExample): Promise<WorldRequest>;
};

/** Operations whose answers contain all data of a merchant. */
const COUNTING = new Set([
  "listTransactions",
  "summarizeTransactions",
  "exportTransactions",
  "listStoredCards",
  "listEvents",
  "streamEvents",
  "createWebhookEndpoint",
  "listWebhookEndpoints",
  "removeWebhookEndpoint",
]);

/** The host name in the examples of the document. */
const PUBLIC_URL = "https://pay.example";

/** Starts the service of the examples: with their time, host name and language. */
export async function startExampleWorld(
  options: Parameters<typeof startTestService>[0] = {},
): Promise<ExampleWorld> {
  const clock = options.clock ?? movableClock(instant(Date.parse(EXAMPLE.createdAt)));
  const environment = {
    VEZNE_PUBLIC_URL: PUBLIC_URL,
    VEZNE_TRUSTED_PROXIES: "127.0.0.1",
    VEZNE_DOCS: "on",
    VEZNE_WEBHOOK_LOOPBACK: "true",
    ...options.environment,
  };
  const shop = await startTestService({ ...options, clock, environment });
  const operatorStage = openOperatorStage(shop);
  return {
    shop,
    clock,
    async request(operation, example = firstExample(operation)) {
      if (operation.isOfOperators) {
        const { key, values } = await operatorStage(operation, example);
        return requestOf({ operation, example }, { key, values });
      }
      const owner = COUNTING.has(operation.id)
        ? await shop.createMerchant("Kitapçı")
        : shop.merchant;
      const api = createApiClient(shop.url, owner.testApiKey);
      const values = await valuesFor(api, owner, { operation, example });
      return requestOf({ operation, example }, { key: owner.testApiKey, values });
    },
  };
}

function requestOf(
  { operation, example }: Wanted,
  { key, values }: { readonly key: string; readonly values: ReadonlyMap<string, string> },
): WorldRequest {
  const parameters = new Map(
    [...example.parameters].map(
      ([name, value]) => [name, values.get(String(value)) ?? value] as const,
    ),
  );
  return { operation, parameters, body: replace(example.body, values), key };
}

export function firstExample({ examples, id }: DocumentedOperation): DocumentedExample {
  const [first] = examples.values();
  if (first === undefined) throw new Error(`${id} has no example`);
  return first;
}

type Wanted = {
  readonly operation: DocumentedOperation;
  readonly example: DocumentedExample;
};

/** Real ids for the placeholders of an example, and the state that its answer shows. */
async function valuesFor(
  api: ApiClient,
  owner: TestMerchant,
  { operation, example }: Wanted,
): Promise<ReadonlyMap<string, string>> {
  const text = JSON.stringify([...example.parameters.values(), example.body ?? null]);
  const needs = (value: string): boolean => text.includes(value);
  const isHeld = JSON.stringify(example.answer).includes('"authorized"') || wantsHold(operation);
  const fields = { language: "en", ...(isHeld ? HELD : {}) };
  const values = new Map<string, string>([[EXAMPLE.key, owner.testApiKey]]);
  if (needs(EXAMPLE.token)) values.set(EXAMPLE.token, await storedCard(api, example));
  if (needs(EXAMPLE.order) || needs(EXAMPLE.refund) || operation.path.includes("/transactions")) {
    const { order, session } = await paidOrder(api, { fields });
    values.set(EXAMPLE.order, order).set(EXAMPLE.session, session);
  } else if (needs(EXAMPLE.session)) values.set(EXAMPLE.session, await api.session(fields));
  if (operation.path.endsWith("/summary")) await paidOrder(api);
  if (operation.id === "listEvents") await seenEvent(api, owner);
  if (needs(EXAMPLE.endpoint) || operation.id === "listWebhookEndpoints") {
    values.set(EXAMPLE.endpoint, await registeredEndpoint(api, owner));
  }
  if (operation.id === "listStoredCards") await storedCard(api, example);
  if (needs(EXAMPLE.refund)) {
    const calls = merchantCalls(api, owner.testApiKey);
    const refunded = await calls.refund(values.get(EXAMPLE.order));
    values.set(EXAMPLE.refund, String(refunded.body["refund_id"]));
  }
  return values;
}

/** An event is listed only once no earlier event can be placed before it. */
async function seenEvent(api: ApiClient, { testApiKey }: TestMerchant): Promise<void> {
  await paidOrder(api);
  const headers = { authorization: `Bearer ${testApiKey}` };
  await vi.waitFor(
    async () => {
      const { body } = await api.get("/api/v1/events", headers);
      if (!JSON.stringify(body).includes("evt_")) throw new Error("no event is to be seen yet");
    },
    { timeout: 40_000 },
  );
}

async function registeredEndpoint(api: ApiClient, { testApiKey }: TestMerchant): Promise<string> {
  const headers = { authorization: `Bearer ${testApiKey}` };
  const fields = { url: "http://127.0.0.1:4000/hooks" };
  const made = await api.post("/api/v1/webhook-endpoints", fields, headers);
  return String(made.body["endpoint_id"]);
}

function wantsHold({ id }: DocumentedOperation): boolean {
  return id === "voidPayment" || id === "capturePayment";
}

/** The token of a card that the example's customer has stored. */
async function storedCard(api: ApiClient, example: DocumentedExample): Promise<string> {
  const customer = example.parameters.get("customer_id");
  const fields = customer === undefined ? {} : { customer: { customer_id: customer } };
  const session = await api.session(fields);
  const paid = await api.pay(session, EXAMPLE.card, { fields: { save_card: true } });
  return String(paid.body["card_token"]);
}

function replace(value: unknown, values: ReadonlyMap<string, string>): unknown {
  if (value === undefined) return undefined;
  let text = JSON.stringify(value);
  for (const [example, real] of values) text = text.replaceAll(example, real);
  return JSON.parse(text);
}

/** The bytes of a request, each part of which a test may damage. */
export type WireRequest = {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Record<string, string>;
  readonly body: string | undefined;
};

export function wireRequest(request: WorldRequest): WireRequest {
  const { operation, parameters } = request;
  const given = (place: string): (readonly [string, string])[] =>
    operation.parameters.flatMap(({ name, in: where }) => {
      const value = where === place ? parameters.get(name) : undefined;
      return value === undefined ? [] : [[name, String(value)] as const];
    });
  const path = new Map(given("path"));
  const hasBody = operation.body !== undefined || operation.method === "POST";
  return {
    method: operation.method,
    path: operation.path.replace(/\{(\w+)\}/g, (_whole, name: string) => path.get(name) ?? "x"),
    query: Object.fromEntries(given("query")),
    headers: {
      ...Object.fromEntries(given("header")),
      ...(hasBody ? { "content-type": "application/json" } : {}),
      ...(operation.needsKey ? { authorization: `Bearer ${request.key}` } : {}),
    },
    body: hasBody ? JSON.stringify(request.body ?? {}) : undefined,
  };
}

/**
 * Sends a request. Of a stream it reads the first event after `happen`, or nothing without
 * `happen`, and disconnects.
 */
export async function sendWire(
  { url }: TestService,
  { method, path, query, headers, body }: WireRequest,
  happen?: () => Promise<unknown>,
): Promise<ApiAnswer> {
  const search = new URLSearchParams(query).toString();
  const abort = new AbortController();
  const response = await fetch(url + (search === "" ? path : `${path}?${search}`), {
    method,
    headers,
    redirect: "manual",
    signal: abort.signal,
    ...(body === undefined ? {} : { body }),
  });
  const { status, headers: answered } = response;
  const isStream = answered.get("content-type")?.startsWith("text/event-stream") === true;
  const text = isStream ? await firstEvent(response, happen) : await response.text();
  if (isStream) abort.abort();
  return { status, headers: answered, text, body: {} };
}

async function firstEvent(
  response: Response,
  happen: (() => Promise<unknown>) | undefined,
): Promise<string> {
  if (happen === undefined) return "";
  await happen();
  let text = "";
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk as Uint8Array).toString();
    const frame = text.split(/(?<=\n\n)/).find((part) => /^id: .*\n\n$/s.test(part));
    if (frame !== undefined) return frame;
  }
  return text;
}

const IDS = [
  [/ses_[0-9a-z]{43}/g, EXAMPLE.session],
  [/ORD-[0-9A-Z]{27}/g, EXAMPLE.order],
  [/REF-[0-9A-Z]{27}/g, EXAMPLE.refund],
  [/tok_[0-9a-z]{43}/g, EXAMPLE.token],
  [/evt_[0-9a-z]{27}/g, EXAMPLE.event],
  [/whe_[0-9a-z]{27}/g, EXAMPLE.endpoint],
  [/whsec_[0-9A-Za-z+/=]+/g, EXAMPLE.webhookSecret],
  [/"reference_code":"[0-9A-Z]{10}"/g, `"reference_code":"${EXAMPLE.reference}"`],
  [/"html_content":"<!doctype html>.*?<\/html>"/g, `"html_content":"${EXAMPLE.html}"`],
  [/for the next \d+ s/g, "for the next 180 s"],
  [/this (API key|client address) may send \d+ a second/g, "this API key may send 1000 a second"],
  ...OPERATOR_IDS,
] as const;

/** An answer with the document's placeholders for the values that differ at every call. */
export function standardized(text: string): string {
  return IDS.reduce((result, [pattern, example]) => result.replaceAll(pattern, example), text);
}
