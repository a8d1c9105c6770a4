import { createApiClient, type ApiAnswer } from "./api-client.ts";
import type { DocumentedOperation } from "./api-document.ts";
import { firstExample } from "./example-world.ts";

/** The documented calls of an operation, as JSON with its method, path and body. */
export function* callsOf(operation: DocumentedOperation): Generator<string> {
  const { parameters } = firstExample(operation);
  const path = operation.path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    String(parameters.get(name)),
  );
  const asked = operation.parameters.flatMap(({ name, in: where }) => {
    const value = where === "query" ? parameters.get(name) : undefined;
    return value === undefined ? [] : [[name, String(value)]];
  });
  const query = asked.length === 0 ? "" : `?${new URLSearchParams(asked).toString()}`;
  const { method } = operation;
  for (const { body } of operation.examples.values()) {
    yield JSON.stringify({ method, path: path + query, body: operation.body && body });
  }
}

/** Makes such a call with an API key. */
export function sendCall(url: string, call: string, key: string): Promise<ApiAnswer> {
  const { method, path, body } = JSON.parse(call) as Record<string, unknown>;
  return createApiClient(url, "").send(String(method), String(path), {
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
  });
}
