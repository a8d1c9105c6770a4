import type { Instant } from "../kernel/clock.ts";
import type { Money } from "../kernel/money.ts";

/** Money that arrived at one of the bank's current accounts, as the payer's bank sent it. */
export type IncomingTransfer = {
  /** The bank's own reference of the booking; no two bookings share one. */
  readonly reference: string;
  /** The account that was credited. */
  readonly iban: string;
  readonly amount: Money;
  readonly senderName: string;
  readonly senderIban: string;
  /** The payer's text (açıklama). */
  readonly description: string;
  readonly bookedAt: Instant;
};

/** A booked transfer; numbers rise without gaps in the order in which lines became visible. */
export type AccountLine = IncomingTransfer & { readonly number: number };

/** The bank's current accounts. */
export interface CurrentAccounts {
  book(transfer: IncomingTransfer): Promise<AccountLine>;
  /** Lines that were booked within a time, in the order of their numbers. */
  linesBetween(query: LineQuery): Promise<readonly AccountLine[]>;
}

export type LineQuery = {
  /** Undefined: all accounts. */
  readonly iban: string | undefined;
  /** The first moment, and the last one. */
  readonly from: Instant;
  readonly until: Instant;
  /** Leaves out as many lines. */
  readonly offset: number;
  readonly limit: number;
};
