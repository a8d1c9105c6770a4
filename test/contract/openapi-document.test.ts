// tier: core
import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isProblemCode, PROBLEM_CODES } from "../../src/http/problem/problem-codes.ts";
import { readApiDocument, type ApiDocument, type Json } from "../support/api-document.ts";
import { startTestService, type TestService } from "../support/service.ts";

/** Paths beside the interface: pages, the test bank, health and metrics. */
const OF_THE_INTERFACE = /^\/api\//;

describe("the OpenAPI document", () => {
  let shop: TestService;
  let document: ApiDocument;
  beforeAll(async () => {
    shop = await startTestService();
    document = await readApiDocument(shop.url);
  });
  afterAll(() => shop.close());

  it("is valid OpenAPI 3.1", async () => {
    const validator = new Validator();
    const result = await validator.validate(structuredClone(document.json));
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    expect(validator.version).toBe("3.1");
  });

  it("contains every route of the interface, and no other", async () => {
    const registered = await routesOf(shop);
    expect(document.operations.map(({ key }) => key).toSorted()).toEqual(registered.toSorted());
  });

  it("has one id for every operation", () => {
    const ids = document.operations.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("says of every call and delivery how it is authenticated", () => {
    const hooks = Object.values(document.json["webhooks"] as Json);
    const all = [...document.operations.map(({ json }) => json), ...hooks.map(postOf)];
    expect(all.filter(({ security }) => !Array.isArray(security))).toEqual([]);
  });

  it("has no alternative twice", () => {
    const alternatives = alternativesIn(document.json);
    expect(alternatives.length).toBeGreaterThan(10);
    for (const texts of alternatives) expect(new Set(texts).size, texts[0]).toBe(texts.length);
  });

  it("contains only schemas that compile", () => {
    const { schemas } = document.json["components"] as { schemas: Json };
    for (const name of Object.keys(schemas)) {
      expect(document.validator(`/components/schemas/${name}`), name).toBeTypeOf("function");
    }
  });

  it("describes every field of every schema, and every parameter", () => {
    const silent = fieldsWithoutText(document.json["components"], "components");
    const parameters = document.operations.flatMap((operation) =>
      operation.parameters
        .filter((parameter) => !("description" in parameter))
        .map(({ name }) => `${operation.id} ${name}`),
    );
    expect([...silent, ...parameters]).toEqual([]);
  });

  it("has no reference to a missing part", () => {
    const text = JSON.stringify(document.json);
    const targets = new Set([...text.matchAll(/"\$ref":"(#[^"]*)"/g)].map(([, ref]) => ref));
    const lost = [...targets].filter(
      (target) => Object.keys(document.resolve({ $ref: target })).length === 0,
    );
    expect(lost).toEqual([]);
  });

  it("has only examples that match their schemas", () => {
    const wrong = document.operations.flatMap((operation) =>
      responsesOf(operation.json).flatMap(([status, response]) =>
        Object.entries((response["content"] ?? {}) as Json).flatMap(([type, media]) =>
          Object.entries(((media as Json)["examples"] ?? {}) as Json).flatMap(([name, example]) => {
            const value = (example as Json)["value"];
            const text = typeof value === "string" ? value : JSON.stringify(value);
            const headers = documentedHeaders(document, response, type);
            const answer = { status: Number(status), headers, text, body: {} };
            return document
              .complaints(operation, answer)
              .map((complaint) => `${operation.id} ${status} ${name}: ${complaint}`);
          }),
        ),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it("contains every problem code, except those that no operation can answer", () => {
    const text = JSON.stringify(document.json);
    const missing = PROBLEM_CODES.filter((code) => !text.includes(`"${code}"`));
    // Both are answers to paths and methods that are no operation.
    expect(missing).toEqual(["not_found", "method_not_allowed"]);
    const named = [...text.matchAll(/\/docs\/errors\/([a-z_0-9]+)"/g)].map(([, code]) => code);
    expect(named.filter((code) => code === undefined || !isProblemCode(code))).toEqual([]);
  });

  it("is cacheable as long as it has not changed", async () => {
    const first = await fetch(`${shop.url}/openapi.json`);
    expect(first.headers.get("content-type")).toBe("application/json");
    const headers = { "if-none-match": first.headers.get("etag") ?? "" };
    expect((await fetch(`${shop.url}/openapi.json`, { headers })).status).toBe(304);
    const other = await fetch(`${shop.url}/openapi.json`, { method: "POST" });
    expect(other.status).toBe(405);
  });
});

/** The paths of a service, as `METHOD /path`, by its own list. */
async function routesOf(shop: TestService): Promise<readonly string[]> {
  const paths = pathsOf(shop.service.app.printRoutes({ commonPrefix: false }));
  const routes = await Promise.all(
    paths.map(async (path) => {
      const refused = await shop.api.send("OPTIONS", path.replace(/:\w+/g, "x"));
      const taken = (refused.headers.get("allow") ?? "").split(", ");
      return taken.filter((method) => method !== "HEAD").map((method) => `${method} ${path}`);
    }),
  );
  return routes.flat();
}

function pathsOf(tree: string): readonly string[] {
  const paths = new Set<string>();
  let parts: string[] = [];
  for (const line of tree.split("\n")) {
    const found = /^(.*?)[├└]── (.*?)(?: \(([^)]*)\))?$/.exec(line);
    if (found === null) continue;
    const [, indent = "", part = "", methods] = found;
    parts = [...parts.slice(0, indent.length / 4), part];
    const path = parts.join("");
    if (methods !== undefined && OF_THE_INTERFACE.test(path)) paths.add(path);
  }
  return [...paths];
}

function responsesOf(operation: Json): readonly (readonly [string, Json])[] {
  return Object.entries(operation["responses"] as Record<string, Json>);
}

function documentedHeaders(document: ApiDocument, response: Json, type: string): Headers {
  const headers = new Headers({ "content-type": type });
  for (const [name, header] of Object.entries((response["headers"] ?? {}) as Json)) {
    if (document.resolve(header)["required"] === true) headers.set(name, "present");
  }
  return headers;
}

function fieldsWithoutText(value: unknown, path: string): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value as Json).flatMap(([name, member]) => {
    const inner = fieldsWithoutText(member, `${path}.${name}`);
    if (name !== "properties") return inner;
    const silent = Object.entries(member as Json).filter(
      ([field, schema]) => field !== "code" && (schema as Json)["description"] === undefined,
    );
    return [...silent.map(([field]) => `${path}.${field}`), ...inner];
  });
}

function postOf(hook: unknown): Json {
  return (hook as { readonly post: Json }).post;
}

/** The members of each `anyOf`, at any depth, as texts. */
function alternativesIn(value: unknown): readonly (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [];
  const { anyOf } = value as { readonly anyOf?: unknown };
  const own = Array.isArray(anyOf) ? [anyOf.map((one) => JSON.stringify(one))] : [];
  return [...own, ...Object.values(value).flatMap(alternativesIn)];
}
