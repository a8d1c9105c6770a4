/** A page of the test bank, as a browser without JavaScript shows it. */
export type BankPage = {
  /** The address of its first form; absent if it has no form. */
  readonly action: string | undefined;
  /** The hidden fields of the form. */
  readonly hidden: readonly (readonly [name: string, value: string])[];
  /** The visible text. */
  readonly text: string;
};

/** Reads a page in one pass, each character once. */
export function readBankPage(html: string): BankPage {
  let action: string | undefined;
  let text = "";
  let unread: string | undefined;
  const hidden: [string, string][] = [];
  const [before = "", ...pieces] = html.split("<");
  text += before;
  for (const piece of pieces) {
    const end = piece.indexOf(">");
    const tag = piece.slice(0, Math.max(0, end));
    const [name = ""] = tag.split(/[\s/]/, 1);
    const values = attributesOf(tag);
    if (name === "form") action ??= values.get("action");
    if (name === "input" && values.get("type") === "hidden") {
      hidden.push([values.get("name") ?? "", values.get("value") ?? ""]);
    }
    if (tag === `/${unread}`) unread = undefined;
    else if (name === "style" || name === "script") unread ??= name;
    if (unread === undefined) text += ` ${piece.slice(end + 1)}`;
  }
  return { action, hidden, text };
}

/** The attributes of a tag such as `input name="otp" value=""`. */
function attributesOf(tag: string): ReadonlyMap<string, string> {
  const pieces = tag.split('"');
  const values = new Map<string, string>();
  for (let at = 0; at + 1 < pieces.length; at += 2) {
    const name = (pieces[at] ?? "").split(/\s/).at(-1) ?? "";
    values.set(name.replace("=", ""), plain(pieces[at + 1] ?? ""));
  }
  return values;
}

function plain(text: string): string {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
