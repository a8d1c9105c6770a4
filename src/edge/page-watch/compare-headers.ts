import type { Difference } from "./difference.ts";

/** Headers with which a page would allow, load or send more than the service's own do. */
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

/** The security headers of a page against those that its release sends. */
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
  // A proxy may promise https for longer, and for subdomains.
  return name === "strict-transport-security" && maxAgeOf(found) >= maxAgeOf(expected);
}

function maxAgeOf(value: string): number {
  return Number(/^max-age=(\d{1,12})(?:;|$)/.exec(value)?.[1] ?? 0);
}

const ANCESTORS = /frame-ancestors ([^;]*)/;

/** The policy without the sites that may frame the page, and those sites by themselves. */
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
