import { MINUTE, type Instant } from "../../kernel/clock.ts";
import type { Inquiry, Unknown } from "../../domain/payment/acquirer.ts";

/** A booked refund of the asked amount in the history of a payment. */
export type RefundRow<Row> = {
  readonly row: Row;
  readonly bankReference: string;
  readonly bookedAt: Instant | undefined;
};

/** How far a bank's clock may differ from ours. */
export const CLOCK_DIFFERENCE_MS = MINUTE;

export type OwnRefund<Row> =
  | { readonly kind: "own"; readonly row: Row }
  | { readonly kind: "not_found" }
  | Unknown;

/**
 * Finds the booking of a refund at a bank that gives refunds no reference of ours. Bookings under
 * the numbers of other refunds are theirs, and those from before the request are left out; one that
 * waited for the day end is booked much later than it. The remaining bookings belong to the refunds
 * without an outcome: if there are as many of both, it makes no difference which is whose, because
 * they have one amount. In any other case nothing tells them apart, and the outcome is ambiguous.
 */
export function ownRefund<Row>(
  rows: readonly RefundRow<Row>[],
  { createdAt, alike = [] }: Inquiry,
  clockDifferenceMs: number,
): OwnRefund<Row> {
  const approved = alike.filter(({ outcome }) => outcome === "approved");
  const numbers = new Set(approved.map(({ bankReference }) => bankReference));
  const free = rows.filter(({ bankReference }) => !numbers.has(bankReference));
  if (free.some(({ bookedAt }) => bookedAt === undefined)) return ambiguous("refund_without_time");
  const earliest = createdAt - clockDifferenceMs;
  const later = free.filter(({ bookedAt }) => bookedAt !== undefined && bookedAt >= earliest);
  const [first] = later;
  if (first === undefined) return { kind: "not_found" };
  const undecided = 1 + alike.length - approved.length;
  // An earlier refund whose number is not in the history may be one of these bookings.
  const booked = new Set(rows.map(({ bankReference }) => bankReference));
  const isNumbered = approved.every(({ bankReference = "" }) => booked.has(bankReference));
  return isNumbered && later.length === undecided
    ? { kind: "own", row: first.row }
    : ambiguous("refunds_alike");
}

function ambiguous(cause: string): Unknown {
  return { kind: "unknown", cause, isAmbiguous: true };
}
