/** What a command found: one JSON document for scripts, or lines for people. */
export type Report = { readonly json: unknown; readonly text: string };

let printed = false;

/** Whether this process has printed what its command found. */
export function hasPrinted(): boolean {
  return printed;
}

export function print(report: Report, asJson: boolean): void {
  printed = true;
  const text = asJson ? JSON.stringify(report.json) : report.text;
  process.stdout.write(`${text}\n`);
}

/** A file for another program, on standard output; in JSON it is the `content` of the document. */
export function printFile(content: string, asJson: boolean): void {
  printed = true;
  process.stdout.write(asJson ? `${JSON.stringify({ content })}\n` : content);
}

/** A command that could not do what it was asked; its message is all that the user sees. */
export class CommandError extends Error {}

/** `name  value` lines, aligned. */
export function facts(pairs: readonly (readonly [string, string])[]): string {
  const width = Math.max(...pairs.map(([name]) => name.length));
  return pairs.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join("\n");
}
