import type { Instant } from "../kernel/clock.ts";
import type { CurrentAccounts } from "./account-line.ts";
import type { Challenge } from "./challenge.ts";
import type { Entry, EntryKey } from "./entry.ts";
import type { HostedPayment } from "./hosted-payment.ts";

/** The row under a key; `fresh` is true if this call wrote it. */
export type RecordedRow<Row> = { readonly fresh: boolean; readonly row: Row };

/** The bank's own books. Every method is atomic, also between processes. */
export interface Book {
  /** Books an entry unless its key is taken; never overwrites. */
  record(entry: Entry): Promise<RecordedRow<Entry>>;
  find(key: EntryKey): Promise<Entry | undefined>;
  /**
   * Writes a changed authorization over the version that it carries, together with the entry that
   * changes it. Returns false, and writes nothing, if the version is outdated or the key of the
   * entry is taken.
   */
  amend(changed: Entry, modification: Entry | undefined): Promise<boolean>;

  /** Opens a challenge unless one of the same key exists. */
  openChallenge(challenge: Challenge): Promise<RecordedRow<Challenge>>;
  findChallenge(id: string): Promise<Challenge | undefined>;
  findChallengeOf(key: EntryKey): Promise<Challenge | undefined>;
  /** Writes a changed challenge over its version; returns false if that version is outdated. */
  amendChallenge(changed: Challenge): Promise<boolean>;

  readonly hosted: HostedBook;
  readonly accounts: CurrentAccounts;

  /** Every entry, or those of one terminal, oldest first: for tests and reconciliation. */
  list(terminal?: string): Promise<readonly Entry[]>;
  /** The approved entries of a span that are no reversals, by time and request id. */
  standing(terminal: string, page: StandingPage): Promise<readonly Entry[]>;
}

/** A page of at most `limit` entries, booked from `from` until `until` and behind `after`. */
export type StandingPage = {
  readonly from: Instant;
  readonly until: Instant;
  readonly after: Pick<Entry, "bookedAt" | "requestId"> | undefined;
  readonly limit: number;
};

/** Payments that customers make at the bank's pages. */
export interface HostedBook {
  /** Opens a payment unless one of the same key exists. */
  open(payment: HostedPayment): Promise<RecordedRow<HostedPayment>>;
  find(id: string): Promise<HostedPayment | undefined>;
  findOf(key: EntryKey): Promise<HostedPayment | undefined>;
  /** Writes a changed payment over its version; returns false if that version is outdated. */
  amend(changed: HostedPayment): Promise<boolean>;
}

export type BookSummary = {
  /** Authorizations in force (approved, not reversed, not voided), by request id. */
  readonly inForceByRequest: ReadonlyMap<string, number>;
  /** Authorizations in force, by order id; more than one for an order is a double charge. */
  readonly inForceByOrder: ReadonlyMap<string, number>;
  /** Captured less refunded, by currency, in minor units. */
  readonly netMinor: ReadonlyMap<string, bigint>;
  readonly entries: number;
};

/** Sums up the bank's books, with which tests compare the records of the service. */
export function summarize(entries: readonly Entry[]): BookSummary {
  const inForceByRequest = new Map<string, number>();
  const inForceByOrder = new Map<string, number>();
  const netMinor = new Map<string, bigint>();
  for (const entry of entries) {
    const isAuthorization = entry.type === "sale" || entry.type === "preauth";
    if (!isAuthorization || entry.state !== "approved" || entry.voided) continue;
    inForceByRequest.set(entry.requestId, (inForceByRequest.get(entry.requestId) ?? 0) + 1);
    inForceByOrder.set(entry.orderId, (inForceByOrder.get(entry.orderId) ?? 0) + 1);
    const { currency } = entry.amount;
    const net = entry.capturedMinor - entry.refundedMinor;
    netMinor.set(currency, (netMinor.get(currency) ?? 0n) + net);
  }
  return { inForceByRequest, inForceByOrder, netMinor, entries: entries.length };
}
