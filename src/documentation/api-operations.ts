import type { Json } from "../http/openapi/schema-writer.ts";
import { listAt, objectAt, resolve, textAt } from "./json-reader.ts";

/** An operation of the OpenAPI document with all spellings of its path. */
export type ApiOperation = {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly spellings: readonly string[];
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** True if the call may carry a key, whether or not it has to. */
  readonly takesKey: boolean;
  /** True if the key is an operator key. */
  readonly isForOperators: boolean;
  readonly parameters: readonly ApiParameter[];
  /** Schema of the body; undefined if the operation has none. */
  readonly body: Json | undefined;
  /** Schemas of the answer by media type; several schemas are the variants of the answer. */
  readonly answers: readonly (readonly [mediaType: string, schemas: readonly unknown[]])[];
  readonly examples: readonly ApiExample[];
  readonly problems: readonly ApiProblem[];
};

export type ApiParameter = {
  readonly name: string;
  readonly place: string;
  readonly required: boolean;
  readonly description: string;
  readonly schema: Json;
};

export type ApiExample = {
  readonly name: string;
  readonly summary: string;
  readonly parameters: ReadonlyMap<ApiParameter, unknown>;
  readonly body: unknown;
  readonly mediaType: string;
  readonly answer: unknown;
};

export type ApiProblem = {
  readonly status: string;
  readonly code: string;
  readonly answer: Json;
};

/** The operations in the document's order; an operation with two spellings appears once. */
export function readOperations(document: Json): readonly ApiOperation[] {
  const all = Object.entries(objectAt(document, "paths")).flatMap(([path, methods]) =>
    Object.entries(objectAt(methods)).map(([method, json]) => ({ path, method, json })),
  );
  return all
    .filter(({ json }) => textAt(json, "x-spelling-of") === "")
    .map(({ path, method, json }) => {
      const twins = all.filter((one) => textAt(one.json, "x-spelling-of") === path);
      const spellings = [path, ...twins.map((twin) => twin.path)];
      return readOperation(document, { path, method, json: objectAt(json), spellings });
    });
}

type DocumentedOperation = {
  readonly path: string;
  readonly method: string;
  readonly json: Json;
  readonly spellings: readonly string[];
};

function readOperation(document: Json, found: DocumentedOperation): ApiOperation {
  const { path, method, json, spellings } = found;
  const parameters = listAt(json, "parameters").map((one) => readParameter(resolve(document, one)));
  const content = objectAt(json, "requestBody", "content", "application/json");
  const success = objectAt(json, "responses", "200", "content");
  return {
    id: textAt(json, "operationId"),
    method: method.toUpperCase(),
    path,
    spellings,
    tag: listAt(json, "tags").map(String)[0] ?? "",
    summary: textAt(json, "summary"),
    description: textAt(json, "description"),
    takesKey: listAt(json, "security").some((scheme) => JSON.stringify(scheme) !== "{}"),
    isForOperators: listAt(json, "security").some((scheme) => "operatorKey" in objectAt(scheme)),
    parameters: parameters.map(({ parameter }) => parameter),
    body: "schema" in content ? resolve(document, content["schema"]) : undefined,
    answers: Object.entries(success).map(([type, media]) => [type, variants(media)] as const),
    examples: readExamples({ parameters, content, success }),
    problems: readProblems(document, objectAt(json, "responses")),
  };
}

type GivenParameter = { readonly parameter: ApiParameter; readonly examples: Json };

function readParameter(json: Json): GivenParameter {
  return {
    parameter: {
      name: textAt(json, "name"),
      place: textAt(json, "in"),
      required: json["required"] === true,
      description: textAt(json, "description"),
      schema: objectAt(json, "schema"),
    },
    examples: objectAt(json, "examples"),
  };
}

function variants(media: unknown): readonly unknown[] {
  const several = listAt(media, "schema", "oneOf");
  return several.length > 0 ? several : [objectAt(media, "schema")];
}

function readExamples(parts: {
  readonly parameters: readonly GivenParameter[];
  readonly content: Json;
  readonly success: Json;
}): readonly ApiExample[] {
  return Object.entries(parts.success).flatMap(([mediaType, media]) =>
    Object.entries(objectAt(media, "examples")).map(([name, example]) => ({
      name,
      summary: textAt(example, "summary"),
      parameters: new Map(
        parts.parameters
          .filter(({ examples }) => name in examples)
          .map(({ parameter, examples }) => [parameter, objectAt(examples, name)["value"]]),
      ),
      body: objectAt(parts.content, "examples", name)["value"],
      mediaType,
      answer: objectAt(example)["value"],
    })),
  );
}

function readProblems(document: Json, responses: Json): readonly ApiProblem[] {
  return Object.entries(responses).flatMap(([status, response]) => {
    if (status === "200") return [];
    return Object.values(objectAt(resolve(document, response), "content")).flatMap((media) =>
      Object.entries(objectAt(media, "examples")).map(([code, example]) => ({
        status,
        code,
        answer: objectAt(example, "value"),
      })),
    );
  });
}
