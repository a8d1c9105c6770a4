import { MINUTE, SECOND, type Instant } from "../kernel/clock.ts";
import type { MerchantId } from "../kernel/ids.ts";

/** What the service does by itself, item by item; each with what an item of it is. */
export const JOB_KINDS = [
  /** An attempt whose outcome the bank is asked for: a charge, capture, void or refund. */
  "recovery",
  /** An event on its way to one endpoint. */
  "delivery",
  /** The events of a session and its orders, which get their places in the feed. */
  "event_place",
  /** A session whose hour is over. */
  "session_expiry",
  /** A line of a bank statement that is matched with a payment. */
  "transfer_line",
  /** A line of a bank statement, or of an account feed, that is taken over. */
  "line_intake",
  /** A file in the folder of statements. */
  "statement_file",
  /** A merchant's new entries, which are sealed. */
  "seal",
  /** A merchant's counts, which are added up for reports. */
  "tally",
  /** A stored card or second factor that is put under another key. */
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

/** An item whose work fails: the job goes on with the others, and tries this one again later. */
export type FailedItem = ItemKey & {
  readonly tries: number;
  /** The name and message of the last error, masked. */
  readonly error: string;
  readonly firstAt: Instant;
  readonly lastAt: Instant;
  readonly dueAt: Instant;
};

/** Fewer failures may end by themselves; an item that fails so often needs a person. */
const SET_ASIDE_AFTER = 5;

export function isSetAside({ tries }: Pick<FailedItem, "tries">): boolean {
  return tries >= SET_ASIDE_AFTER;
}

/**
 * The pauses after the first failures; the last one is that after every further failure. A payment
 * whose outcome is not known is never left for longer than 15 minutes (contract C4.1).
 * The reasons are in docs/decisions/failed-items.md.
 */
export const PAUSES_MS = [10 * SECOND, 30 * SECOND, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE] as const;

/**
 * Whether a person may give up on an item. What moves money, keeps the books or is the only record
 * of something can only be mended.
 */
export function mayDrop({ kind }: Pick<ItemKey, "kind">): boolean {
  return kind === "delivery" || kind === "session_expiry";
}
