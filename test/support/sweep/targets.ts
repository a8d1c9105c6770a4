import { EXAMPLE } from "../../../src/http/openapi/example-values.ts";
import { readApiDocument, type DocumentedOperation } from "../api-document.ts";
import { firstExample } from "../example-world.ts";
import type { Offer } from "../fuzz/page-forms.ts";
import type { PageWorld } from "../fuzz/page-world.ts";
import { paidOrder } from "../merchant-calls.ts";
import type { Route } from "../service-apart.ts";
import { partOf, type Target } from "./target.ts";

/** Requests by their origin, because similar ones need not all be tried often. */
export type Targets = {
  /** One for every route. */
  readonly routes: readonly Target[];
  /** One for every example of the document's operations. */
  readonly operations: readonly Target[];
  /** One for every link and form of the pages. */
  readonly offers: readonly Target[];
};

export async function targetsOf(world: PageWorld): Promise<Targets> {
  const { shop, offers, visitor } = world;
  const ids = await idsOf(world);
  const { routes } = await shop.routes();
  const { operations } = await readApiDocument(shop.url);
  const asUser = { cookie: visitor.cookie, origin: shop.url };
  return {
    // The framework answers HEAD by the route of GET.
    routes: routes
      .filter(({ methods }) => !methods.includes("HEAD") || methods.length > 1)
      .map((route) => ofRoute(route, ids, asUser)),
    operations: operations.flatMap((operation) => ofOperation(operation, ids)),
    offers: offers.map((offer) => ofOffer(offer, asUser)),
  };
}

/** The value for a parameter of a route, and for a placeholder of an example. */
type Ids = {
  readonly parameters: ReadonlyMap<string, string>;
  readonly examples: readonly (readonly [example: string, real: string])[];
  readonly key: string;
};

async function idsOf({ shop }: PageWorld): Promise<Ids> {
  const { api, merchant } = shop;
  const key = merchant.testApiKey;
  const { order } = await paidOrder(api);
  const session = await api.session();
  const saved = await api.pay(await api.session(), EXAMPLE.card, { fields: { save_card: true } });
  return {
    key,
    parameters: new Map([
      ["merchant", merchant.merchant.merchantId],
      ["mode", "test"],
      ["order", order],
      ["order_id", order],
      ["session", session],
      ["session_id", session],
    ]),
    examples: [
      [EXAMPLE.key, key],
      [EXAMPLE.session, session],
      [EXAMPLE.order, order],
      [EXAMPLE.token, String(saved.body["card_token"])],
    ],
  };
}

type Headers = Target["headers"];

function ofRoute(
  { methods, url, bodyLimit }: Route,
  { parameters }: Ids,
  headers: Headers,
): Target {
  const [method = "GET"] = methods;
  const path = url
    .replace(/:(\w+)/g, (_whole, name: string) => parameters.get(name) ?? "x")
    .replace("*", "x");
  const hasBody = method === "POST" || method === "PUT" || method === "PATCH";
  const isUpload = bodyLimit !== undefined;
  const target = { method, path, headers, query: [], isUpload };
  return hasBody ? { ...target, ...bodyOf(path, headers) } : { ...target, body: undefined };
}

const REPORTS = "/csp-reports";
const REPORT = {
  "document-uri": "https://shop.example/checkout",
  "blocked-uri": "https://other.example",
  "violated-directive": "script-src",
};

/** The content type that the route accepts. */
function bodyOf(path: string, headers: Headers): Pick<Target, "headers" | "body"> {
  if (path === REPORTS) {
    const value = { "csp-report": REPORT };
    const type = { "content-type": "application/csp-report" };
    return { headers: { ...headers, ...type }, body: { kind: "json", value } };
  }
  const isJson = path.startsWith("/api/") || path.startsWith("/bank/api/");
  return { headers, body: isJson ? { kind: "json", value: {} } : { kind: "form", fields: [] } };
}

function ofOperation(operation: DocumentedOperation, ids: Ids): readonly Target[] {
  const example = firstExample(operation);
  const real = (value: unknown): unknown => {
    let text = JSON.stringify(value ?? null);
    for (const [given, one] of ids.examples) text = text.replaceAll(given, one);
    return JSON.parse(text);
  };
  const given = (place: string): readonly (readonly [string, string])[] =>
    operation.parameters.flatMap(({ name, in: where }) => {
      const value = where === place ? example.parameters.get(name) : undefined;
      return value === undefined ? [] : [[name, String(real(value))] as const];
    });
  const path = new Map(given("path"));
  const target: Target = {
    method: operation.method,
    path: operation.path.replace(/\{(\w+)\}/g, (_whole, name: string) => path.get(name) ?? "x"),
    query: given("query"),
    headers: {
      ...Object.fromEntries(given("header")),
      ...(operation.needsKey ? { authorization: `Bearer ${ids.key}` } : {}),
    },
    body: undefined,
  };
  if (operation.body === undefined) return [target];
  return [...operation.examples.values()].map(({ body }) => ({
    ...target,
    body: { kind: "json", value: real(body) },
  }));
}

function ofOffer({ method, path, fields, files }: Offer, headers: Headers): Target {
  if (method === "GET") return { method, path, headers, query: fields, body: undefined };
  if (files.length === 0) {
    return { method, path, headers, query: [], body: { kind: "form", fields } };
  }
  const parts = fields.map(([name, value]) => partOf(name, value, files.includes(name)));
  const body = { kind: "multipart", parts } as const;
  return { method, path, headers, query: [], body, isUpload: true };
}
