import type { IncomingHttpHeaders } from "node:http";

/** True if the browser says that the request comes from another site; old browsers say nothing. */
export function isFromElsewhere({ "sec-fetch-site": site }: IncomingHttpHeaders): boolean {
  return site === "cross-site" || site === "same-site";
}

/**
 * True if a form was sent by a page of this service, by the browser's `Sec-Fetch-Site`, or if that
 * is absent, by its `Origin`. A request with neither header is refused.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin";
  const { origin, host } = headers;
  if (origin === undefined || !URL.canParse(origin)) return false;
  const scheme = new URL(publicUrl).protocol;
  return origin === new URL(publicUrl).origin || origin === `${scheme}//${host ?? ""}`;
}
