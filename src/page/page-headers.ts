import { createPaths } from "./paths.ts";
import { HSTS } from "./security-headers.ts";

export type PagePolicy = {
  /** The service's public address; HSTS is sent if its scheme is https. */
  readonly publicUrl: string;
  /** Origins that forms may lead to; Chromium also checks redirects after a form submission. */
  readonly formAction: readonly string[];
  /** Origins that may frame the page; framing is forbidden by default. */
  readonly ancestors?: readonly string[] | undefined;
  /** Origins that the page may show in its own frames. */
  readonly frameSources?: readonly string[] | undefined;
  /** True to send `Referer` to our own origin; the page's address must contain no secret. */
  readonly namesItself?: boolean | undefined;
};

/** Name of the reporting endpoint; "default" would also receive other kinds of reports. */
const ENDPOINT = "csp";

/**
 * The headers of every page: only our own scripts and styles, nothing inline, framing only by the
 * given origins, no caching. Pages that ask for card numbers need this strictness; all other pages
 * have the same headers.
 */
export function pageHeaders(policy: PagePolicy): Record<string, string> {
  const { publicUrl, formAction, ancestors, frameSources } = policy;
  const isSecure = publicUrl.startsWith("https:");
  const reports = createPaths(publicUrl).policyReports();
  return {
    "Content-Security-Policy": [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      "connect-src 'self'",
      `form-action ${formAction.join(" ")}`,
      "base-uri 'none'",
      ...(frameSources === undefined ? [] : [`frame-src ${frameSources.join(" ")}`]),
      `frame-ancestors ${ancestors === undefined ? "'none'" : ["'self'", ...ancestors].join(" ")}`,
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
      // For older browsers and for http; a browser that knows report-to ignores report-uri.
      `report-uri ${reports}`,
      ...(isSecure ? [`report-to ${ENDPOINT}`] : []),
    ].join("; "),
    "Cache-Control": "no-store",
    "Content-Type": "text/html; charset=utf-8",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": ancestors === undefined ? "same-origin" : "cross-origin",
    "Permissions-Policy":
      "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Referrer-Policy": policy.namesItself === true ? "same-origin" : "no-referrer",
    "X-Content-Type-Options": "nosniff",
    ...(ancestors === undefined ? { "X-Frame-Options": "DENY" } : {}),
    "X-Robots-Tag": "noindex",
    ...(isSecure ? { "Reporting-Endpoints": `${ENDPOINT}="${reports}"`, ...HSTS } : {}),
  };
}
