import { slicesOf } from "../kernel/slices.ts";
import { applyLine, type StatementDeps } from "./apply-line.ts";
import { lineId, type LineOwner, type LineVerdict, type StatementLine } from "./statement-line.ts";
import { takeOverLines } from "./take-over-lines.ts";

export type StatementImport = {
  readonly lines: readonly StatementLine[];
  /**
   * The merchant whose statement it is; absent for an operator, whose statement may contain any
   * merchant's account.
   */
  readonly scope?: LineOwner;
};

type UnmatchedVerdict = Extract<LineVerdict, { kind: "unmatched" }>;

export type ImportReport = {
  readonly lines: number;
  readonly matched: number;
  readonly unmatched: readonly (UnmatchedVerdict & { readonly line: StatementLine })[];
  /** Lines that were stored before, from this statement or an earlier one, of any source. */
  readonly duplicates: number;
  /** Lines at which the service failed; a job tries them again. */
  readonly putOff: number;
};

/**
 * The most lines that are stored at once. A statement may have a hundred thousand lines, and other
 * writers wait while one part of it is stored.
 */
const TAKEN_OVER_AT_ONCE = 500;

/** Stores each line of a statement once, matches it once, and counts the results. */
export async function importStatement(
  deps: StatementDeps,
  statement: StatementImport,
): Promise<ImportReport> {
  const { lines, scope } = statement;
  const fresh: StatementLine[] = [];
  let putOff = 0;
  for (const part of slicesOf(lines, TAKEN_OVER_AT_ONCE)) {
    const taken = await takeOverLines(
      deps,
      part.map((line) => ({ ...line, scope })),
    );
    fresh.push(...taken.fresh);
    putOff += taken.failed.length;
  }
  const unmatched: (UnmatchedVerdict & { readonly line: StatementLine })[] = [];
  let matched = 0;
  let duplicates = lines.length - fresh.length - putOff;
  // One after another: of two lines with one code, the first in the statement pays.
  for (const line of fresh) {
    const verdict = await applyOrWait(deps, line);
    if (verdict === undefined) duplicates += 1;
    else if (verdict === "put_off") putOff += 1;
    else if (verdict.kind === "matched") matched += 1;
    else unmatched.push({ ...verdict, line });
  }
  return { lines: lines.length, matched, unmatched, duplicates, putOff };
}

/**
 * Applies one line. If that fails, the stored line waits: the job that collects transfers tries it
 * again.
 */
async function applyOrWait(
  deps: StatementDeps,
  line: StatementLine,
): Promise<LineVerdict | undefined | "put_off"> {
  try {
    return await applyLine(deps, line);
  } catch (error) {
    if (deps.isPassing(error)) throw error;
    deps.report("a statement line could not be matched; it will be tried again", {
      line: lineId(line),
      error: error instanceof Error ? error.message : String(error),
    });
    return "put_off";
  }
}
