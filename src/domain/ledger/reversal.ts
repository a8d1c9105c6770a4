import { money } from "../../kernel/money.ts";
import type { Posting } from "./posting.ts";

/**
 * Returns the postings that take back whatever an entry has posted so far: together with them the
 * entry moves nothing. They have no value date, because no contract says when the acquirer settles
 * a booking that it has taken back.
 */
export function reversalOf(postings: readonly Posting[]): Posting[] {
  return postings.flatMap((posting, index) => {
    const { debit, credit, amount } = posting;
    const isFirst = postings.findIndex((one) => isSameMove(one, posting)) === index;
    const same = postings.filter((one) => isSameMove(one, posting));
    const opposite = postings.filter((one) => isSameMove(one, { debit: credit, credit: debit }));
    const left = sumOf(same) - sumOf(opposite);
    if (!isFirst || left <= 0n) return [];
    return [{ debit: credit, credit: debit, amount: money(left, amount.currency) }];
  });
}

type Move = Pick<Posting, "debit" | "credit">;

function isSameMove(left: Move, right: Move): boolean {
  return left.debit === right.debit && left.credit === right.credit;
}

function sumOf(postings: readonly Posting[]): bigint {
  return postings.reduce((sum, { amount }) => sum + amount.minor, 0n);
}
