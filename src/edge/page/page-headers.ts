import { DAY } from "../../kernel/clock.ts";

export type PagePolicy = {
  /** Whether the public address is https, and must be forever. */
  readonly isSecure: boolean;
  /** Where forms of the page may lead; Chromium also holds redirects after a form against it. */
  readonly formAction: readonly string[];
};

const HSTS_S = (365 * DAY) / 1_000;

/**
 * The headers of every page of ours: nothing from anywhere else, nothing inline, no framing,
 * nothing kept. Built for pages that ask for card numbers; the demo shop simply gets the same.
 */
export function pageHeaders({ isSecure, formAction }: PagePolicy): Record<string, string> {
  return {
    "Content-Security-Policy": [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      "connect-src 'self'",
      `form-action ${formAction.join(" ")}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].join("; "),
    "Cache-Control": "no-store",
    "Content-Type": "text/html; charset=utf-8",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy":
      "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "X-Robots-Tag": "noindex",
    ...(isSecure ? { "Strict-Transport-Security": `max-age=${HSTS_S}` } : {}),
  };
}
