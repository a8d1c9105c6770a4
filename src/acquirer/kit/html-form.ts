import { decodeEntities } from "./entities.ts";

/** The first form of a page: its action and the values of its inputs. */
export type HtmlForm = {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
};

/** A page of a gate has few inputs; a form with more is none of a gate. */
const MOST_INPUTS = 500;

/** Reads the first form of a page; undefined if it has none or its inputs repeat a name. */
export function readForm(document: string): HtmlForm | undefined {
  const tags = document.split("<").slice(1);
  const start = tags.findIndex((tag) => /^form[\s>]/i.test(tag));
  if (start === -1) return undefined;
  const inside = tags.slice(start + 1);
  const end = inside.findIndex((tag) => /^\/form/i.test(tag));
  const inputs = (end === -1 ? inside : inside.slice(0, end)).filter((tag) =>
    /^input\s/i.test(tag),
  );
  if (inputs.length > MOST_INPUTS) return undefined;
  const fields = new Map<string, string>();
  for (const tag of inputs) {
    const attributes = attributesOf(tag);
    const name = attributes.get("name");
    if (name === undefined || /^(?:submit|button|image)$/i.test(attributes.get("type") ?? ""))
      continue;
    if (fields.has(name)) return undefined;
    fields.set(name, attributes.get("value") ?? "");
  }
  return {
    action: attributesOf(tags[start] ?? "").get("action") ?? "",
    fields: Object.fromEntries(fields),
  };
}

/** The attributes of a tag, with decoded values. */
function attributesOf(tag: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, name = "", double, single, bare] of tag.matchAll(
    /(?<![a-z-])([a-z-]{1,40})\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi,
  )) {
    found.set(name.toLowerCase(), decodeEntities(double ?? single ?? bare ?? ""));
  }
  return found;
}
