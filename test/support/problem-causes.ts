import { randomBytes } from "node:crypto";
import { OWN_STREAMS_MAX } from "../../src/http/answer/open-streams.ts";
import type { ProblemCode } from "../../src/http/problem/problem-codes.ts";
import { newEventId } from "../../src/kernel/ids.ts";
import { systemDigest } from "../../src/system/digest.ts";
import {
  issueApiKey,
  mainGrant,
  readApiKey,
  type KeyGrant,
} from "../../src/domain/merchant/api-key.ts";
import { KEY_RIGHTS } from "../../src/domain/merchant/key-right.ts";
import type { ApiAnswer, ApiBody } from "./api-client.ts";
import type { DocumentedOperation } from "./api-document.ts";
import {
  firstExample,
  sendWire,
  wireRequest,
  type ExampleWorld,
  type WireRequest,
  type WorldRequest,
} from "./example-world.ts";
import { followEvents } from "./event-reader.ts";
import { query } from "./merchant-calls.ts";
import { OPERATOR_CAUSES, withOtherOperator } from "./operator-causes.ts";
import type { Cause, CauseCall } from "./problem-cause.ts";
import { sendRaw } from "./raw-http.ts";

const DECLINED = "4111111111111129";
const HOUR_MS = 3_600_000;

/** A request that causes each problem, for any operation. */
export const CAUSES: Readonly<Partial<Record<ProblemCode, Cause>>> = {
  malformed_request: async ({ world, operation }) => {
    const wire = wireRequest(await world.request(operation));
    return sendRaw(
      world.shop.url,
      `${wire.method} ${wire.path} HTTP/1.1\r\nConnection: close\r\n\r\n`,
    );
  },
  malformed_body: spoil((wire) => ({ ...json(wire), body: "{" })),
  validation_failed: ({ world, operation, promised }) => {
    const field = wrongField(promised);
    return spoil((wire, request) => invalidate(wire, request, field))({
      world,
      operation,
      promised,
    });
  },
  invalid_idempotency_key: spoil((wire) => withKey(wire, "k".repeat(256))),
  missing_api_key: spoil((wire) => {
    const { authorization: _, ...headers } = wire.headers;
    return { ...wire, headers };
  }),
  invalid_api_key: spoil((wire, { body, key }) =>
    JSON.stringify(body ?? {}).includes(key)
      ? { ...wire, body: JSON.stringify(body).replace(key, "vz_test_nobody") }
      : { ...wire, headers: { ...wire.headers, authorization: "Bearer vz_test_nobody" } },
  ),
  missing_right: byCaller(withOtherKey({ rights: [] }), withOtherOperator({ rights: [] })),
  network_not_allowed: byCaller(
    withOtherKey({ rights: undefined, networks: ["192.0.2.0/24"] }),
    withOtherOperator({ networks: ["192.0.2.0/24"] }),
  ),
  ...OPERATOR_CAUSES,
  refund_needs_approval: async ({ world, operation }) => {
    const { merchants } = world.shop.service.deps;
    const { merchantId } = world.shop.merchant.merchant;
    await merchants.changeSettings(merchantId, { refundApprovalAbove: 100_000 });
    const call = withOtherKey({ rights: KEY_RIGHTS });
    const answer = await call({ world, operation, promised: {} });
    await merchants.changeSettings(merchantId, { refundApprovalAbove: null });
    return answer;
  },
  body_too_large: spoil((wire) => ({ ...json(wire), body: `"${"x".repeat(256 * 1_024)}"` })),
  unsupported_media_type: spoil((wire) => {
    const wrong =
      wire.method === "GET" ? { "content-encoding": "gzip" } : { "content-type": "text/plain" };
    const body = wire.method === "GET" ? undefined : (wire.body ?? "{}");
    return { ...wire, headers: { ...wire.headers, ...wrong }, body };
  }),
  idempotency_key_in_use: async ({ world, operation }) => {
    const key = `in-use-${operation.id}`;
    const wire = withKey(wireRequest(await world.request(operation)), key);
    await sendWire(world.shop, wire);
    await query(
      world.shop,
      `update idempotency
       set status = null, body = null, order_id = null, lease_until = 'infinity' where key = $1`,
      [key],
    );
    return sendWire(world.shop, wire);
  },
  idempotency_key_reused: async ({ world, operation }) => {
    const wire = withKey(wireRequest(await world.request(operation)), `reused-${operation.id}`);
    await sendWire(world.shop, wire);
    const body = JSON.stringify({ ...JSON.parse(wire.body ?? "{}"), note: "another body" });
    return sendWire(world.shop, { ...wire, body });
  },
  session_not_found: spoilText((text) => text.replace(/ses_(.)\w+/, `ses_${"0".repeat(43)}`)),
  session_expired: async ({ world, operation }) => {
    const wire = wireRequest(await world.request(operation));
    world.clock.move(HOUR_MS);
    const answer = await sendWire(world.shop, wire);
    world.clock.move(-HOUR_MS);
    return answer;
  },
  payment_in_progress: async ({ world, operation }) => {
    const { body } = await world.request(operation, example(operation, "three_d_secure"));
    await world.shop.api.post(operation.path, body);
    return world.shop.api.post(operation.path, body);
  },
  session_already_paid: async ({ world, operation }) => {
    const wire = wireRequest(await world.request(operation));
    await sendWire(world.shop, wire);
    return sendWire(world.shop, wire);
  },
  invalid_card_number: withFields({ card_number: "5528790000000009" }),
  card_expired: withFields({ expire_year: "2025" }),
  invalid_cvc: withFields({ cvc: "1234" }),
  installment_not_available: withFields({ installment_count: "7" }),
  payment_type_not_available: inSession(
    { currency: "USD" },
    { payment_type: "shopping_credit", bank_code: "0062" },
  ),
  unknown_wallet: withFields({ payment_type: "wallet", wallet_id: "purse" }),
  unknown_bank: withFields({ payment_type: "bank_transfer", bank_code: "9999" }),
  credit_amount_out_of_range: inSession(
    { amount: 5_000 },
    { payment_type: "shopping_credit", bank_code: "0062" },
  ),
  acquirer_not_configured: async ({ world, operation }) => {
    const owner = await world.shop.createMerchant("Kitapçı");
    const fields = { merchant_api_key: owner.liveApiKey, language: "en" };
    const session = await world.shop.api.session(fields);
    const { body } = await world.request(operation);
    return world.shop.api.post(operation.path, { ...(body as ApiBody), session_id: session });
  },
  too_many_attempts: async ({ world, operation }) => {
    const { body } = await world.request(operation);
    const isPay = operation.id === "pay";
    for (let tries = 0; tries < 100; tries += 1) {
      const next = isPay ? { card_number: DECLINED } : { bin_number: String(400_000 + tries) };
      const answer = await world.shop.api.post(operation.path, { ...(body as ApiBody), ...next });
      if (answer.status === 429) return answer;
    }
    throw new Error("no request limit was reached");
  },
  event_not_in_feed: async ({ world, operation }) => {
    const request = await world.request(operation);
    const wire = wireRequest(request);
    const { shop } = world;
    const owner = readApiKey(request.key)?.merchantId ?? shop.merchant.merchant.merchantId;
    const restored = "update event_feed_head set restored_position = ";
    await query(shop, `${restored} position`);
    const lost = newEventId(owner, { now: shop.clock.now(), random: { bytes: randomBytes } });
    const answer = await sendWire(shop, { ...wire, query: { ...wire.query, after: lost } });
    await query(shop, `${restored} null`);
    return answer;
  },
  too_many_streams: async ({ world, operation }) => {
    const request = await world.request(operation);
    const open = await Promise.all(
      Array.from({ length: OWN_STREAMS_MAX }, () => followEvents(world.shop, request.key)),
    );
    const answer = await sendWire(world.shop, wireRequest(request));
    for (const stream of open) stream.close();
    return answer;
  },
  card_token_not_found: spoilText((text) => text.replace(/tok_(.)\w+/, `tok_${"0".repeat(43)}`), {
    pay: "stored_card",
  }),
  order_not_found: spoilText((text) => text.replace(/ORD-(.)\w+/, `ORD-${"0".repeat(27)}`)),
  refund_not_found: spoilText((text) => text.replace(/REF-(.)\w+/, `REF-${"0".repeat(27)}`)),
  endpoint_not_found: spoilText((text) => text.replace(/whe_(.)\w+/, `whe_${"0".repeat(27)}`)),
  too_many_endpoints: async ({ world, operation }) => {
    const wire = wireRequest(await world.request(operation));
    for (let count = 0; count < 16; count += 1) await sendWire(world.shop, wire);
    return sendWire(world.shop, wire);
  },
  not_refundable: async ({ world, operation }) => {
    const request = await world.request(operation);
    const session = await world.shop.api.session({ merchant_api_key: request.key });
    const declined = await world.shop.api.pay(session, DECLINED);
    return sendOrder(world, request, { session_id: session, order_id: declined.body["order_id"] });
  },
  refund_exceeds_amount: withFields({ amount: 125_001 }),
  capture_exceeds_amount: withFields({ amount: 125_001 }),
  not_voidable: ofPaidOrder,
  not_capturable: ofPaidOrder,
};

