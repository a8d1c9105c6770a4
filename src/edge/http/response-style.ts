import type { FastifyRequest } from "fastify";
import type { Merchant, ResponseStyle } from "../../merchant/merchant.ts";
import { fieldProblem } from "./request-problem.ts";

const HEADER = "Vezne-Response-Style";

const styles = new WeakMap<FastifyRequest, ResponseStyle>();

/**
 * The merchant's setting, unless the request asks otherwise for itself (contract C2).
 * The reasons are in docs/decisions/variants.md.
 * @throws RequestProblem where it asks for a style that does not exist
 */
export function styleOf(
  request: FastifyRequest,
  { merchant }: { readonly merchant: Merchant },
): ResponseStyle {
  const { responseStyle } = merchant.settings;
  // A refusal of the header is written in the merchant's style.
  styles.set(request, responseStyle);
  const style = wishedStyle(request) ?? responseStyle;
  styles.set(request, style);
  return style;
}

/** @throws RequestProblem where a request asks for a style that does not exist */
export function wishedStyle({ headers }: FastifyRequest): ResponseStyle | undefined {
  const wish = headers[HEADER.toLowerCase()];
  if (wish === undefined || isStyle(wish)) return wish;
  throw fieldProblem(HEADER, "must be flags or codes");
}

/** The style as far as it is known when a request is refused. */
export function knownStyle(request: FastifyRequest): ResponseStyle {
  const wish = request.headers[HEADER.toLowerCase()];
  return styles.get(request) ?? (isStyle(wish) ? wish : "flags");
}

function isStyle(text: unknown): text is ResponseStyle {
  return text === "flags" || text === "codes";
}
