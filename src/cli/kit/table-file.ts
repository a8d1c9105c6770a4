import { readFile, stat } from "node:fs/promises";
import { TABLE_BYTES_MAX } from "../../file/csv/read-sheet.ts";
import { NOTICED_AFTER_MS } from "../../jobs/notice.ts";
import { sleep } from "../../system/sleep.ts";
import type { Result } from "../../kernel/result.ts";
import { visibleLine } from "../../kernel/text.ts";
import { errorMessage } from "../../kernel/thrown.ts";
import type { RowProblem, SetAside } from "../../domain/table/table-row.ts";
import { CommandError, print, printError } from "./output.ts";

/** The most problems of a file that are printed. */
const MOST_PROBLEMS = 100;

export const fileArgument = {
  type: "positional",
  required: true,
  description: "CSV file whose first line names the columns",
} as const;

/** The report of an import, to whose document the lines are added that were set aside. */
export type ImportReport = { readonly json: object; readonly text: string };
type ImportResult = { readonly setAside: readonly SetAside[] };

/** Reads the bytes of a file to import. */
export async function readTableFile(path: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(path);
    if (size <= TABLE_BYTES_MAX) return await readFile(path);
  } catch (error) {
    throw new CommandError(`${path} can't be read: ${errorMessage(error)}`);
  }
  throw new CommandError(`${path} must be at most ${TABLE_BYTES_MAX} bytes`);
}

/**
 * Prints the result of an import, once running processes use it; or the problems of the file, with
 * exit code 1.
 */
export async function reportImport<Value extends ImportResult>(
  result: Result<Value, readonly RowProblem[]>,
  options: {
    readonly file: string;
    readonly json: boolean;
    readonly report: (value: Value) => ImportReport;
  },
): Promise<void> {
  if (result.ok) {
    await untilNoticed();
    const { setAside } = result.value;
    const { json, text } = options.report(result.value);
    print({ json: { ...json, set_aside: setAside }, text }, options.json);
    if (options.json || setAside.length === 0) return;
    const lines = setAside.map((one) => `${options.file}:${one.line}: ${one.reason}: ${one.text}`);
    printFirst(lines, `vezne: lines that were set aside: ${setAside.length}`);
    return;
  }
  process.exitCode = 1;
  if (options.json) {
    const problems = result.refusal.slice(0, MOST_PROBLEMS);
    const document = { imported: false, problem_count: result.refusal.length, problems };
    print({ json: document, text: "" }, true);
    return;
  }
  const lines = result.refusal.map(({ line, column, message }) =>
    [`${options.file}:${line}:`, ...(column === undefined ? [] : [column]), message].join(" "),
  );
  printFirst(lines, "vezne: nothing was imported");
}

/** Prints the first lines of a list, how many more there are, and a last line. */
function printFirst(all: readonly string[], last: string): void {
  const lines = all.slice(0, MOST_PROBLEMS);
  const rest = all.length - lines.length;
  if (rest > 0) lines.push(`and ${rest} more`);
  printError([...lines.map(visibleLine), last].join("\n"));
}

/** Waits until running processes have looked for a newer table. */
export function untilNoticed(): Promise<void> {
  return sleep(NOTICED_AFTER_MS);
}
