import type { CurrentAccounts } from "./account-line.ts";
import type { Challenge } from "./challenge.ts";
import type { Entry, EntryKey } from "./entry.ts";
import type { HostedPayment } from "./hosted-payment.ts";

/** What stands under a key, and whether it was this call that put it there. */
export type Recorded<Row> = { readonly fresh: boolean; readonly row: Row };

/** The bank's own books. Every method is atomic, also between processes. */
export interface Book {
  /** Books an entry unless its key is taken; never overwrites. */
  record(entry: Entry): Promise<Recorded<Entry>>;
  find(key: EntryKey): Promise<Entry | undefined>;
  /**
   * Writes a changed authorization over the version that it carries, together with the entry that
   * changes it. False, and nothing written, when the version has moved on or the key is taken.
   */
  amend(changed: Entry, move: Entry | undefined): Promise<boolean>;

  /** Opens a challenge unless one of the same key exists. */
  openChallenge(challenge: Challenge): Promise<Recorded<Challenge>>;
  findChallenge(id: string): Promise<Challenge | undefined>;
  findChallengeOf(key: EntryKey): Promise<Challenge | undefined>;
  /** Writes a changed challenge over the version that it carries; false when that has moved on. */
  amendChallenge(changed: Challenge): Promise<boolean>;

  readonly hosted: HostedBook;
  readonly accounts: CurrentAccounts;

  /** Every entry, or those of one terminal, oldest first: for tests and reconciliation. */
  list(terminal?: string): Promise<readonly Entry[]>;
}

/** Payments that customers make at the bank's pages. */
export interface HostedBook {
  /** Opens a payment unless one of the same key exists. */
  open(payment: HostedPayment): Promise<Recorded<HostedPayment>>;
  find(id: string): Promise<HostedPayment | undefined>;
  findOf(key: EntryKey): Promise<HostedPayment | undefined>;
  /** Writes a changed payment over the version that it carries; false when that has moved on. */
  amend(changed: HostedPayment): Promise<boolean>;
}

export type BookSummary = {
  /** Authorizations that stand (approved, not reversed, not voided), by request id. */
  readonly standingByRequest: ReadonlyMap<string, number>;
  /** The same, by order. More than one is a double charge. */
  readonly standingByOrder: ReadonlyMap<string, number>;
  /** Captured less refunded, by currency, in minor units. */
  readonly netMinor: ReadonlyMap<string, bigint>;
  readonly entries: number;
};

/** The oracle of tests: what the bank says happened, whatever the service believes. */
export function summarize(entries: readonly Entry[]): BookSummary {
  const standingByRequest = new Map<string, number>();
  const standingByOrder = new Map<string, number>();
  const netMinor = new Map<string, bigint>();
  for (const entry of entries) {
    const isStanding = entry.type === "sale" || entry.type === "preauth";
    if (!isStanding || entry.state !== "approved" || entry.voided) continue;
    standingByRequest.set(entry.requestId, (standingByRequest.get(entry.requestId) ?? 0) + 1);
    standingByOrder.set(entry.orderId, (standingByOrder.get(entry.orderId) ?? 0) + 1);
    const { currency } = entry.amount;
    const net = entry.capturedMinor - entry.refundedMinor;
    netMinor.set(currency, (netMinor.get(currency) ?? 0n) + net);
  }
  return { standingByRequest, standingByOrder, netMinor, entries: entries.length };
}
