import { isRecord } from "../kernel/json.ts";
import type { ApiExample, ApiOperation } from "./api-operations.ts";
import { objectAt } from "./json-reader.ts";
import { KEY, OPERATOR_KEY, partsOf, type Sample } from "./samples/sample.ts";

/** Reads the request of an example, which may have values of its own. */
export function sampleOf(
  publicUrl: string,
  operation: ApiOperation,
  { parameters, body, mediaType }: Pick<ApiExample, "parameters" | "body" | "mediaType">,
): Sample {
  const given = [...parameters];
  const of = (place: string): readonly (readonly [string, unknown])[] =>
    given
      .filter(([parameter]) => parameter.place === place)
      .map(([{ name }, value]) => [name, value]);
  const path = of("path").reduce(
    (text, [name, value]) => text.replace(`{${name}}`, encoded(value)),
    operation.path,
  );
  const query = of("query").map(([name, value]) => `${name}=${encoded(value)}`);
  const hasBody = operation.method !== "GET" && Object.keys(objectAt(body)).length > 0;
  return {
    operationId: operation.id,
    method: operation.method,
    publicUrl,
    path: query.length === 0 ? path : `${path}?${query.join("&")}`,
    parameters: Object.fromEntries([...of("path"), ...of("query")]),
    headers: of("header").map(([name, value]) => [name, String(value)]),
    key: keyFor(operation),
    body: hasBody && isRecord(body) ? body : undefined,
    isStream: mediaType === "text/event-stream",
  };
}

function keyFor({ takesKey, isForOperators }: ApiOperation): string | undefined {
  if (!takesKey) return undefined;
  return isForOperators ? OPERATOR_KEY : KEY;
}

/** Encodes a value for an address, but not the variables in it. */
function encoded(value: unknown): string {
  return partsOf(String(value))
    .map((part) => (typeof part === "string" ? encodeURIComponent(part) : `{{${part.variable}}}`))
    .join("");
}
