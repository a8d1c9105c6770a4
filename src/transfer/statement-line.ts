import type { Instant } from "../kernel/clock.ts";
import type { MerchantId, OrderId } from "../kernel/ids.ts";
import type { Money } from "../kernel/money.ts";
import type { Mode } from "../merchant/merchant.ts";

/** Money that arrived at an account, as the account's bank reports it. */
export type StatementLine = {
  /** The account as the bank names it: an IBAN where it has one. */
  readonly account: string;
  /** What the bank tells this booking from every other of the account by. */
  readonly bankKey: string;
  readonly source: "feed" | "camt053" | "mt940";
  readonly amount: Money;
  /** What the payer wrote, as far as it came through. */
  readonly description: string;
  readonly senderName: string | undefined;
  readonly senderIban: string | undefined;
  /** Statements name a day; it stands for that day's beginning in UTC. */
  readonly bookedAt: Instant;
  /** The merchant who brought the line; it can pay nobody else's payments. */
  readonly scope?: LineOwner | undefined;
};

/** Why a line completed no payment; a person has to look at it. */
export type UnmatchedReason =
  /** No code that was ever given out. */
  | "unknown_reference"
  /** Codes of more than one payment. */
  | "ambiguous_reference"
  /** The account is another merchant's than the code. */
  | "wrong_account"
  | "wrong_currency"
  | "too_little"
  | "too_much"
  | "already_paid"
  /** The payment had been cancelled. */
  | "late";

/** Whose a line is, as far as it is known. */
export type LineOwner = { readonly merchantId: MerchantId; readonly mode: Mode };

export type LineVerdict =
  | { readonly kind: "matched"; readonly owner: LineOwner; readonly orderId: OrderId }
  | {
      readonly kind: "unmatched";
      readonly reason: UnmatchedReason;
      readonly owner: LineOwner | undefined;
      readonly orderId: OrderId | undefined;
    };

/** Names a line among all lines of all accounts; a payment keeps that of the line that paid it. */
export function lineId(line: Pick<StatementLine, "account" | "bankKey">): string {
  return `${line.account}/${line.bankKey}`;
}
