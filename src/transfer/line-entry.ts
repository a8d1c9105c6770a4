import { postingsOf, type Posting } from "../ledger/posting.ts";
import type { WaitingLine } from "./ports.ts";
import {
  lineReference,
  scopeText,
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
 * A stored line of one booking, with its state and its merchant; other statements may have brought
 * the same booking.
 */
export type BroughtLine = {
  readonly scope: string;
  /** A state of `statement_line`, such as `matched`. */
  readonly state: string;
  /** True if a person assigned a part of it to a payment. */
  readonly isAssigned: boolean;
  readonly merchantId: string | undefined;
  readonly mode: string | undefined;
};

/**
 * True if another statement brought the same booking and its money is already in the books of the
 * same merchant. A line that matches a payment is still counted if the earlier money is only in
 * suspense.
 */
export function isCountedBefore(
  line: StatementLine,
  { kind, owner }: LineVerdict,
  brought: readonly BroughtLine[],
): boolean {
  if (owner === undefined) return false;
  return brought.some(
    ({ scope, state, isAssigned, merchantId, mode }) =>
      scope !== scopeText(line) &&
      merchantId === owner.merchantId &&
      mode === owner.mode &&
      (kind === "unmatched" || state === "matched" || isAssigned),
  );
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
