const JSON_TYPES = new Set(["application/json", "application/problem+json"]);
/** The interface for programs, which answers with JSON whatever the client accepts. */
const INTERFACE = /^\/api(?:[/?]|$)/;

/**
 * True if an answer without content of its own should be a page for people: the client names HTML
 * in `Accept` and prefers it to JSON. Programs usually accept JSON or anything.
 */
export function wantsPage(accept: string | undefined, url: string): boolean {
  if (INTERFACE.test(url)) return false;
  const ranges = (accept ?? "").split(",").map(readRange);
  const weigh = (isMeant: (type: string) => boolean): number =>
    Math.max(0, ...ranges.filter(({ type }) => isMeant(type)).map(({ weight }) => weight));
  return weigh((type) => type === "text/html") > weigh((type) => JSON_TYPES.has(type));
}

function readRange(range: string): { readonly type: string; readonly weight: number } {
  const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
  const weight = parameters.find((one) => one.startsWith("q="))?.slice(2) ?? "1";
  return { type, weight: /^[\d.]+$/.test(weight) ? Number(weight) : 0 };
}
