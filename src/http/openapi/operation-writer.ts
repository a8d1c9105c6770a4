import { RESPONSE_STYLE } from "./document-parts.ts";
import type { Access, Example, Operation } from "./operation.ts";
import { ANY_HEADERS, problemResponses, type Described } from "./problem-responses.ts";
import type { CatalogRoute } from "./route-catalog.ts";
import { fieldText } from "./field-texts.ts";
import { isRecord } from "../../kernel/json.ts";
import { describe, writeSchema, type Json } from "./schema-writer.ts";

const STYLE_HEADER = "Vezne-Response-Style";

const ACCESS_TEXTS: Readonly<Record<Access, string>> = {
  "operator key": "Needs an operator key in `Authorization`.",
  "merchant key": "Needs the merchant's key in `Authorization`.",
  "merchant key anywhere":
    "Needs the merchant's key, in `Authorization` or as `merchant_api_key` in the body.",
  "key in body": "Authenticated by `merchant_api_key` in the body; no header is used.",
  session: "Authenticated by the session's id.",
  "session or key":
    "Authenticated by the session's id. With the merchant's key in `Authorization` beside it, the call " +
    "is the merchant's own.",
};

const MERCHANT_KEY: Json = { merchantKey: [] };

/**
 * The security schemes of a call, of which a client must meet one; the empty scheme is always met.
 */
const SECURITY: Readonly<Record<Access, readonly Json[]>> = {
  "operator key": [{ operatorKey: [] }],
  "merchant key": [MERCHANT_KEY],
  "merchant key anywhere": [MERCHANT_KEY, {}],
  "key in body": [],
  session: [],
  "session or key": [{}, MERCHANT_KEY],
};

/** Writes an operation of the document from the schemas of its route and from its description. */
export function writeOperation(described: Described): Json {
  const { operation, route } = described;
  return {
    operationId: operation.id,
    ...(operation.spelledAs === undefined ? {} : { "x-spelling-of": operation.spelledAs }),
    tags: [operation.tag],
    summary: operation.summary,
    ...(route.right === undefined ? {} : { "x-key-right": route.right }),
    ...(route.operatorRight === undefined ? {} : { "x-operator-right": route.operatorRight }),
    description: descriptionOf(described),
    security: SECURITY[operation.access],
    parameters: parametersOf(operation, route),
    ...requestBody(operation, route),
    responses: { 200: success(operation, route), ...problemResponses(described) },
  };
}

function descriptionOf({ operation, route }: Described): string {
  const { right: keyRight, operatorRight } = route;
  const right =
    keyRight !== undefined
      ? `The key needs the right \`${keyRight}\` or every right.`
      : operatorRight !== undefined
        ? `The key needs the right \`${operatorRight}\`.`
        : "";
  const access = [ACCESS_TEXTS[operation.access], right].join(" ").trim();
  return [operation.description, access].join("\n\n").trim();
}

function parametersOf(operation: Operation, route: CatalogRoute): readonly Json[] {
  const style = operation.headers?.includes(STYLE_HEADER) === true;
  return [
    ...fieldsOf(route.params).map((field) => parameter(operation, "path", field)),
    ...fieldsOf(route.query).map((field) => parameter(operation, "query", field)),
    ...(style ? [styleParameter(operation)] : []),
    ...(route.method === "POST" ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : []),
    { $ref: "#/components/parameters/RequestId" },
  ];
}

/** The style header, in full and not as a reference, with the examples that send it. */
function styleParameter(operation: Operation): Json {
  return { ...RESPONSE_STYLE, ...examplesOf(operation, ({ headers }) => headers?.[STYLE_HEADER]) };
}

type Field = { readonly name: string; readonly required: boolean; readonly schema: unknown };

function fieldsOf(schema: unknown): readonly Field[] {
  if (!isRecord(schema) || !isRecord(schema["properties"])) return [];
  const required: unknown = schema["required"];
  const names = Array.isArray(required) ? required : [];
  return Object.entries(schema["properties"]).map(([name, value]) => ({
    name,
    required: names.includes(name),
    schema: value,
  }));
}

function parameter(operation: Operation, place: "path" | "query", field: Field): Json {
  const { name } = field;
  const given = operation.parameters?.[name];
  const { description, ...schema } = describe(
    given?.schema === undefined ? writeSchema(field.schema) : { ...given.schema },
    given?.description ?? fieldText("", name),
  );
  return {
    name,
    in: place,
    required: place === "path" || field.required,
    ...(description === undefined ? {} : { description }),
    schema,
    ...examplesOf(operation, ({ query }) => query?.[name]),
  };
}

function requestBody(operation: Operation, route: CatalogRoute): Json {
  if (route.body === undefined) return {};
  const examples = examplesOf(operation, ({ body }) => body);
  const required = isRecord(route.body) && route.body["type"] === "object";
  return {
    requestBody: {
      required,
      content: { "application/json": { schema: writeSchema(route.body), ...examples } },
    },
  };
}

function success(operation: Operation, route: CatalogRoute): Json {
  const content = Object.entries(operation.answers).map(([type, schemas]) => {
    const written = schemas.map(writeSchema);
    const schema = written.length === 1 ? written[0] : { oneOf: written };
    const isText = type.startsWith("text/");
    const examples = examplesOf(operation, ({ answer }) =>
      (typeof answer === "string") === isText ? answer : undefined,
    );
    return [type, { schema, ...examples }] as const;
  });
  return {
    description: operation.summary,
    headers: {
      ...ANY_HEADERS,
      ...(route.method === "POST"
        ? { "Idempotent-Replayed": { $ref: "#/components/headers/IdempotentReplayed" } }
        : {}),
      ...(operation.answerHeaders === undefined
        ? {}
        : { "Content-Disposition": { $ref: "#/components/headers/ContentDisposition" } }),
    },
    content: Object.fromEntries(content),
  };
}

/** The chosen part of every example, such as its answer, under the example's name. */
function examplesOf(operation: Operation, part: (example: Example) => unknown): Json {
  const entries = Object.entries(operation.examples).flatMap(([name, example]) => {
    const value = part(example);
    return value === undefined ? [] : [[name, { summary: example.summary, value }] as const];
  });
  return entries.length === 0 ? {} : { examples: Object.fromEntries(entries) };
}
