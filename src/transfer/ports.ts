import type { Claimed } from "../job/ports.ts";
import type { Instant } from "../kernel/clock.ts";
import type { MerchantId, OrderId } from "../kernel/ids.ts";
import type { Mode } from "../merchant/merchant.ts";
import type { Unknown } from "../payment/acquirer.ts";
import type { ReceivingAccount } from "./receiving-account.ts";
import type { LineOwner, LineVerdict, StatementLine, UnmatchedReason } from "./statement-line.ts";
import type { TransferRequest } from "./transfer-request.ts";

export interface TransferStore {
  /** The accounts that a merchant takes transfers at, in the order in which they are offered. */
  accountsOf(merchantId: MerchantId, mode: Mode): Promise<readonly ReceivingAccount[]>;
  /** Adds accounts; one that the merchant has had before is left as it is. */
  addAccounts(accounts: readonly ReceivingAccount[]): Promise<void>;
  /** Offers an account from now on, in place of what was kept of it. */
  offerAccount(account: ReceivingAccount): Promise<void>;
  /**
   * Stops offering an account; what was asked for before still arrives. False: none was offered.
   */
  withdrawAccount(owner: LineOwner, iban: string): Promise<boolean>;
  /**
   * Who takes transfers at an account: two at most, for accounts of the sandbox are everybody's.
   */
  someOwnersOf(iban: string): Promise<readonly LineOwner[]>;
  isAccountOf(owner: LineOwner, iban: string): Promise<boolean>;
  /** False, and nothing written, when the merchant has given out the code before. */
  recordRequest(request: TransferRequest): Promise<boolean>;
  /** What a merchant's customers were asked for since then and have not sent, oldest first. */
  waitingRequests(query: WaitingQuery): Promise<readonly TransferRequest[]>;
  findRequest(orderId: OrderId): Promise<TransferRequest | undefined>;
  /** Requests with one of the codes, of whichever merchant. */
  findByReference(codes: readonly string[]): Promise<readonly TransferRequest[]>;
}

export type WaitingQuery = {
  readonly owner: LineOwner;
  readonly since: Instant;
  readonly limit: number;
};

export interface StatementStore {
  /** Keeps lines that were not seen before, to be matched; gives back those. */
  record(lines: readonly StatementLine[]): Promise<readonly StatementLine[]>;
  /** Lines that were kept, are not yet matched and may be tried, oldest first. */
  waiting(limit: number): Promise<readonly Claimed<StatementLine>[]>;
  /**
   * Writes what a line turned out to be; the first word stands. False: somebody else brought the
   * same line for the same merchant before, and this one is forgotten.
   */
  applyVerdict(line: StatementLine, verdict: LineVerdict): Promise<boolean>;
  /** Lines that paid for nothing and still wait for somebody, oldest first. */
  unmatched(query: UnmatchedQuery): Promise<readonly UnmatchedLine[]>;
  /**
   * Writes that a waiting line's money was sent back, by its `lineId`; `undefined`, and nothing
   * written, where no such line waits, or none of the owner's where one is named.
   */
  giveBack(command: GiveBack): Promise<UnmatchedLine | undefined>;
  /** Up to which line a feed was read; 0 at the beginning. */
  feedPosition(feed: string): Promise<number>;
  /** Moves the position forward, never back. */
  advanceFeed(feed: string, position: number): Promise<void>;
}

export type GiveBack = {
  readonly line: string;
  readonly bankReference: string;
  readonly owner?: LineOwner | undefined;
};

export type UnmatchedQuery = {
  /** Absent: everybody's, for an operator. */
  readonly owner?: LineOwner | undefined;
  readonly limit: number;
};

/** A line in the queue of those that a person has to look at. */
export type UnmatchedLine = {
  readonly line: StatementLine;
  readonly reason: UnmatchedReason;
  readonly owner: LineOwner | undefined;
  readonly orderId: OrderId | undefined;
};

/** A bank's account feed: what arrived, as it arrives. */
export interface AccountFeed {
  readonly name: string;
  /** The lines after a position, oldest first, with the position of the last of them. */
  linesAfter(position: number): Promise<FeedPart | Unknown>;
}

export type FeedPart = {
  readonly kind: "lines";
  readonly lines: readonly StatementLine[];
  readonly position: number;
};
