import { METHODS as PARSED } from "node:http";
import type { FastifyInstance, HTTPMethods } from "fastify";

/** In the order in which `Allow` names them. */
const USUAL: readonly HTTPMethods[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Every method that a request can arrive with; CONNECT asks for a tunnel and is no request. */
export const METHODS: readonly HTTPMethods[] = [
  ...USUAL,
  ...PARSED.filter((method) => method !== "CONNECT" && !USUAL.includes(method)),
];

/** Lets routes be asked with every method, so that a path's refusal can tell which it takes. */
export function knowEveryMethod(app: FastifyInstance): void {
  for (const method of METHODS) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  }
}
