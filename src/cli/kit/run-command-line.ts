import type { CommandDef, Values } from "./command.ts";
import { endWell } from "./command-end.ts";
import { childOf, hasChildren, type Place } from "./command-tree.ts";
import { helpOf } from "./help.ts";
import { nearest } from "./nearest.ts";
import { printLine } from "./output.ts";
import { readArguments } from "./read-arguments.ts";
import { UsageError } from "./usage-error.ts";

export type CommandLine = {
  readonly root: CommandDef;
  readonly name: string;
  readonly version: string;
  /** Text below the help of the root command. */
  readonly footer: string;
};

/** Runs the command that the words name, or prints its help for `help` in front of them. */
export function runCommandLine(line: CommandLine, words: readonly string[]): Promise<void> {
  return endWell(async () => {
    if (words[0] === "--version") return printLine(line.version);
    const isHelp = words[0] === "help";
    const named = isHelp ? words.slice(1) : words;
    const [place, rest] = await find({ path: [line.name], command: line.root }, named);
    const footer = place.command === line.root ? `\n\n${line.footer}` : "";
    if (asksForHelp(rest) || named.length === 0 || (isHelp && rest.length === 0)) {
      return printLine((await helpOf(place)) + footer);
    }
    if (hasChildren(place)) throw missingCommand(place, rest);
    await place.command.run?.({ args: valuesOf(place, rest) });
  });
}

function valuesOf(place: Place, words: readonly string[]): Values {
  try {
    return readArguments(words, place.command.args);
  } catch (error) {
    throw error instanceof UsageError ? withHint(error.message, place) : error;
  }
}

async function find(from: Place, words: readonly string[]): Promise<[Place, readonly string[]]> {
  const [word, ...rest] = words;
  if (word === undefined || word.startsWith("-") || !hasChildren(from)) {
    return [from, words];
  }
  const child = await childOf(from, word);
  return child === undefined ? [from, words] : find(child, rest);
}

function asksForHelp(words: readonly string[]): boolean {
  const end = words.indexOf("--");
  const options = end === -1 ? words : words.slice(0, end);
  return options.includes("--help") || options.includes("-h");
}

function missingCommand(place: Place, [word]: readonly string[]): UsageError {
  const called = place.path.join(" ");
  const names = Object.keys(place.command.subCommands);
  if (word === undefined) return withHint(`${called} needs one of ${names.join(", ")}`, place);
  const near = nearest(word, names);
  const guess = near === undefined ? "" : `; did you mean ${near}?`;
  return withHint(`there is no command ${called} ${word}${guess}`, place);
}

function withHint(sentence: string, { path }: Place): UsageError {
  return new UsageError(`${sentence}\n${path.join(" ")} --help shows the commands and options.`);
}