/** Sends the operation's first example in a damaged form. */
function spoil(change: (wire: WireRequest, request: WorldRequest) => WireRequest): Cause {
  return async ({ world, operation }) => {
    const request = await world.request(operation);
    return sendWire(world.shop, change(wireRequest(request), request));
  };
}

/** Changes the first id of the request, wherever it is. */
function spoilText(
  change: (text: string) => string,
  examples: Readonly<Record<string, string>> = {},
): Cause {
  return async ({ world, operation }) => {
    const name = examples[operation.id];
    const wanted = name === undefined ? firstExample(operation) : example(operation, name);
    const wire = wireRequest(await world.request(operation, wanted));
    const text = JSON.stringify({ ...wire, body: undefined });
    const changed = change(text);
    const spoiled = JSON.parse(changed) as Omit<WireRequest, "body">;
    const body = changed === text && wire.body !== undefined ? change(wire.body) : wire.body;
    return sendWire(world.shop, { ...spoiled, body });
  };
}

function withFields(fields: ApiBody): Cause {
  return spoil((wire, { body }) => ({
    ...wire,
    body: JSON.stringify({ ...(body as ApiBody), ...fields }),
  }));
}

/** Pays a session that differs from those of the examples. */
function inSession(session: ApiBody, fields: ApiBody): Cause {
  return async ({ world, operation }) => {
    const sessionId = await world.shop.api.session({ language: "en", ...session });
    return world.shop.api.post(operation.path, { session_id: sessionId, ...fields });
  };
}

