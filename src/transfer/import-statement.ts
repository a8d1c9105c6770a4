import { slicesOf } from "../kernel/slices.ts";
import { applyLine, type StatementDeps } from "./apply-line.ts";
import { lineId, type LineOwner, type LineVerdict, type StatementLine } from "./statement-line.ts";
import { takeOverLines } from "./take-over-lines.ts";

export type StatementImport = {
  readonly lines: readonly StatementLine[];
  /** The merchant whose statement it is; an operator's may concern anybody. */
  readonly scope?: LineOwner;
};

type Unmatched = Extract<LineVerdict, { kind: "unmatched" }>;

export type ImportReport = {
  readonly lines: number;
  readonly matched: number;
  readonly unmatched: readonly (Unmatched & { readonly line: StatementLine })[];
  /** Lines that had been seen before, in this statement or an earlier one, whoever brought it. */
  readonly duplicates: number;
  /** Lines that the service failed at, and tries again by itself. */
  readonly putOff: number;
};

/** A statement may have a hundred thousand lines, and others wait while a part is written. */
const TAKEN_OVER_AT_ONCE = 500;

/** Takes the lines of a statement: each is kept once, matched once, and reported. */
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
  const unmatched: (Unmatched & { readonly line: StatementLine })[] = [];
  let matched = 0;
  let duplicates = lines.length - fresh.length - putOff;
  // One after another: of two lines with one code, the first in the statement pays.
  for (const line of fresh) {
    const verdict = await settled(deps, line);
    if (verdict === undefined) duplicates += 1;
    else if (verdict === "put_off") putOff += 1;
    else if (verdict.kind === "matched") matched += 1;
    else unmatched.push({ ...verdict, line });
  }
  return { lines: lines.length, matched, unmatched, duplicates, putOff };
}

/** A line that can't be matched is kept: the job that collects transfers tries it again. */
async function settled(
  deps: StatementDeps,
  line: StatementLine,
): Promise<LineVerdict | undefined | "put_off"> {
  try {
    return await applyLine(deps, line);
  } catch (error) {
    if (deps.isPassing(error)) throw error;
    deps.report("a line of a statement can't be matched", {
      line: lineId(line),
      error: error instanceof Error ? error.message : String(error),
    });
    return "put_off";
  }
}
