import type { UserId } from "../../kernel/ids.ts";
import { isolate } from "../../kernel/isolate.ts";
import { slicesOf } from "../../kernel/slices.ts";
import { errorMessage } from "../../kernel/thrown.ts";
import { applyLines, MATCHED_AT_ONCE, type StatementDeps } from "./apply-lines.ts";
import {
  lineId,
  type JudgedLine,
  type LineOwner,
  type LineVerdict,
  type StatementLine,
} from "./statement-line.ts";
import { takeOverLines, type TakenOver } from "./take-over-lines.ts";

export type StatementImport = {
  readonly lines: readonly StatementLine[];
  /**
   * The merchant whose statement it is; absent for an operator, whose statement may contain any
   * merchant's account.
   */
  readonly scope?: LineOwner;
  /** The user who uploaded it; absent for a file that the operator's machine has. */
  readonly uploadedBy?: UserId;
};

type UnmatchedVerdict = Extract<LineVerdict, { kind: "unmatched" }>;

export type ImportReport = {
  readonly lines: number;
  readonly matched: number;
  readonly unmatched: readonly (UnmatchedVerdict & { readonly line: StatementLine })[];
  /** Lines that were stored before, from this statement or an earlier one, of any source. */
  readonly duplicates: number;
  /**
   * The duplicates to which the bank gave no number. They equal a line that was stored before, and
   * are the same booking in another statement, or a second equal one: a person must compare.
   */
  readonly possibleCopies: readonly StatementLine[];
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
  const { lines, scope, uploadedBy } = statement;
  const fresh: StatementLine[] = [];
  const possibleCopies: StatementLine[] = [];
  let failed = 0;
  for (const part of slicesOf(lines, TAKEN_OVER_AT_ONCE)) {
    const taken = await takeOverLines(
      deps,
      part.map((line) => ({ ...line, scope, uploadedBy })),
    );
    fresh.push(...taken.fresh);
    failed += taken.failed.length;
    possibleCopies.push(...copiesAmong(part, taken));
  }
  const applied = await applyFresh(deps, fresh);
  const unmatched = applied.counted.flatMap(({ line, verdict }) =>
    verdict.kind === "unmatched" ? [{ ...verdict, line }] : [],
  );
  return {
    lines: lines.length,
    matched: applied.counted.length - unmatched.length,
    unmatched,
    duplicates: lines.length - applied.counted.length - applied.putOff - failed,
    possibleCopies,
    putOff: applied.putOff + failed,
  };
}

function copiesAmong(lines: readonly StatementLine[], { fresh, failed }: TakenOver) {
  const stored = new Set([...fresh, ...failed].map(lineId));
  return lines.filter((line) => line.isNumbered === false && !stored.has(lineId(line)));
}

/**
 * Applies lines in parts, in their order: of two lines with one code, the first in the statement
 * pays. A line that fails even alone waits, and a job tries it again.
 */
async function applyFresh(
  deps: StatementDeps,
  fresh: readonly StatementLine[],
): Promise<{ readonly counted: readonly JudgedLine[]; readonly putOff: number }> {
  const counted: JudgedLine[] = [];
  let putOff = 0;
  for (const part of slicesOf(fresh, MATCHED_AT_ONCE)) {
    await isolate(part, {
      isPassing: deps.isPassing,
      work: async (some) => {
        counted.push(...(await applyLines(deps, some)));
      },
      onFault: (line, error) => {
        putOff += 1;
        deps.report("a statement line could not be matched; it will be tried again", {
          line: lineId(line),
          error: errorMessage(error),
        });
      },
    });
  }
  return { counted, putOff };
}
