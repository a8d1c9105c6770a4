import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { ApiAnswer } from "./api-client.ts";

export type Json = { readonly [name: string]: unknown };

export type DocumentedOperation = {
  /** The route as the service names it: `GET /api/v1/payment/status/:order_id`. */
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly id: string;
  readonly parameters: readonly Parameter[];
  /** The schema of the body, with references into the document; absent where none is accepted. */
  readonly body: Json | undefined;
  readonly needsKey: boolean;
  /** True for a call of the administration API, which needs an operator key. */
  readonly isOfOperators: boolean;
  readonly examples: ReadonlyMap<string, DocumentedExample>;
  readonly json: Json;
};

export type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: Json;
};

export type ParameterValue = string | number;

export type DocumentedExample = {
  readonly parameters: ReadonlyMap<string, ParameterValue>;
  readonly body: unknown;
  readonly mediaType: string;
  readonly answer: unknown;
};

/** The facts of `/openapi.json` for a client, and the deviations of an answer from it. */
export type ApiDocument = {
  readonly json: Json;
  readonly operations: readonly DocumentedOperation[];
  /** The deviations of an answer; none if it is as documented and contains nothing else. */
  complaints(operation: DocumentedOperation, answer: ApiAnswer): readonly string[];
  /** Follows references to a value that is no reference. */
  resolve(json: unknown): Json;
  validator(pointer: string): ValidateFunction;
};

export async function readApiDocument(url: string): Promise<ApiDocument> {
  const json = (await (await fetch(`${url}/openapi.json`)).json()) as Json;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(tight(json) as object, "api");
  const compiled = new Map<string, ValidateFunction>();
  const validator = (pointer: string): ValidateFunction => {
    const known = compiled.get(pointer) ?? ajv.compile({ $ref: `api#${pointer}` });
    compiled.set(pointer, known);
    return known;
  };
  const resolve = (value: unknown): Json => {
    const found = (value ?? {}) as Json;
    return typeof found["$ref"] === "string" ? resolve(at(json, found["$ref"])) : found;
  };
  const operations = operationsOf(json, resolve);
  return {
    json,
    operations,
    resolve,
    validator,
    complaints: (operation, answer) => complaints({ operation, answer, resolve, validator }),
  };
}

/** The value that a pointer such as `#/components/schemas/Amount` leads to. */
function at(json: unknown, pointer: string): unknown {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>((value, part) => (value as Json)[part], json);
}

function operationsOf(json: Json, resolve: ApiDocument["resolve"]): DocumentedOperation[] {
  return Object.entries(json["paths"] as Json).flatMap(([path, methods]) =>
    Object.entries(methods as Json).map(([method, value]) => {
      const operation = value as Json;
      const parameters = (operation["parameters"] as unknown[]).map(
        (parameter) => resolve(parameter) as unknown as Parameter & Json,
      );
      const content = (operation["requestBody"] as Json | undefined)?.["content"] as Json;
      const body = content?.["application/json"] as Json | undefined;
      return {
        key: `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`,
        method: method.toUpperCase(),
        path,
        id: String(operation["operationId"]),
        parameters,
        body: body?.["schema"] as Json | undefined,
        isOfOperators: operation["x-operator-right"] !== undefined,
        needsKey: needsOne(operation["security"] as readonly Json[]),
        examples: examplesOf({ parameters, body, success: successOf(operation) }),
        json: operation,
      };
    }),
  );
}

function successOf(operation: Json): Json {
  return ((operation["responses"] as Json)["200"] as Json)["content"] as Json;
}

type Named = Readonly<Record<string, { readonly value: unknown }>>;

function examplesOf(parts: {
  readonly parameters: readonly (Parameter & Json)[];
  readonly body: Json | undefined;
  readonly success: Json;
}): ReadonlyMap<string, DocumentedExample> {
  const named = (json: Json | undefined): Named => (json?.["examples"] as Named | undefined) ?? {};
  const examples = new Map<string, DocumentedExample>();
  for (const [mediaType, media] of Object.entries(parts.success)) {
    for (const [name, { value }] of Object.entries(named(media as Json))) {
      const given = parts.parameters.flatMap((parameter) => {
        const example = named(parameter)[name];
        return example === undefined
          ? []
          : [[parameter.name, example.value as ParameterValue] as const];
      });
      const body = named(parts.body)[name]?.value;
      const parameters = new Map(given);
      examples.set(name, { parameters, body, mediaType, answer: value });
    }
  }
  return examples;
}

type Judged = {
  readonly operation: DocumentedOperation;
  readonly answer: ApiAnswer;
  readonly resolve: ApiDocument["resolve"];
  readonly validator: ApiDocument["validator"];
};

function complaints({ operation, answer, resolve, validator }: Judged): readonly string[] {
  const responses = operation.json["responses"] as Json;
  const documented = responses[answer.status];
  if (documented === undefined) return [`status ${answer.status} is not documented`];
  const response = resolve(documented);
  const mediaType = (answer.headers.get("content-type") ?? "").split(";", 1)[0]?.trim() ?? "";
  const content = response["content"] as Json;
  if (content[mediaType] === undefined)
    return [`${answer.status} as ${mediaType} is not documented`];
  const missing = Object.entries(response["headers"] as Json).flatMap(([name, header]) =>
    resolve(header)["required"] === true && !answer.headers.has(name) ? [`no header ${name}`] : [],
  );
  const place =
    (documented as Json)["$ref"] === undefined
      ? `/paths/${escape(operation.path)}/${operation.method.toLowerCase()}/responses/${answer.status}`
      : String((documented as Json)["$ref"]).slice(1);
  const validate = validator(`${place}/content/${escape(mediaType)}/schema`);
  const value: unknown = mediaType.endsWith("json") ? JSON.parse(answer.text) : answer.text;
  if (validate(value)) return missing;
  const wrong = (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
  return [...missing, ...wrong];
}

function escape(part: string): string {
  return encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"));
}

/**
 * The document without its openness to additions: an answer with an undocumented member is refused,
 * at any depth.
 */
function tight(value: unknown, isSchema = false): unknown {
  if (Array.isArray(value)) return value.map((item) => tight(item));
  if (typeof value !== "object" || value === null) return value;
  const json = Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, tightMember(name, member)]),
  );
  return isSchema ? { ...json, unevaluatedProperties: false } : json;
}

function tightMember(name: string, member: unknown): unknown {
  if (name === "examples" || name === "example") return member;
  if (name === "schema" || name === "items") return tight(member, true);
  if (name !== "properties" || typeof member !== "object" || member === null) return tight(member);
  return Object.fromEntries(
    Object.entries(member).map(([field, schema]) => [field, tight(schema, true)]),
  );
}

/** One of the security schemes must be satisfied; the first is the usual one. */
function needsOne([usual]: readonly Json[]): boolean {
  return usual !== undefined && Object.keys(usual).length > 0;
}
