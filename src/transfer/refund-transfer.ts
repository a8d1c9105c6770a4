import type { Instant } from "../kernel/clock.ts";
import type { Money } from "../kernel/money.ts";
import { ibanProblem } from "./iban.ts";

/** Refunded money that a person must send back to the sender of the transfer. */
export type RefundTransfer = {
  readonly refundId: string;
  readonly orderId: string;
  readonly amount: Money;
  /** The account at which the customer's money arrived, and from which it is sent back. */
  readonly fromIban: string;
  readonly fromName: string;
  /** Absent if the statement did not name the sender; a person must find out the account. */
  readonly toIban: string | undefined;
  readonly toName: string | undefined;
  readonly requestedAt: Instant;
};

/** A refund that a file for the bank can send back. */
export type PayableOut = RefundTransfer & { readonly toIban: string };

export function isPayableOut(transfer: RefundTransfer): transfer is PayableOut {
  return obstacleOf(transfer) === undefined;
}

/**
 * Says why a file for the bank can't send a refund back, naming the account; undefined if it can.
 * An account may have been stored before its length was checked.
 */
export function obstacleOf({ fromIban, toIban }: RefundTransfer): string | undefined {
  if (toIban === undefined) return "the sender's account is not known";
  return noIban("the sender's account", toIban) ?? noIban("the account that received it", fromIban);
}

function noIban(name: string, account: string): string | undefined {
  const problem = ibanProblem(account);
  return problem === undefined ? undefined : `${name}, ${account}, is no IBAN: ${problem}`;
}
