import type { ArgDef } from "./command.ts";
import { entriesOf, hasChildren, type Place } from "./command-tree.ts";

const WIDTH = 100;
const GAP = "  ";

/** The help of a command: its purpose, arguments and subcommands. */
export async function helpOf(place: Place): Promise<string> {
  const called = place.path.join(" ");
  const sections = hasChildren(place)
    ? [`Usage: ${called} <command>`, await commandsOf(place)]
    : leafOf(place);
  return [place.command.meta.description, ...sections].join("\n\n");
}

async function commandsOf(place: Place): Promise<string> {
  const entries = await entriesOf(place);
  const list = columns(entries.map(({ name, description }) => [name, description]));
  const more = `${place.path.join(" ")} <command> --help shows the help of a command.`;
  return `Commands:\n${list}\n\n${more}`;
}

function leafOf(place: Place): string[] {
  const all = Object.entries(place.command.args);
  const words = all.filter(([, { type }]) => type === "positional");
  const options = all.filter(([, { type }]) => type !== "positional");
  const usage = [
    ...place.path,
    ...words.map(([name, { required }]) => (required === false ? `[${name}]` : `<${name}>`)),
    ...options
      .filter(([, one]) => one.required === true)
      .map(([name, one]) => optionText(name, one)),
    "[options]",
  ];
  const described = words.map(([name, one]) => [`<${name}>`, one.description ?? ""] as const);
  return [
    `Usage: ${usage.join(" ")}`,
    ...(words.length === 0 ? [] : [`Arguments:\n${columns(described)}`]),
    `Options:\n${columns([
      ...options.map(([name, one]) => [optionText(name, one), textOf(one)] as const),
      ["--help", "Show this"],
    ])}`,
  ];
}

function optionText(name: string, { type, valueHint }: ArgDef): string {
  return type === "boolean" ? `--${name}` : `--${name} <${valueHint ?? name}>`;
}

function textOf(one: ArgDef): string {
  const { description = "", default: fallback, required } = one;
  const allowed = one.type === "enum" ? `: ${(one.options ?? []).join(", ")}` : "";
  const notes = [
    ...(required === true && fallback === undefined ? ["required"] : []),
    ...(fallback === undefined || fallback === false || fallback === ""
      ? []
      : [`default ${String(fallback)}`]),
  ];
  return description + allowed + (notes.length === 0 ? "" : ` (${notes.join(", ")})`);
}

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  const indent = " ".repeat(GAP.length * 2 + width);
  return rows
    .map(([name, text]) => {
      const [first = "", ...rest] = wrapped(text, WIDTH - indent.length);
      const head = `${GAP}${name.padEnd(width)}${GAP}${first}`.trimEnd();
      return [head, ...rest.map((line) => indent + line)].join("\n");
    })
    .join("\n");
}

function wrapped(text: string, width: number): string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const last = lines.at(-1) ?? "";
    const longer = last === "" ? word : `${last} ${word}`;
    if (longer.length > width && last !== "") lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}
