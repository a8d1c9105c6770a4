import { maskSecrets } from "./mask-secrets.ts";
import { hiddenText } from "./redact.ts";
import { SHOWN_IN_REQUESTS } from "./shown-names.ts";

const PATH_KEPT = 512;
/** Most paths consist of these characters alone, which can't form a secret. */
const PLAIN = /^[a-z/-]*$/;
const UNPRINTABLE = /[^\p{L}\p{N}\p{P}\p{S} ]/gu;
const NAME = /^[a-z][a-z_]{0,39}$/i;

/** Masks a path, and hides the values of query parameters whose names are not listed. */
export function redactPath(url: string, query: unknown): string {
  const [raw = ""] = url.split("?", 1);
  const path = PLAIN.test(raw) ? raw : maskPath(raw);
  const fields = raw.length === url.length ? "" : redactQuery(query);
  return (path + fields).slice(0, PATH_KEPT);
}

/**
 * Returns the path unchanged, or masked if it contains a secret, also one that is percent-encoded
 * up to three times.
 */
function maskPath(raw: string): string {
  let plain = raw;
  for (let round = 0; round < 3 && plain.includes("%"); round += 1) plain = decoded(plain);
  const masked = maskSecrets(plain);
  return masked === plain ? raw : masked.replace(UNPRINTABLE, "");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replaceAll("%", "");
  }
}

function redactQuery(query: unknown): string {
  if (typeof query !== "object" || query === null) return "";
  const fields = Object.entries(query).flatMap(([name, values]: [string, unknown]) =>
    [values].flat().map((value) => fieldText(name, String(value))),
  );
  return fields.length === 0 ? "" : `?${fields.join("&")}`;
}

function fieldText(name: string, value: string): string {
  if (!NAME.test(name)) return `${hiddenText(name)}=${hiddenText(value)}`;
  if (!SHOWN_IN_REQUESTS.has(name)) return `${name}=${hiddenText(value)}`;
  const printable = value.replace(UNPRINTABLE, "");
  const masked = maskSecrets(printable);
  return `${name}=${masked === printable ? encodeURIComponent(printable) : masked}`;
}
