import { parseArgs } from "node:util";
import type { ArgDef, ArgsDef, Values } from "./command.ts";
import { nearest } from "./nearest.ts";
import { UsageError } from "./usage-error.ts";

/**
 * Reads the arguments of a command and refuses those that it does not take; no argument is ignored
 * silently.
 * @throws UsageError that names the argument and the arguments that are possible
 */
export function readArguments(words: readonly string[], defined: ArgsDef): Values {
  const options = Object.entries(defined).filter(([, { type }]) => type !== "positional");
  const { tokens } = parseArgs({
    args: [...words],
    options: Object.fromEntries(options.map(([name, one]) => [name, { type: kindOf(one) }])),
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const given = new Map<string, string | boolean>();
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") positionals.push(token.value);
    if (token.kind !== "option") continue;
    const { name, rawName, value, inlineValue } = token;
    const definition = options.find(([known]) => known === name)?.[1];
    if (definition === undefined || !rawName.startsWith("--")) throw unknown(rawName, options);
    if (given.has(name)) throw new UsageError(`--${name} is given twice`);
    const found = inlineValue === true ? { inline: value } : { next: value };
    given.set(name, checkedValue(name, definition, found));
  }
  checkPositionals(positionals, defined);
  const missing = options.find(([name, one]) => isNeeded(one) && !given.has(name));
  if (missing !== undefined) throw new UsageError(`--${missing[0]} is missing`);
  const named = namesOfWords(defined).map((name, place) => [name, positionals[place]] as const);
  const defaults = options.map(([name, one]) => [name, one.default] as const);
  return Object.fromEntries([...defaults, ...given, ...named]);
}

function namesOfWords(defined: ArgsDef): readonly string[] {
  return Object.keys(defined).filter((name) => defined[name]?.type === "positional");
}

type Value = { readonly inline?: string | undefined; readonly next?: string | undefined };

function checkedValue(
  name: string,
  { type, options = [] }: ArgDef,
  { inline, next }: Value,
): string | boolean {
  if (type === "boolean") {
    if (inline !== undefined) throw new UsageError(`--${name} takes no value`);
    return true;
  }
  const value = inline ?? next;
  // A word that looks like an option is the next option, unless `=` joins it to this one.
  if (value === undefined || (inline === undefined && value.startsWith("--"))) {
    throw new UsageError(`--${name} needs a value`);
  }
  if (type === "enum" && !options.includes(value)) {
    throw new UsageError(`--${name} must be one of ${options.join(", ")}`);
  }
  return value;
}

function checkPositionals(given: readonly string[], defined: ArgsDef): void {
  const known = Object.entries(defined).filter(([, { type }]) => type === "positional");
  const missing = known.slice(given.length).find(([, one]) => one.required !== false);
  if (missing !== undefined) throw new UsageError(`<${missing[0]}> is missing`);
  const extra = given[known.length];
  if (extra !== undefined) throw new UsageError(`"${extra}" is one word too many`);
}

function unknown(rawName: string, options: readonly (readonly [string, ArgDef])[]): UsageError {
  const near = nearest(
    rawName,
    options.map(([name]) => `--${name}`),
  );
  const hint = near === undefined ? "" : `; did you mean ${near}?`;
  return new UsageError(`there is no option ${rawName}${hint}`);
}

function isNeeded({ required, default: fallback }: ArgDef): boolean {
  return required === true && fallback === undefined;
}

function kindOf({ type }: ArgDef): "boolean" | "string" {
  return type === "boolean" ? "boolean" : "string";
}