async function ofPaidOrder({ world, operation }: CauseCall): Promise<ApiAnswer> {
  const request = await world.request(operation);
  const session = await world.shop.api.session({ merchant_api_key: request.key });
  const paid = await world.shop.api.pay(session, "5528790000000008");
  return sendOrder(world, request, { session_id: session, order_id: paid.body["order_id"] });
}

function sendOrder(
  { shop }: ExampleWorld,
  { operation, key }: WorldRequest,
  body: ApiBody,
): Promise<ApiAnswer> {
  return shop.api.post(operation.path, body, { authorization: `Bearer ${key}` });
}

function example(operation: DocumentedOperation, name: string) {
  const found = operation.examples.get(name);
  if (found === undefined) throw new Error(`${operation.id} has no example ${name}`);
  return found;
}

function withKey(wire: WireRequest, key: string): WireRequest {
  return { ...wire, headers: { ...wire.headers, "idempotency-key": key } };
}

function json(wire: WireRequest): WireRequest {
  return { ...wire, headers: { ...wire.headers, "content-type": "application/json" } };
}

function wrongField({ errors, detail }: ApiBody): string {
  const [first] = (errors ?? []) as readonly { readonly field: string }[];
  return first?.field ?? String(detail).split(" ", 1)[0] ?? "";
}

/** Removes a required field, or makes the value of an optional one invalid. */
function invalidate(
  wire: WireRequest,
  { body, operation }: WorldRequest,
  field: string,
): WireRequest {
  if (field === "A query parameter") return { ...wire, query: { "\0": "x" } };
  const parameter = operation.parameters.find(({ name }) => name === field);
  if (parameter === undefined) {
    const { [field]: present, ...rest } = body as ApiBody;
    const invalid = present === undefined ? { ...rest, [field]: "x" } : rest;
    return { ...wire, body: JSON.stringify(invalid) };
  }
  const { [field]: _, ...others } = wire.query;
  return { ...wire, query: parameter.required ? others : { ...others, [field]: "x" } };
}

/** A cause for calls of merchants, and one for calls of operators. */
function byCaller(ofMerchants: Cause, ofOperators: Cause): Cause {
  return (call) => (call.operation.isOfOperators ? ofOperators(call) : ofMerchants(call));
}

/** The call with another key of the same merchant, which has fewer rights. */
function withOtherKey(grant: Partial<KeyGrant>): Cause {
  return async ({ world, operation }) => {
    const request = await world.request(operation);
    const claim = readApiKey(request.key);
    if (claim === undefined) throw new Error("the example has no key");
    const { clock, shop } = world;
    const owner = { ...claim, now: clock.now() };
    const name = `other ${randomBytes(4).toString("hex")}`;
    const rights = grant.rights ?? KEY_RIGHTS;
    const key = issueApiKey({ random: { bytes: randomBytes }, digest: systemDigest }, owner, {
      ...mainGrant(undefined, undefined),
      networks: [],
      ...grant,
      name,
      rights,
    });
    await shop.service.deps.merchants.addKey(key.stored);
    const said = JSON.stringify(wireRequest(request));
    const wire: WireRequest = JSON.parse(said.replaceAll(request.key, key.text));
    // Where the session is sufficient, the key is sent beside it.
    const named = said.includes(request.key) ? {} : { authorization: `Bearer ${key.text}` };
    const headers = { ...wire.headers, ...named, "x-forwarded-for": "203.0.113.9" };
    return sendWire(shop, { ...wire, headers });
  };
}
