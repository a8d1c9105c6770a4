import type { Claimed } from "../job/ports.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { Customer } from "../session/session.ts";
import type { Money } from "../../kernel/money.ts";
import type { MerchantId, OrderId } from "../../kernel/ids.ts";
import type { Result } from "../../kernel/result.ts";
import type { Mode } from "../merchant/merchant.ts";
import type { ReceivingAccount } from "./receiving-account.ts";
import type {
  BroughtLine,
  JudgedLine,
  LineOwner,
  StatementLine,
  UnmatchedReason,
} from "./statement-line.ts";
import type { TransferRequest } from "./transfer-request.ts";

export interface TransferStore {
  /**
   * The accounts at which a merchant receives transfers, in the order in which they are offered.
   */
  accountsOf(merchantId: MerchantId, mode: Mode): Promise<readonly ReceivingAccount[]>;
  /** Adds accounts; leaves unchanged those that the merchant has or had. */
  addAccounts(accounts: readonly ReceivingAccount[]): Promise<void>;
  /**
   * Offers an account from now on and replaces an earlier description of it. Returns false, and
   * changes nothing, if another merchant offers the account in live mode: a transfer that arrives
   * there belongs to one merchant.
   */
  offerAccount(account: ReceivingAccount): Promise<boolean>;
  /**
   * Stops offering an account; transfers that were requested before are still matched. Returns
   * false if the account was not offered.
   */
  withdrawAccount(owner: LineOwner, iban: string): Promise<boolean>;
  /**
   * Merchants that receive transfers at an account, two at most: the sandbox's accounts belong to
   * all merchants. They are those that offer it in live mode; if there is none, those that did
   * before; if there is none either, those that offer it in test mode, or did. All have one mode.
   */
  someOwnersOf(iban: string): Promise<readonly LineOwner[]>;
  /** Tells of each account whether it is, or was, a receiving account of its merchant. */
  areAccountsOf(
    accounts: readonly { readonly owner: LineOwner; readonly iban: string }[],
  ): Promise<readonly boolean[]>;
  /**
   * Stores a request. Returns false, and stores nothing, if the merchant has given out the code
   * before.
   */
  recordRequest(request: TransferRequest): Promise<boolean>;
  /** Requests since a moment whose money has not arrived, oldest first. */
  waitingRequests(query: WaitingQuery): Promise<readonly TransferRequest[]>;
  /**
   * Requests since a moment whose money has not arrived, with their payments' references and
   * customers.
   */
  waitingTransfers(query: WaitingQuery): Promise<readonly WaitingTransfer[]>;
  /** The requests whose payments were cancelled, and in any case the one of `orderId`. */
  lateTransfers(
    query: WaitingQuery & { readonly orderId: OrderId | undefined },
  ): Promise<readonly WaitingTransfer[]>;
  findRequest(orderId: OrderId): Promise<TransferRequest | undefined>;
  /** Requests with one of the codes, of any merchant. */
  findByReference(codes: readonly string[]): Promise<readonly TransferRequest[]>;
}

export type WaitingTransfer = {
  readonly request: TransferRequest;
  /** The merchant's own number of the order. */
  readonly reference: string | undefined;
  readonly customer: Customer;
  /** True if the payment was cancelled before its money came. */
  readonly isLate: boolean;
};

export type WaitingQuery = {
  readonly owner: LineOwner;
  readonly since: Instant;
  readonly limit: number;
};

export interface StatementStore {
  /** Stores lines that are new, to be matched, and returns them. */
  record(lines: readonly StatementLine[]): Promise<readonly StatementLine[]>;
  /** Stored lines that are not matched yet and are due, oldest first. */
  waiting(limit: number): Promise<readonly Claimed<StatementLine>[]>;
  /**
   * The stored rows of bookings that several statements brought, by `lineId`. While a copy is
   * `new`, no other copy can be given back or assigned, so this stays true of stored lines until
   * their verdicts.
   */
  copiesOf(lines: readonly StatementLine[]): Promise<ReadonlyMap<string, readonly BroughtLine[]>>;
  /**
   * Writes the verdicts on lines in one commit; the first verdict on a line stays. Returns false
   * for a line of which another copy has been stored for the same merchant before; this copy is
   * then deleted. Of copies among the lines, the first one stays. Where a line completed a payment,
   * a copy that waits for a person leaves the queue.
   */
  applyVerdicts(judged: readonly JudgedLine[]): Promise<readonly boolean[]>;
  /** Lines that matched no payment and wait for a person, oldest first. */
  unmatched(query: UnmatchedQuery): Promise<readonly WaitingLine[]>;
  /**
   * Records that the rest of an unmatched line, named by its `lineId`, was sent back. If it is
   * refused, nothing is written. A line does not wait if it belongs to another owner than `owner`,
   * or if a payment is being completed with it.
   */
  giveBack(command: GiveBackCommand): Promise<Result<WaitingLine, LineRefusal>>;
  /** A line of an owner in any state, by the bank's key. */
  findLine(
    owner: LineOwner,
    key: Pick<StatementLine, "account" | "bankKey">,
  ): Promise<StatementLine | undefined>;
  /** An unmatched line of an owner by its `lineId`, with the part that is not assigned. */
  findWaiting(owner: LineOwner, line: string): Promise<WaitingLine | undefined>;
  /**
   * Stores that a part of a line goes to a payment, unless it is refused. A line does not wait
   * if less of it is left, or if the payment has an assignment already.
   */
  beginAssignment(assignment: Assignment): Promise<Result<Assignment, LineRefusal>>;
  /** Marks an assignment whose payment is completed; deletes one whose payment moved elsewhere. */
  endAssignment(assignment: Assignment, end: { readonly isApplied: boolean }): Promise<void>;
  /** Assignments that were stored and not ended, of one owner, of one payment, or of all. */
  openAssignments(query: OpenAssignmentsQuery): Promise<readonly Assignment[]>;
}

/**
 * Why the money of a line can't be used or sent back now. `copy_being_matched`: another import
 * brought the same booking, and its match may complete a payment with it.
 */
export type LineRefusal = "line_not_waiting" | "copy_being_matched";

export type GiveBackCommand = {
  readonly line: string;
  readonly bankReference: string;
  readonly owner?: LineOwner | undefined;
};

export type UnmatchedQuery = {
  /** Absent: lines of all merchants, for an operator. */
  readonly owner?: LineOwner | undefined;
  readonly limit: number;
};

/** A line that waits for a person. */
export type UnmatchedLine = {
  readonly line: StatementLine;
  readonly reason: UnmatchedReason;
  readonly owner: LineOwner | undefined;
  readonly orderId: OrderId | undefined;
};

/** An unmatched line, and the amount of it that is assigned to no payment. */
export type WaitingLine = UnmatchedLine & { readonly remaining: Money };

/** A part of a line that a person assigned to a payment. */
export type Assignment = {
  readonly owner: LineOwner;
  readonly line: StatementLine;
  readonly orderId: OrderId;
  readonly amount: Money;
};

export type OpenAssignmentsQuery = {
  readonly owner?: LineOwner;
  readonly orderId?: OrderId;
};
