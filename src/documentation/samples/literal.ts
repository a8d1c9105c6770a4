import { isRecord } from "../../kernel/json.ts";

/** The notation of a language for values. */
export type Notation = {
  string(text: string): string;
  readonly words: { readonly true: string; readonly false: string; readonly null: string };
  readonly object: Brackets;
  readonly list: Brackets;
  pair(name: string, value: string): string;
  readonly indent: string;
};

type Brackets = { readonly open: string; readonly close: string; readonly empty: string };

/** The longest value, together with its indentation, that is written on one line. */
const WIDTH = 76;

/** Writes a value of JSON in a language, its lines indented below a line of `depth`. */
export function literal(notation: Notation, value: unknown, depth = 0): string {
  if (typeof value === "string") return notation.string(value);
  if (typeof value === "number") return String(value);
  if (typeof value === "boolean") return notation.words[value ? "true" : "false"];
  const below = (one: unknown): string => literal(notation, one, depth + 1);
  const margin = notation.indent.repeat(depth);
  const layout = { margin, indent: notation.indent };
  if (Array.isArray(value)) return enclosed(layout, notation.list, value.map(below));
  if (!isRecord(value)) return notation.words.null;
  const pairs = Object.entries(value).map(([name, one]) => notation.pair(name, below(one)));
  return enclosed(layout, notation.object, pairs);
}

type Layout = { readonly margin: string; readonly indent: string };

function enclosed(
  { margin, indent }: Layout,
  { open, close, empty }: Brackets,
  items: readonly string[],
): string {
  if (items.length === 0) return empty;
  const line = `${spaced(open)}${items.join(", ")}${spaced(close, true)}`;
  if (margin.length + line.length <= WIDTH && !line.includes("\n")) return line;
  return `${open}\n${items.map((item) => `${margin}${indent}${item},\n`).join("")}${margin}${close}`;
}

/** Braces have a blank inside, brackets have none. */
function spaced(bracket: string, isEnd = false): string {
  if (!/[{}]$/.test(bracket)) return bracket;
  return isEnd ? ` ${bracket}` : `${bracket} `;
}
