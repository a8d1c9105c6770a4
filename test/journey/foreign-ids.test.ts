import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EXAMPLE } from "../../src/edge/http/openapi/example-values.ts";
import { readApiDocument, type DocumentedOperation } from "../support/api-document.ts";
import { createApiClient } from "../support/api-client.ts";
import { firstExample } from "../support/example-world.ts";
import type { Offer } from "../support/fuzz/page-forms.ts";
import { startPageWorld, type PageWorld } from "../support/fuzz/page-world.ts";
import { merchantCalls, paidOrder, query } from "../support/merchant-calls.ts";
import { makeOperatorKey } from "../support/operator.ts";
import { panelUsers, panelVisitor, type PanelVisitor } from "../support/panel-visitor.ts";
import type { TestMerchant } from "../support/service.ts";

/** Ids with the code of their merchant or with random characters, and keys' references. */
const IDS = /\b(?:ORD-|REF-)[0-9A-Z]{20,}|\b(?!mer_)[a-z]{3}_[0-9a-z]{12,}|\b[0-9a-f]{16}\b/g;
/** The fields of forms in which a number is the id of a row. */
const NUMBERED = new Set(["view", "request", "finding", "card", "line", "file", "attempt"]);
/** The operations that name an object of the owner. */
const WITH_IDS = [
  "pay",
  "getPaymentStatus",
  "eraseStoredCard",
  "refundPayment",
  "getRefund",
  "voidPayment",
  "capturePayment",
  "removeWebhookEndpoint",
  "endKey",
  "changeUser",
];
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/**
 * Every call and form that names objects is made by another merchant, with real ids and with
 * unknown ids of the same form. New operations and pages join by themselves.
 */
describe("ids of another merchant", { timeout: 600_000 }, () => {
  let world: PageWorld;
  let neighbour: TestMerchant;
  beforeAll(async () => {
    world = await startPageWorld();
    neighbour = await world.shop.createMerchant("Komşu");
  }, 300_000);
  afterAll(() => world.close());

  const ownerId = () => world.shop.merchant.merchant.merchantId;
  /** The rows of the owner, which no call of the neighbour may change or add to. */
  const rowsOfOwner = async (): Promise<string> => {
    const tables = await query(
      world.shop,
      `select table_name as name from information_schema.columns
       where column_name = 'merchant_id' and table_schema = 'public' order by table_name`,
    );
    const counts: string[] = [];
    for (const { name } of tables) {
      const [row] = await query(
        world.shop,
        `select count(*)::int as count, md5(coalesce(string_agg(t::text, ',' order by t::text), ''))
         as sum from ${String(name)} as t where merchant_id = $1`,
        [ownerId()],
      );
      counts.push(`${String(name)} ${String(row?.["count"])} ${String(row?.["sum"])}`);
    }
    return counts.join("\n");
  };

  it("are answered by the panel like unknown ones, and change nothing", async () => {
    const { shop, offers } = world;
    const visitor = await ownerOf(neighbour);
    const base = `/panel/${ownerId()}/`;
    const known = offers.filter((one) => one.path.startsWith(base) && idsOf(one).length > 0);
    expect(known.length).toBeGreaterThan(20);
    const before = await rowsOfOwner();
    const differences: unknown[] = [];
    for (const offer of known) {
      const own = renamed(offer, (text) =>
        text.replaceAll(ownerId(), neighbour.merchant.merchantId),
      );
      const real = await send(visitor, own);
      const none = await send(visitor, renamed(own, unknown));
      expect(real.status).toBeLessThan(500);
      if (real.status !== none.status || real.text !== none.text) {
        differences.push([offer.method, offer.path, offer.fields, firstDifference(real, none)]);
      }
    }
    expect(differences).toEqual([]);
    expect(await rowsOfOwner()).toBe(before);
    expect(shop.isRunning()).toBe(true);
  });

  it("are answered by the interface like unknown ones, and change nothing", async () => {
    const { shop } = world;
    const { operations } = await readApiDocument(shop.url);
    const ids = await idsOfOwner();
    const theirs = createApiClient(shop.url, neighbour.testApiKey);
    const session = await theirs.session();
    const operatorKey = (await makeOperatorKey(shop)).text;
    const before = await rowsOfOwner();
    const named: string[] = [];
    for (const operation of operations) {
      const calls = [...callsOf(operation)].filter((text) =>
        ids.some(([example]) => example !== EXAMPLE.session && text.includes(example)),
      );
      for (const text of calls) {
        const own = text
          .replaceAll(EXAMPLE.session, session)
          .replaceAll(EXAMPLE.merchant, neighbour.merchant.merchantId);
        const real = ids.reduce((all, [example, id]) => all.replaceAll(example, id), own);
        const none = ids.reduce((all, [example, id]) => all.replaceAll(example, unknown(id)), own);
        const key = operation.isOfOperators ? operatorKey : neighbour.testApiKey;
        const [first, second] = [await call(real, key), await call(none, key)];
        expect([operation.id, first]).toEqual([operation.id, second]);
        expect([operation.id, first.status >= 400 && first.status < 500]).toEqual([
          operation.id,
          true,
        ]);
        named.push(operation.id);
      }
    }
    expect(named).toEqual(expect.arrayContaining(WITH_IDS));
    expect(await rowsOfOwner()).toBe(before);
  });

  const ownerOf = async ({ merchant }: TestMerchant): Promise<PanelVisitor> => {
    const visitor = panelVisitor(world.shop);
    const person = await panelUsers(world.shop).create(
      "owner",
      merchant.merchantId,
      "n@example.com",
    );
    await visitor.signIn(person);
    await visitor.secure();
    return visitor;
  };

  const send = async (visitor: PanelVisitor, { method, path, fields }: Offer) => {
    const query_ = new URLSearchParams(fields.map(([name, value]) => [name, value]));
    const answer =
      method === "GET"
        ? await visitor.get(`${path}?${query_.toString()}`)
        : await visitor.post(
            path,
            Object.fromEntries(fields.filter(([name]) => name !== "form_token")),
          );
    return { status: answer.status, text: plain(`${answer.location}\n${answer.html}`) };
  };

  const call = async (text: string, key: string) => {
    const { method, path, body } = JSON.parse(text) as Record<string, unknown>;
    const answer = await createApiClient(world.shop.url, "").send(String(method), String(path), {
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
    });
    return { status: answer.status, text: plain(answer.text) };
  };

  const idsOfOwner = async (): Promise<readonly (readonly [example: string, real: string])[]> => {
    const { shop } = world;
    const { api, merchant } = shop;
    const paid = await paidOrder(api);
    const refund = await merchantCalls(api, merchant.testApiKey).refund(paid.order, { amount: 1 });
    const saved = await api.pay(await api.session(), EXAMPLE.card, { fields: { save_card: true } });
    const { user } = await panelUsers(shop).create("finance", ownerId(), "theirs@example.com");
    const one = async (sql: string): Promise<string> =>
      String((await query(shop, sql, [ownerId()]))[0]?.["id"]);
    const keyHash = await one("select hash as id from api_key where merchant_id = $1 limit 1");
    return [
      [EXAMPLE.order, paid.order],
      [EXAMPLE.refund, String(refund.body["refund_id"])],
      [EXAMPLE.token, String(saved.body["card_token"])],
      [
        EXAMPLE.endpoint,
        await one("select endpoint_id as id from webhook_endpoint where merchant_id = $1"),
      ],
      [EXAMPLE.event, await one("select event_id as id from event where merchant_id = $1 limit 1")],
      [EXAMPLE.user, user.userId],
      [EXAMPLE.keyRef, keyHash.slice(0, 16)],
      [EXAMPLE.session, paid.session],
    ];
  };
});

