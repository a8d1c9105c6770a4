import { DAY } from "../../kernel/clock.ts";
import { createPaths } from "./paths.ts";

export type PagePolicy = {
  /** The service's own address: where it is https, it must be so forever. */
  readonly publicUrl: string;
  /** Where forms of the page may lead; Chromium also holds redirects after a form against it. */
  readonly formAction: readonly string[];
  /** Whose pages may show this one inside; nobody's unless given. */
  readonly ancestors?: readonly string[] | undefined;
  /** What the page itself shows inside. */
  readonly frameSources?: readonly string[] | undefined;
  /** Whether forms name the page that they are of, which has nothing secret in its address. */
  readonly namesItself?: boolean | undefined;
};

const HSTS_S = (365 * DAY) / 1_000;
/** The endpoint's name within the headers; "default" would also collect reports of other kinds. */
const ENDPOINT = "csp";

/**
 * The headers of every page of ours: nothing from anywhere else, nothing inline, no framing but by
 * those whom the page is meant for, nothing kept. Built for pages that ask for card numbers; the
 * demo shop simply gets the same.
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
      // For older browsers, and over http; where a browser sees report-to, it ignores report-uri.
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
    ...(isSecure
      ? {
          "Reporting-Endpoints": `${ENDPOINT}="${reports}"`,
          "Strict-Transport-Security": `max-age=${HSTS_S}`,
        }
      : {}),
  };
}
