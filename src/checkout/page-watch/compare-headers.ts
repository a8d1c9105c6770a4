import type { Difference } from "./difference.ts";

/** Headers that would allow a page to do more than the service's own headers do. */
const FOREIGN = [
  "access-control-allow-credentials",
  "access-control-allow-origin",
  "content-security-policy-report-only",
  "link",
  "location",
  "nel",
  "origin-trial",
  "refresh",
  "report-to",
  "service-worker-allowed",
  "set-cookie",
  "sourcemap",
  "speculation-rules",
  "x-sourcemap",
];

type Headers = Readonly<Record<string, string>>;

/** Compares the security headers of a page with those of the release. */
export function compareHeaders(expected: Headers, found: Headers): readonly Difference[] {
  const changed = Object.entries(expected)
    .map(([name, value]) => [name.toLowerCase(), value, found[name.toLowerCase()] ?? ""] as const)
    .filter(([name, value, sent]) => !isAsStrong(name, value, sent))
    .map(([where, value, sent]) => difference(where, value, sent));
  const added = FOREIGN.filter((name) => found[name] !== undefined).map((name) =>
    difference(name, "", found[name] ?? ""),
  );
  return [...changed, ...added];
}

function difference(where: string, expected: string, found: string): Difference {
  return { kind: "header", where, expected, found };
}

function isAsStrong(name: string, expected: string, found: string): boolean {
  if (found === expected) return true;
  // A proxy may extend the time of strict transport security, and add subdomains.
  return name === "strict-transport-security" && maxAgeOf(found) >= maxAgeOf(expected);
}

function maxAgeOf(value: string): number {
  return Number(/^max-age=(\d{1,12})(?:;|$)/.exec(value)?.[1] ?? 0);
}

const ANCESTORS = /frame-ancestors ([^;]*)/;

/** Separates the sites that may frame the page from the rest of the policy. */
export function splitAncestors(headers: Headers): {
  readonly headers: Headers;
  readonly framedBy: readonly string[];
} {
  const name = Object.keys(headers).find((one) => /^content-security-policy$/i.test(one));
  if (name === undefined) return { headers, framedBy: [] };
  const policy = headers[name] ?? "";
  const sites = (ANCESTORS.exec(policy)?.[1] ?? "").split(" ").filter((site) => site !== "");
  const rest = policy.replace(ANCESTORS, "frame-ancestors");
  return { headers: { ...headers, [name]: rest }, framedBy: sites };
}
