import type { FastifyRequest } from "fastify";
import type { Merchant, ResponseStyle } from "../../merchant/merchant.ts";

const styles = new WeakMap<FastifyRequest, ResponseStyle>();

/** The merchant's setting, unless the request asks otherwise for itself (contract 2). */
export function styleOf(
  request: FastifyRequest,
  { merchant }: { readonly merchant: Merchant },
): ResponseStyle {
  const style = wishedStyle(request) ?? merchant.settings.responseStyle;
  styles.set(request, style);
  return style;
}

/** The style as far as it is known when a request is refused. */
export function knownStyle(request: FastifyRequest): ResponseStyle {
  return styles.get(request) ?? wishedStyle(request) ?? "flags";
}

function wishedStyle(request: FastifyRequest): ResponseStyle | undefined {
  const wish = request.headers["vezne-response-style"];
  return wish === "flags" || wish === "codes" ? wish : undefined;
}
