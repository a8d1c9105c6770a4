import { postingsOf, type Posting } from "../ledger/posting.ts";
import type { WaitingLine } from "./ports.ts";
import {
  lineId,
  lineReference,
  scopeText,
  type BroughtLine,
  type JudgedLine,
  type LineOwner,
  type LineVerdict,
  type StatementLine,
} from "./statement-line.ts";

/** The first word of the reference under which the books keep the money of a line. */
export const LINE_ENTRIES = {
  /** The money came in and was put into suspense. */
  arrived: "line",
  /** The money was sent back out of suspense. */
  returned: "return",
} as const;

/** A change of the books because of a line. */
export type LineEntry = {
  readonly owner: LineOwner;
  /** The books' reference of the entry. */
  readonly entryId: string;
  readonly postings: readonly Posting[];
};

/**
 * True if another statement brought the same booking and its money is already counted: it is in the
 * books of the same merchant, or it is spent. A line that matches a payment is still counted if the
 * earlier money only waits for a person; then that copy gives way. A copy of an unknown merchant
 * gives way to one whose merchant is known.
 */
export function isCountedBefore(
  line: StatementLine,
  { kind, owner }: LineVerdict,
  brought: readonly BroughtLine[],
): boolean {
  if (isJudged(ownAmong(line, brought))) return false;
  const judged = brought.filter(isJudged);
  if (owner === undefined) return judged.some(({ merchantId }) => merchantId !== undefined);
  return (
    isSpentBefore(line, owner, judged) ||
    judged.some((copy) => isOf(copy, owner) && (kind === "unmatched" || copy.state === "matched"))
  );
}

/**
 * True if the money of the same booking was sent back, or assigned to a payment by a person, in a
 * copy of the same merchant, or of no known one. Such a line may complete no payment. A line that
 * completed its payment already is none: its copies were ended for that reason.
 */
export function isSpentBefore(
  line: StatementLine,
  owner: LineOwner,
  brought: readonly BroughtLine[],
): boolean {
  if (ownAmong(line, brought)?.state === "matched") return false;
  return brought.some(
    (copy) =>
      (copy.state === "returned" || copy.isAssigned) &&
      (copy.merchantId === undefined || isOf(copy, owner)),
  );
}

/** The row of the line itself; another process may have judged it since. */
function ownAmong(line: StatementLine, brought: readonly BroughtLine[]): BroughtLine | undefined {
  return brought.find(({ scope }) => scope === scopeText(line));
}

function isJudged(copy: BroughtLine | undefined): boolean {
  return copy !== undefined && copy.state !== "new";
}

function isOf(copy: BroughtLine, { merchantId, mode }: LineOwner): boolean {
  return copy.merchantId === merchantId && copy.mode === mode;
}

/**
 * Tells of each line whether its money counts: false if it is in the books already, through another
 * copy of the line. `brought` has the stored lines of each booking by `lineId`. A verdict counts for
 * the copies after it.
 */
export function areCounted(
  judged: readonly JudgedLine[],
  brought: ReadonlyMap<string, readonly BroughtLine[]>,
): readonly boolean[] {
  const known = new Map(brought);
  return judged.map(({ line, verdict }) => {
    const copies = known.get(lineId(line)) ?? [];
    const counts = !isCountedBefore(line, verdict, copies);
    const after = copies.flatMap((copy) => {
      if (copy.scope !== scopeText(line) || copy.state !== "new") return [copy];
      return counts ? [withVerdict(copy, verdict)] : [];
    });
    known.set(lineId(line), after);
    return counts;
  });
}

function withVerdict(copy: BroughtLine, { kind, owner }: LineVerdict): BroughtLine {
  return { ...copy, state: kind, merchantId: owner?.merchantId, mode: owner?.mode };
}

/**
 * The entry of a verdict, or undefined if nothing is posted. An unmatched line goes into suspense
 * if its merchant is known; a matched line was posted by the payment that it completed.
 */
export function verdictEntry(line: StatementLine, verdict: LineVerdict): LineEntry | undefined {
  if (verdict.kind === "matched" || verdict.owner === undefined) return undefined;
  return {
    owner: verdict.owner,
    entryId: entryIdOf("arrived", line),
    postings: postingsOf("line_unmatched", { moved: line.amount }),
  };
}

/**
 * The entry of a line whose money was sent back, or the part of it that no payment uses; undefined
 * if its merchant is not known.
 */
export function returnEntry(
  line: StatementLine,
  { owner, remaining }: Pick<WaitingLine, "owner" | "remaining">,
): LineEntry | undefined {
  if (owner === undefined) return undefined;
  return {
    owner,
    entryId: entryIdOf("returned", line),
    postings: postingsOf("line_returned", { moved: remaining }),
  };
}

/**
 * The books' reference of a line, such as `line <account>/<bank key>`; if a merchant imported the
 * line, the merchant and mode follow. Seals contain these references, so stored ones can never be
 * rewritten.
 */
function entryIdOf(step: keyof typeof LINE_ENTRIES, line: StatementLine): string {
  return `${LINE_ENTRIES[step]} ${lineReference(line)}`;
}