/** The documented calls of an operation, as JSON with its method, path and body. */
function* callsOf(operation: DocumentedOperation): Generator<string> {
  const { parameters } = firstExample(operation);
  const path = operation.path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    String(parameters.get(name)),
  );
  const asked = operation.parameters.flatMap(({ name, in: where }) => {
    const value = where === "query" ? parameters.get(name) : undefined;
    return value === undefined ? [] : [[name, String(value)]];
  });
  const query_ = asked.length === 0 ? "" : `?${new URLSearchParams(asked).toString()}`;
  const { method } = operation;
  for (const { body } of operation.examples.values()) {
    yield JSON.stringify({ method, path: path + query_, body: operation.body && body });
  }
}

function idsOf({ path, fields }: Offer): readonly string[] {
  const numbers = path.match(/\/\d+(?=\/|$)/g) ?? [];
  const numbered = fields.filter(([name, value]) => NUMBERED.has(name) && /^\d+$/.test(value));
  const texts = [path, ...fields.map(([, value]) => value)];
  return [...numbers, ...numbered.map(String), ...texts.flatMap((text) => text.match(IDS) ?? [])];
}

function renamed(offer: Offer, change: (text: string) => string): Offer {
  return {
    ...offer,
    path: change(offer.path),
    fields: offer.fields.map(([name, value]) => [
      name,
      name !== "form_token" && (NUMBERED.has(name) || !/^\d+$/.test(value)) ? change(value) : value,
    ]),
  };
}

/** The text with unknown ids in place of its ids. */
function unknown(text: string): string {
  return text
    .replace(IDS, (id) => id.slice(0, -5) + id.slice(-5).replace(/./g, turned))
    .replace(/(?<=\/)\d+(?=\/|$)|^\d+$/g, (number) => `${number}7`);
}

function turned(character: string): string {
  const at = ALPHABET.indexOf(character.toLowerCase());
  const next = ALPHABET[(at + 1) % (/[0-9a-f]/i.test(character) ? 16 : 32)] ?? "0";
  return character === character.toLowerCase() ? next : next.toUpperCase();
}

/** An answer without ids of objects and requests. */
function plain(text: string): string {
  return text
    .replace(IDS, "ID")
    .replace(/"request_id":"[^"]*"|req_[0-9a-z]+/g, "request")
    .replace(/…[0-9A-Za-z]{8}\b/g, "…ID")
    .replace(/(?<=\/)\d+(?=[/"?]|$)/gm, "NUMBER");
}

function firstDifference(one: { text: string }, two: { text: string }): string {
  const at = [...one.text].findIndex((character, index) => character !== two.text[index]);
  return `${one.text.slice(Math.max(0, at - 80), at + 120)} ≠ ${two.text.slice(at, at + 120)}`;
}
