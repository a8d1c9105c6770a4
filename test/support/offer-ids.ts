import { fullPath, type PanelRoute } from "../../src/panel/kit/route.ts";
import { PANEL_ROUTES } from "../../src/panel/panel-routes.ts";
import type { Offer } from "./fuzz/page-forms.ts";

/** Ids with the code of their merchant or with random characters, of entries, and of keys. */
const IDS = new RegExp(
  [
    /\b(?:ORD-|REF-)[0-9A-Z]{20,}/,
    /\b(?!mer_)[a-z]{3}_[0-9a-z]{12,}/,
    /\b1[0-9a-z]{18}\b/,
    /\b[0-9a-f]{16}\b/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "g",
);
/** The fields of forms in which a number is the id of a row. */
const NUMBERED = new Set(["view", "request", "finding", "card", "line", "file", "attempt"]);
const NUMBER_IN_PATH = /(?<=\/)\d+(?=[/"?]|$)/gm;
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
/** The number of an id's last characters that make another id of it. */
const CHANGED = 5;

/** The ids of objects in the path and the fields of a request. */
export function idsOf({ path, fields }: Offer): readonly string[] {
  const numbers = path.match(NUMBER_IN_PATH) ?? [];
  const numbered = fields.filter(([name, value]) => NUMBERED.has(name) && /^\d+$/.test(value));
  const texts = [path, ...fields.map(([, value]) => value)];
  return [...numbers, ...numbered.map(String), ...texts.flatMap((text) => text.match(IDS) ?? [])];
}

/** The request with another path and other values, without changes of numbers that are no ids. */
export function renamed(offer: Offer, change: (text: string) => string): Offer {
  const isKept = (name: string, value: string): boolean =>
    name === "form_token" || (!NUMBERED.has(name) && /^\d+$/.test(value));
  return {
    ...offer,
    path: change(offer.path),
    fields: offer.fields.map(([name, value]) => [
      name,
      isKept(name, value) ? value : change(value),
    ]),
  };
}

/** The text with unknown ids of the same form in place of its ids. */
export function withUnknownIds(text: string): string {
  return text
    .replace(IDS, (id) => id.slice(0, -CHANGED) + turned(id.slice(-CHANGED), id))
    .replace(/(?<=\/)\d+(?=\/|$)|^\d+$/g, (number) => `${number}000007`);
}

/** Other characters of the alphabet of this id, in its case. */
function turned(characters: string, id: string): string {
  const letters = /^[0-9a-f]{16}$/.test(id) ? ALPHABET.slice(0, 16) : ALPHABET;
  const others = [...characters.toLowerCase()].map(
    (one) => letters[(letters.indexOf(one) + 1) % letters.length],
  );
  return /[A-Z]/.test(id) ? others.join("").toUpperCase() : others.join("");
}

/** An answer without ids of objects and requests. */
export function withoutIds(text: string): string {
  return text
    .replaceAll("%2F", "/")
    .replace(IDS, "ID")
    .replace(/"request_id":"[^"]*"|req_[0-9a-z]+/g, "request")
    .replace(/…[0-9A-Za-z]{8}\b/g, "…ID")
    .replace(NUMBER_IN_PATH, "NUMBER");
}

/** The route of a request of the panel; one without parameters comes before others. */
export function routeOf({ method, path }: Offer): PanelRoute {
  const found = PANEL_ROUTES.filter((route) => route.method === method)
    .map((route) => ({ route, path: fullPath(route) }))
    .filter((one) => new RegExp(`^${one.path.replace(/:\w+/g, "[^/]+")}$`).test(path))
    .toSorted((one, other) => one.path.split(":").length - other.path.split(":").length)[0];
  if (found === undefined) throw new Error(`no route serves ${method} ${path}`);
  return found.route;
}
