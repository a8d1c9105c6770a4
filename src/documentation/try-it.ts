import type { ApiOperation } from "./api-operations.ts";
import { objectAt, textAt } from "./json-reader.ts";

/** A call of an operation that the page's script sends to this service. */
export type TryIt = {
  readonly method: string;
  /** The path with its parameters in braces. */
  readonly path: string;
  readonly takesKey: boolean;
  readonly parameters: readonly TryParameter[];
  /** The body of the first example; undefined for a call without a body. */
  readonly body: string | undefined;
};

export type TryParameter = {
  readonly name: string;
  readonly place: string;
  readonly value: string;
  readonly required: boolean;
};

/** The form of an operation; undefined for operators, and for a stream, which has no end. */
export function tryItOf(operation: ApiOperation): TryIt | undefined {
  const [example] = operation.examples;
  if (example === undefined || operation.isForOperators) return undefined;
  if (example.mediaType === "text/event-stream") return undefined;
  const { method, path, takesKey } = operation;
  const parameters = operation.parameters
    .filter(({ place }) => place === "path" || place === "query")
    .map((parameter) => ({
      name: parameter.name,
      place: parameter.place,
      value: textOf(example.parameters.get(parameter)),
      required: parameter.required,
    }));
  const hasBody = method === "POST" && Object.keys(objectAt(example.body)).length > 0;
  const body = hasBody ? JSON.stringify(example.body, null, 2) : undefined;
  return { method, path, takesKey, parameters, body };
}

function textOf(value: unknown): string {
  return typeof value === "number" ? String(value) : textAt({ value }, "value");
}
