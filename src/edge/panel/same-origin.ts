import type { IncomingHttpHeaders } from "node:http";

/**
 * Whether a form was sent by a page of ours, as far as the browser tells: by `Sec-Fetch-Site`, or
 * where it sends none, by `Origin`. A request that tells neither is refused.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin";
  const { origin, host } = headers;
  if (origin === undefined || !URL.canParse(origin)) return false;
  const scheme = new URL(publicUrl).protocol;
  return origin === new URL(publicUrl).origin || origin === `${scheme}//${host ?? ""}`;
}
