import { isStorable } from "../../kernel/text.ts";

/** A text of a body that is refused, and the rule that it breaks. */
type UnfitText = { readonly path: string; readonly rule: string };

const STORABLE = "must not contain NUL or unpaired surrogate characters";
const PLAIN = "must not contain control characters";
const CONTROL = /\p{Cc}/u;
/** Characters of texts that have several lines: a postal address, and the text of a table. */
const LINED: Readonly<Record<string, RegExp>> = { address: /[\r\n]/g, csv: /[\t\r\n]/g };

/**
 * The first key or text of a parsed JSON document that has control characters or can't be stored,
 * or undefined. A control character in a text reaches banks, terminals and files, where it may mean
 * something. The caller has bounded the depth.
 */
export function findUnfitText(value: unknown, path = ""): UnfitText | undefined {
  if (typeof value === "string") return judge(value, path);
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, member] of Object.entries(value)) {
    const wrong = judge(key, path === "" ? "body" : path);
    const here = path === "" ? key : `${path}.${key}`;
    const found = wrong ?? findUnfitText(withoutLines(key, member), here);
    if (found !== undefined) return found;
  }
  return undefined;
}

function judge(text: string, path: string): UnfitText | undefined {
  if (!isStorable(text)) return { path, rule: STORABLE };
  return CONTROL.test(text) ? { path, rule: PLAIN } : undefined;
}

function withoutLines(key: string, member: unknown): unknown {
  const allowed = Object.hasOwn(LINED, key) ? LINED[key] : undefined;
  return typeof member === "string" && allowed !== undefined ? member.replace(allowed, "") : member;
}
