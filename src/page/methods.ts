import type { IncomingMessage } from "node:http";
import type { HTTPMethods } from "fastify";

/** The common methods in their order in `Allow`. */
const USUAL = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

/** Stands for all unusual methods. No path serves it, so its route on a path refuses them. */
const UNUSUAL = "TRACE";

/**
 * The methods that each path has a route for. A route for each of the 34 methods of Node's parser
 * took a megabyte of memory for every ten paths.
 */
export const METHODS: readonly HTTPMethods[] = [...USUAL, UNUSUAL];

const usual: ReadonlySet<string | undefined> = new Set(METHODS);
const written = new WeakMap<IncomingMessage, string>();

/**
 * Lets the router find the route that refuses an unusual method. Fastify calls it as `rewriteUrl`.
 */
export function routeUnusualMethod(request: IncomingMessage): string {
  if (!usual.has(request.method)) {
    written.set(request, request.method ?? "");
    request.method = UNUSUAL;
  }
  return request.url ?? "/";
}

/** Gives a request its own method back after its route was found, for logs and answers. */
export function restoreMethod(request: IncomingMessage): void {
  const method = written.get(request);
  if (method !== undefined) request.method = method;
}
