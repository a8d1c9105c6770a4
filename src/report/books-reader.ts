import type { Seal } from "../ledger/seal.ts";
import type { PublicStep } from "../payment/public-path.ts";
import type { Difference } from "./verify-books.ts";

/** What was moved from one account to another in some books; `subject` is one of the postings. */
export type PostedSum = {
  readonly merchantId: string;
  readonly mode: string;
  readonly currency: string;
  readonly debit: string;
  readonly credit: string;
  readonly amount: bigint;
  readonly subject: string;
};

/** A kind of step in the histories of payments, with one payment that took it. */
export type TakenStep = PublicStep & { readonly subject: string };

/** A seal with its leaves as they are stored, in order. */
export type SealedTree = {
  readonly seal: Seal;
  readonly hashes: readonly Uint8Array[];
  readonly storedHash: Uint8Array;
};

export type BooksCounts = {
  readonly payments: number;
  /** Postings that the next seal will hold. */
  readonly unsealed: number;
  /** Whether the role that asks could change the books: that of a service should not. */
  readonly isWritable: boolean;
};

/** Reads the books for whoever checks them; each method goes through all of them. */
export interface BooksReader {
  sums(): Promise<readonly PostedSum[]>;
  steps(): Promise<readonly TakenStep[]>;
  counts(): Promise<BooksCounts>;
  /** Rows that contradict one another, the first few of each kind. */
  differences(): Promise<readonly Difference[]>;
  /** All seals, by merchant and number. */
  trees(): AsyncIterable<SealedTree>;
}
