import { isIPv4 } from "node:net";
import { parseSessionId, type SessionId } from "../../kernel/ids.ts";
import { isRecord } from "../../kernel/json.ts";
import type { PageKind, PolicyViolation } from "../../domain/report/policy-violation.ts";
import { maskSecrets } from "../../system/redaction/mask-secrets.ts";

/** A violation, with the payment session that the page's address named, or undefined. */
export type BrowserReport = {
  readonly sessionId: SessionId | undefined;
  readonly violation: PolicyViolation;
};

/** The number of reports that are read from one body; browsers collect them for a minute. */
const REPORTS_MAX = 20;
/** The names of the directive in older reports; some browsers send only the second name. */
const OLDER_NAMES = ["effective-directive", "violated-directive"];
/** Host names have at most 253 characters. */
const ORIGIN_LENGTH = 280;

/**
 * Reads the violations in a body of the Reporting API, `[{ "type": "csp-violation", "body": … }]`,
 * or of its predecessor, `{ "csp-report": … }`. The route is public, so only known words and
 * origins are taken over from each field.
 */
export function readReports(body: unknown, root: string): readonly BrowserReport[] {
  if (isRecord(body) && isRecord(body["csp-report"])) {
    const report = body["csp-report"];
    const [directive = ""] = OLDER_NAMES.map((name) => textOf(report, name)).filter(Boolean);
    return [readOne({ document: "document-uri", blocked: "blocked-uri", directive, report }, root)];
  }
  const reports: readonly unknown[] = Array.isArray(body) ? body : [];
  return reports.slice(0, REPORTS_MAX).flatMap((one) => {
    if (!isRecord(one) || one["type"] !== "csp-violation" || !isRecord(one["body"])) return [];
    const report = one["body"];
    const directive = textOf(report, "effectiveDirective");
    return [readOne({ document: "documentURL", blocked: "blockedURL", directive, report }, root)];
  });
}

type Report = Readonly<Record<string, unknown>>;

type Fields = {
  readonly report: Report;
  readonly directive: string;
  /** The names of the members, which differ between the two formats. */
  readonly document: string;
  readonly blocked: string;
};

function readOne({ report, directive, document, blocked }: Fields, root: string): BrowserReport {
  const address = parseUrl(textOf(report, document));
  return {
    sessionId: parseSessionId(address?.searchParams.get("session") ?? ""),
    violation: {
      page: pageOf(address, root),
      directive: directiveOf(directive),
      blocked: blockedOf(textOf(report, blocked)),
    },
  };
}

function textOf(report: Report, name: string): string {
  const value = report[name];
  return typeof value === "string" ? value : "";
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

const PAGES: readonly (readonly [string, PageKind])[] = [
  ["/checkout/frame", "frame"],
  ["/checkout/bank", "bank"],
  ["/checkout/returned", "returned"],
  ["/checkout", "checkout"],
  ["/panel", "panel"],
  ["/demo", "demo"],
  ["/docs", "docs"],
];

function pageOf(address: URL | undefined, root: string): PageKind {
  if (address === undefined || !address.pathname.startsWith(`${root}/`)) return "other";
  const path = address.pathname.slice(root.length);
  const found = PAGES.find(([start]) => path === start || path.startsWith(`${start}/`));
  return found?.[1] ?? "other";
}

const DIRECTIVES = new Set([
  "base-uri",
  "child-src",
  "connect-src",
  "default-src",
  "font-src",
  "form-action",
  "frame-ancestors",
  "frame-src",
  "img-src",
  "manifest-src",
  "media-src",
  "object-src",
  "require-trusted-types-for",
  "script-src",
  "script-src-attr",
  "script-src-elem",
  "style-src",
  "style-src-attr",
  "style-src-elem",
  "trusted-types",
  "worker-src",
]);

/** Returns the name of a directive; older browsers send the whole directive with its sources. */
function directiveOf(text: string): string {
  const [name = ""] = text.split(" ", 1);
  return DIRECTIVES.has(name) ? name : "other";
}

const WORDS = new Set([
  "about",
  "blob",
  "data",
  "eval",
  "filesystem",
  "inline",
  "self",
  "trusted-types-policy",
  "trusted-types-sink",
  "wasm-eval",
]);
const WITH_ORIGIN = new Set(["http:", "https:", "ws:", "wss:"]);
const SCHEMES = new Set([
  "about:",
  "blob:",
  "chrome-extension:",
  "data:",
  "javascript:",
  "moz-extension:",
  "safari-web-extension:",
]);

function blockedOf(text: string): string {
  if (WORDS.has(text)) return text;
  const address = parseUrl(text);
  if (address === undefined) return "other";
  const { protocol, hostname, port } = address;
  if (!WITH_ORIGIN.has(protocol)) return SCHEMES.has(protocol) ? protocol : "other";
  // A malicious script may put card numbers into the host name.
  const host = isIPv4(hostname) ? hostname : maskSecrets(hostname);
  return `${protocol}//${host}${port === "" ? "" : `:${port}`}`.slice(0, ORIGIN_LENGTH);
}
