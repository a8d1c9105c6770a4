import { MINUTE, SECOND, type Instant } from "../../kernel/clock.ts";
import type { MerchantId } from "../../kernel/ids.ts";

/** Kinds of background work, which runs item by item; each comment says what an item is. */
export const JOB_KINDS = [
  /** An attempt whose outcome the bank is asked for: a charge, capture, void or refund. */
  "recovery",
  /** An event on its way to one endpoint. */
  "delivery",
  /** A hold that is announced, voided or captured at its end. */
  "hold_end",
  /** The events of a session and its orders, which get their positions in the feed. */
  "event_place",
  /** A session whose hour is over. */
  "session_expiry",
  /** An approved refund request whose refund is made. */
  "refund_request",
  /** A line of a bank statement that is matched with a payment. */
  "transfer_line",
  /** A line of a bank statement, or of an account feed, that is stored. */
  "line_intake",
  /** A file in the folder of statements. */
  "statement_file",
  /** A merchant's new postings and events, which are sealed. */
  "seal",
  /** A merchant's roll-ups, which are compacted for reports. */
  "tally",
  /** A stored card or second factor that is encrypted under another key. */
  "vault_record",
  /** A table that gets a partition for the next months. */
  "partition",
] as const;

export type JobKind = (typeof JOB_KINDS)[number];

export function isJobKind(text: string): text is JobKind {
  return JOB_KINDS.some((kind) => kind === text);
}

export type ItemKey = {
  readonly kind: JobKind;
  /** Empty for an item that belongs to no merchant. */
  readonly merchantId: MerchantId | "";
  readonly itemId: string;
};

/** An item whose work failed. The job continues with its other items and repeats this one later. */
export type FailedItem = ItemKey & {
  readonly tries: number;
  /** The name and message of the last error, with card numbers and secrets masked. */
  readonly error: string;
  readonly firstAt: Instant;
  readonly lastAt: Instant;
  readonly dueAt: Instant;
};

/**
 * The number of failures after which an item is set aside, because it needs a person; after fewer
 * failures, a later try may still succeed.
 */
const SET_ASIDE_AFTER = 5;

export function isSetAside({ tries }: Pick<FailedItem, "tries">): boolean {
  return tries >= SET_ASIDE_AFTER;
}

/**
 * The pauses after the first failures; the last one follows every further failure. A payment whose
 * outcome is not known never waits longer than 15 minutes (contract C4.1).
 *
 * The reasons are in docs/decisions/failed-items.md.
 */
export const PAUSES_MS = [10 * SECOND, 30 * SECOND, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE] as const;

/**
 * True if a person may drop an item. Work that moves money, keeps the books or is the only record
 * of something can only be repaired.
 */
export function mayDrop({ kind }: Pick<ItemKey, "kind">): boolean {
  return kind === "delivery" || kind === "session_expiry";
}
