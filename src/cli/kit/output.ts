import { visibleLine, visibleText } from "../../kernel/text.ts";

/** The result of a command: one JSON document for scripts, or lines for people. */
export type Report = { readonly json: unknown; readonly text: string };

let printed = false;

/** True once this process has printed the result of its command. */
export function hasPrinted(): boolean {
  return printed;
}

export function print(report: Report, asJson: boolean): void {
  printed = true;
  printLine(asJson ? JSON.stringify(report.json) : report.text);
}

/** Prints lines or a JSON document on standard output, with escapes for hidden characters. */
export function printLine(text: string): void {
  process.stdout.write(`${visibleText(text)}\n`);
}

/** Prints lines for people on standard error, with escapes for hidden characters. */
export function printError(text: string): void {
  process.stderr.write(`${visibleText(text)}\n`);
}

/** Prints a file on standard output; in JSON it is the `content` of the document, beside `more`. */
export function printFile(
  content: string,
  asJson: boolean,
  more: Readonly<Record<string, unknown>> = {},
): void {
  printed = true;
  if (asJson) printLine(JSON.stringify({ content, ...more }));
  else process.stdout.write(content);
}

/** A command could not do its work; the user sees only the message. */
export class CommandError extends Error {}

/** Aligned lines of `name  value`. */
export function facts(pairs: readonly (readonly [string, string])[]): string {
  const width = Math.max(...pairs.map(([name]) => name.length));
  return pairs.map(([name, value]) => `${name.padEnd(width)}  ${visibleLine(value)}`).join("\n");
}
