import type { ApiExample, ApiOperation } from "./api-operations.ts";
import { objectAt } from "./json-reader.ts";

const WIDTH = 76;

/** An example's request as a curl command with shell variables for the caller's own values. */
export function curlOf(publicUrl: string, operation: ApiOperation, example: ApiExample): string {
  const given = [...example.parameters];
  const of = (place: string) => given.filter(([parameter]) => parameter.place === place);
  const path = of("path").reduce(
    (text, [{ name }, value]) => text.replace(`{${name}}`, encodeURIComponent(String(value))),
    operation.path,
  );
  const query = of("query")
    .map(([{ name }, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join("&");
  const address = `${publicUrl}${path}${query === "" ? "" : `?${query}`}`;
  const hasBody = Object.keys(objectAt(example.body)).length > 0;
  const isDefault = operation.method === (hasBody ? "POST" : "GET");
  const method = isDefault ? "" : `-X ${operation.method} `;
  return [
    `curl -sS ${method}${quoted(address)}`,
    ...(operation.needsKey ? ['-H "Authorization: Bearer $VEZNE_KEY"'] : []),
    ...of("header").map(([{ name }, value]) => `-H '${name}: ${String(value)}'`),
    ...(operation.method !== "GET" && hasBody
      ? ["-H 'Content-Type: application/json'", `-d ${quoted(bodyText(example.body))}`]
      : []),
  ].join(" \\\n  ");
}

function bodyText(body: unknown): string {
  const short = JSON.stringify(body);
  return short.length <= WIDTH ? short : JSON.stringify(body, null, 2);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
