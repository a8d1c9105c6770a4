import type { Json } from "../http/openapi/schema-writer.ts";
import { readOperations, type ApiExample, type ApiOperation } from "./api-operations.ts";
import { sampleOf } from "./read-sample.ts";
import { KEY, OPERATOR_KEY } from "./samples/sample.ts";

const SCHEMA = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";

/** Every example of the interface as a Postman collection of format 2.1. */
export function postmanCollection(document: Json, publicUrl: string): string {
  const operations = readOperations(document);
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  const collection = {
    info: { name: "Vezne", schema: SCHEMA },
    variable: [
      { key: "baseUrl", value: publicUrl },
      { key: "apiKey", value: KEY },
      { key: "operatorKey", value: OPERATOR_KEY },
    ],
    auth: bearer("apiKey"),
    item: tags.map((tag) => ({
      name: tag,
      item: operations.filter((operation) => operation.tag === tag).map(folderOf),
    })),
  };
  return JSON.stringify(collection, null, 2);
}

function folderOf(operation: ApiOperation): Json {
  return {
    name: operation.summary,
    description: operation.description,
    item: operation.examples.map((example) => ({
      name: example.summary,
      request: requestOf(operation, example),
    })),
  };
}

function requestOf(operation: ApiOperation, example: ApiExample): Json {
  const { method, path, headers, key: keyText, body } = sampleOf("", operation, example);
  const [route = "", query = ""] = path.split("?");
  const type = body === undefined ? [] : [["Content-Type", "application/json"] as const];
  return {
    method,
    ...authOf(keyText),
    header: [...type, ...headers].map(([key, value]) => ({ key, value })),
    url: {
      raw: `{{baseUrl}}${path}`,
      host: ["{{baseUrl}}"],
      path: route.split("/").slice(1),
      ...(query === "" ? {} : { query: queryOf(query) }),
    },
    ...(body === undefined ? {} : { body: rawBody(body) }),
  };
}

/** The collection has the merchant's key; other calls say which key they take. */
function authOf(key: string | undefined): Json {
  if (key === undefined) return { auth: { type: "noauth" } };
  return key === OPERATOR_KEY ? { auth: bearer("operatorKey") } : {};
}

function bearer(variable: string): Json {
  return { type: "bearer", bearer: [{ key: "token", value: `{{${variable}}}`, type: "string" }] };
}

function queryOf(query: string): readonly Json[] {
  return [...new URLSearchParams(query)].map(([key, value]) => ({ key, value }));
}

/** The body as text, with the collection's key in the place of the placeholder. */
function rawBody(body: Json): Json {
  return {
    mode: "raw",
    raw: JSON.stringify(body, null, 2).replaceAll(KEY, "{{apiKey}}"),
    options: { raw: { language: "json" } },
  };
}
