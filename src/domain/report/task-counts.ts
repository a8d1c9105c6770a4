import type { Scope } from "../merchant/scope.ts";

/** The numbers of records that wait for a person of the merchant, each `MOST_COUNTED` at most. */
export type TaskCounts = {
  /** Refunds that wait for an approval. */
  readonly approvals: number;
  /** Attempts that a person must clear with the bank. */
  readonly cases: number;
  /** Holds that end within a day and were neither captured nor voided. */
  readonly holds: number;
  /** Statement lines that match no payment. */
  readonly transfers: number;
  /** Webhook endpoints that fail, or that were disabled because they failed. */
  readonly webhooks: number;
};

/** Counting stops here, so that a count takes about the same time at any number of records. */
export const MOST_COUNTED = 100;

export interface TaskCounter {
  count(scope: Scope): Promise<TaskCounts>;
}
