import { METHODS as PARSED } from "node:http";
import type { FastifyInstance, HTTPMethods } from "fastify";

/** The common methods in their order in `Allow`. */
const USUAL: readonly HTTPMethods[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** All methods that Node's parser accepts except CONNECT, which asks for a tunnel. */
export const METHODS: readonly HTTPMethods[] = [
  ...USUAL,
  ...PARSED.filter((method) => method !== "CONNECT" && !USUAL.includes(method)),
];

/** Registers every method with Fastify, so that a refusal can name the allowed ones in `Allow`. */
export function knowEveryMethod(app: FastifyInstance): void {
  for (const method of METHODS) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  }
}
