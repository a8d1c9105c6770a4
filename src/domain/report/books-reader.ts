import type { Instant } from "../../kernel/clock.ts";
import type { Seal } from "../ledger/seal.ts";
import type { PublicStep } from "../payment/public-path.ts";

/** A contradiction between records of the database. */
export type Difference = {
  /** Name of the check that found it; docs/operations/books.md lists the checks. */
  readonly check: string;
  /** The row's id. */
  readonly subject: string;
  readonly problem: string;
};

/**
 * The sum of the postings from one account to another in one merchant's books; `subject` names one
 * of these postings.
 */
export type PostedSum = {
  readonly merchantId: string;
  readonly mode: string;
  readonly currency: string;
  readonly debit: string;
  readonly credit: string;
  readonly amount: bigint;
  readonly subject: string;
};

/** A kind of step in the histories of payments; `subject` names one payment that took it. */
export type TakenStep = PublicStep & { readonly subject: string };

/** A seal with its leaves as they are stored, in order. */
export type SealedTree = {
  readonly seal: Seal;
  readonly hashes: readonly Uint8Array[];
  readonly storedHash: Uint8Array;
};

export type BooksCounts = {
  readonly payments: number;
  /** Postings after the last seal. */
  readonly unsealed: number;
  /**
   * True if the database role of this process could change the books; the service's role should not
   * be able to.
   */
  readonly isWritable: boolean;
  /** The ends of the months that were removed; rows before them are not compared. */
  readonly removedBefore: {
    readonly payments: Instant | undefined;
    readonly events: Instant | undefined;
  };
};

/** Reads the books for their verification; each method reads all of them. */
export interface BooksReader {
  sums(): Promise<readonly PostedSum[]>;
  steps(): Promise<readonly TakenStep[]>;
  counts(): Promise<BooksCounts>;
  /** Finds rows that contradict one another; of each kind of contradiction, only the first few. */
  differences(): Promise<readonly Difference[]>;
  /** Reads all seals, by merchant and number. */
  trees(): AsyncIterable<SealedTree>;
}
