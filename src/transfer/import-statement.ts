import { slicesOf } from "../kernel/slices.ts";
import { settleLine, type StatementDeps } from "./settle-line.ts";
import type { LineOwner, LineVerdict, StatementLine } from "./statement-line.ts";

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
};

/** A statement may have a hundred thousand lines, and others wait while a part is written. */
const RECORDED_AT_ONCE = 500;

/** Takes the lines of a statement: each is kept once, matched once, and reported. */
export async function importStatement(
  deps: StatementDeps,
  statement: StatementImport,
): Promise<ImportReport> {
  const { lines, scope } = statement;
  const fresh: StatementLine[] = [];
  for (const part of slicesOf(lines, RECORDED_AT_ONCE)) {
    const kept = await deps.statements.record(part.map((line) => ({ ...line, scope })));
    fresh.push(...kept);
  }
  const unmatched: (Unmatched & { readonly line: StatementLine })[] = [];
  let matched = 0;
  let duplicates = lines.length - fresh.length;
  // One after another: of two lines with one code, the first in the statement pays.
  for (const line of fresh) {
    const verdict = await settleLine(deps, line);
    if (verdict === undefined) duplicates += 1;
    else if (verdict.kind === "matched") matched += 1;
    else unmatched.push({ ...verdict, line });
  }
  return { lines: lines.length, matched, unmatched, duplicates };
}
