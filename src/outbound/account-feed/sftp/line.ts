import type { StatementLine } from "../../../domain/transfer/statement-line.ts";
import type { FileReader } from "../../../file/reader/file-reader.ts";
import {
  LINE_FLAWS,
  STATEMENT_REFUSALS,
  StatementError,
} from "../../../file/statement/statement-error.ts";

/** The lines of a file, and the parts of it that were not understood. */
export type FileLines = {
  readonly lines: readonly StatementLine[];
  readonly reasons: readonly string[];
};

/**
 * Reads a statement as all ways of import do; a faulty one gives its reason and no line. Undefined
 * if the reader itself has failed.
 */
export async function readLines(
  files: Pick<FileReader, "statement">,
  bytes: Uint8Array,
): Promise<FileLines | undefined> {
  try {
    const { lines, setAside, refused } = await files.statement(bytes);
    const reasons = [
      ...refused.map(({ statement, reason }) => `${statement}: ${STATEMENT_REFUSALS[reason]}`),
      ...setAside.map(({ line, reason }) => `line ${line}: ${LINE_FLAWS[reason]}`),
    ];
    return { lines, reasons };
  } catch (error) {
    if (!(error instanceof StatementError)) return undefined;
    return { lines: [], reasons: [error.message] };
  }
}
