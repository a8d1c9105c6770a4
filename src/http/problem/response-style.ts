import type { FastifyRequest } from "fastify";
import type { Merchant, ResponseStyle } from "../../domain/merchant/merchant.ts";
import { fieldProblem } from "./request-problem.ts";

const HEADER = "Vezne-Response-Style";

const STYLE = Symbol("response style");

declare module "fastify" {
  interface FastifyRequest {
    [STYLE]?: ResponseStyle;
  }
}

/**
 * Decides the style of a request's answer and remembers it for a later refusal: the merchant's
 * setting, unless the header asks for the other one (contract C2).
 * The reasons are in docs/decisions/variants.md.
 * @throws RequestProblem if the header names a style that does not exist
 */
export function rememberStyle(
  request: FastifyRequest,
  { merchant }: { readonly merchant: Merchant },
): ResponseStyle {
  const { responseStyle } = merchant.settings;
  // The merchant's style is set first, because the refusal of a wrong header is written in it.
  request[STYLE] = responseStyle;
  const style = readStyleHeader(request) ?? responseStyle;
  request[STYLE] = style;
  return style;
}

/** @throws RequestProblem if the header names a style that does not exist */
function readStyleHeader({ headers }: FastifyRequest): ResponseStyle | undefined {
  const wish = headers[HEADER.toLowerCase()];
  if (wish === undefined || isStyle(wish)) return wish;
  throw fieldProblem(HEADER, "must be flags or codes");
}

/**
 * Refuses a wrong header of a request whose merchant is not known.
 * @throws RequestProblem if the header names a style that does not exist
 */
export function checkStyleHeader(request: FastifyRequest): void {
  readStyleHeader(request);
}

/**
 * Returns the remembered style of a request. If the request was refused before its style was
 * decided, the result is the style in the header, or `flags`.
 */
export function knownStyle(request: FastifyRequest): ResponseStyle {
  const wish = request.headers[HEADER.toLowerCase()];
  return request[STYLE] ?? (isStyle(wish) ? wish : "flags");
}

function isStyle(text: unknown): text is ResponseStyle {
  return text === "flags" || text === "codes";
}
