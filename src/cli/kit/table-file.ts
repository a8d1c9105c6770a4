import { readFile, stat } from "node:fs/promises";
import { TABLE_BYTES_MAX } from "../../edge/csv/read-table.ts";
import { NOTICED_AFTER_MS } from "../../edge/jobs/notice.ts";
import { sleep } from "../../edge/system/sleep.ts";
import type { Result } from "../../kernel/result.ts";
import { visibleLine } from "../../kernel/text.ts";
import { errorMessage } from "../../kernel/thrown.ts";
import type { RowProblem } from "../../table/table-row.ts";
import { CommandError, print, printError, type Report } from "./output.ts";

/** The most problems of a file that are printed. */
const MOST_PROBLEMS = 100;

export const fileArgument = {
  type: "positional",
  required: true,
  description: "CSV file whose first line names the columns",
} as const;

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
export async function reportImport<Value>(
  result: Result<Value, readonly RowProblem[]>,
  options: {
    readonly file: string;
    readonly json: boolean;
    readonly report: (value: Value) => Report;
  },
): Promise<void> {
  if (result.ok) {
    await untilNoticed();
    print(options.report(result.value), options.json);
    return;
  }
  process.exitCode = 1;
  const problems = result.refusal.slice(0, MOST_PROBLEMS);
  if (options.json) {
    const document = { imported: false, problem_count: result.refusal.length, problems };
    print({ json: document, text: "" }, true);
    return;
  }
  const lines = problems.map(({ line, column, message }) =>
    [`${options.file}:${line}:`, ...(column === undefined ? [] : [column]), message].join(" "),
  );
  const rest = result.refusal.length - problems.length;
  if (rest > 0) lines.push(`and ${rest} more`);
  printError([...lines.map(visibleLine), "vezne: nothing was imported"].join("\n"));
}

/** Waits until running processes have looked for a newer table. */
export function untilNoticed(): Promise<void> {
  return sleep(NOTICED_AFTER_MS);
}
