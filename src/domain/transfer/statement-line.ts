import type { Instant } from "../../kernel/clock.ts";
import type { MerchantId, OrderId, UserId } from "../../kernel/ids.ts";
import type { Money } from "../../kernel/money.ts";
import type { Mode } from "../merchant/merchant.ts";

export const STATEMENT_SOURCES = ["feed", "camt053", "mt940"] as const;
export type StatementSource = (typeof STATEMENT_SOURCES)[number];

/** Money that arrived at an account, as the account's bank reports it. */
export type StatementLine = {
  /** The bank's name of the account: an IBAN where it has one. */
  readonly account: string;
  /** The bank's key of the booking; it is unique within the account. */
  readonly bankKey: string;
  /** True if the bank gave the booking a number; a key without one comes from the content alone. */
  readonly isNumbered?: boolean;
  readonly source: StatementSource;
  readonly amount: Money;
  /** The payer's text, possibly truncated by the banks. */
  readonly description: string;
  readonly senderName: string | undefined;
  readonly senderIban: string | undefined;
  /** Statements name only a day; this is the beginning of that day in UTC. */
  readonly bookedAt: Instant;
  /**
   * The merchant who imported the line; the line can then complete only payments of this merchant.
   * Absent for a line from a bank's own feed, or from an operator's import.
   */
  readonly scope?: LineOwner | undefined;
  /** The user of the panel who uploaded the line, and may have written it; absent otherwise. */
  readonly uploadedBy?: UserId | undefined;
};

/** The reasons for which a line completes no payment and waits for a person. */
export const UNMATCHED_REASONS = [
  /** The line holds no code that was ever given out. */
  "unknown_reference",
  /** The line holds the codes of several payments. */
  "ambiguous_reference",
  /** The account belongs to another merchant than the code. */
  "wrong_account",
  "wrong_currency",
  "too_little",
  "too_much",
  "already_paid",
  /** The payment had been cancelled before the money came. */
  "late",
  /** A user uploaded the line, and above the approval limit a second person must assign it. */
  "second_person",
] as const;
export type UnmatchedReason = (typeof UNMATCHED_REASONS)[number];

/** The merchant and mode of a line, as far as they are known. */
export type LineOwner = { readonly merchantId: MerchantId; readonly mode: Mode };

export type LineVerdict =
  | { readonly kind: "matched"; readonly owner: LineOwner; readonly orderId: OrderId }
  | {
      readonly kind: "unmatched";
      readonly reason: UnmatchedReason;
      readonly owner: LineOwner | undefined;
      readonly orderId: OrderId | undefined;
    };

export type JudgedLine = { readonly line: StatementLine; readonly verdict: LineVerdict };

/**
 * A stored line of one booking, with its state and its merchant; other statements may have brought
 * the same booking.
 */
export type BroughtLine = {
  readonly scope: string;
  /** A state of `statement_line`, such as `matched`. */
  readonly state: string;
  /** True if a person assigned a part of it to a payment. */
  readonly isAssigned: boolean;
  readonly merchantId: string | undefined;
  readonly mode: string | undefined;
};

/**
 * Identifies a line among all lines of all accounts; a payment stores the id of the line that paid
 * it.
 */
export function lineId(line: Pick<StatementLine, "account" | "bankKey">): string {
  return `${line.account}/${line.bankKey}`;
}

/** The merchant and mode that imported a line, as one text; empty if there is no `scope`. */
export function scopeText({ scope }: Pick<StatementLine, "scope">): string {
  return scope === undefined ? "" : `${scope.merchantId} ${scope.mode}`;
}

/** Names a line among all lines, also if several merchants brought the same booking. */
export function lineReference(line: StatementLine): string {
  const scope = scopeText(line);
  return scope === "" ? lineId(line) : `${lineId(line)} ${scope}`;
}
