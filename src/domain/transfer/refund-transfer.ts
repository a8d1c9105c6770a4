import type { Instant } from "../../kernel/clock.ts";
import type { Money } from "../../kernel/money.ts";
import type { RefundId } from "../../kernel/ids.ts";
import type { Random } from "../../kernel/random.ts";
import { ibanProblem } from "./iban.ts";
import type { LineOwner } from "./statement-line.ts";

/** Refunded money that a person must send back to the sender of the transfer. */
export type RefundTransfer = {
  readonly refundId: string;
  readonly orderId: string;
  readonly amount: Money;
  /** The account at which the customer's money arrived, and from which it is sent back. */
  readonly fromIban: string;
  readonly fromName: string;
  /**
   * Absent if the statement did not name the sender in a field of its own, and no person named the
   * account.
   */
  readonly toIban: string | undefined;
  /** An account that the payer may have written into the text of the transfer. */
  readonly statedIban?: string | undefined;
  readonly toName: string | undefined;
  readonly requestedAt: Instant;
  /** The file for the bank that contains the refund; absent if none does yet. */
  readonly batch?: PayoutBatch | undefined;
};

/** A file for the bank. The same id and time make the same file again. */
export type PayoutBatch = { readonly batchId: string; readonly exportedAt: Instant };

export interface RefundTransferStore {
  /** Refunds that wait to be sent back by a person, oldest first. */
  waiting(owner: LineOwner): Promise<readonly RefundTransfer[]>;
  /**
   * Puts refunds into a batch, in one commit, each with the account if a person named it; those
   * that are in a batch already stay there. Of two calls at the same time, each refund is taken by
   * one.
   */
  putIntoBatch(batch: PayoutBatch, command: PutIntoBatch): Promise<void>;
  /** The batch of a refund, also after the refund has ended. */
  batchOf(refundId: RefundId): Promise<PayoutBatch | undefined>;
}

export type PutIntoBatch = {
  readonly owner: LineOwner;
  readonly refunds: readonly NamedRefund[];
};

export type NamedRefund = { readonly refundId: string; readonly toIban: string | undefined };

/** A new batch, whose name is unique and fits into the fields of the file. */
export function newBatch(random: Random, exportedAt: Instant): PayoutBatch {
  const suffix = [...random.bytes(4)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return { batchId: `VEZNE-${exportedAt}-${suffix}`, exportedAt };
}

/** A refund that a file for the bank can send back. */
export type PayableOut = RefundTransfer & { readonly toIban: string };

export function isPayableOut(transfer: RefundTransfer): transfer is PayableOut {
  return obstacleOf(transfer) === undefined;
}

/**
 * Says why a file for the bank can't send a refund back, naming the account; undefined if it can.
 * An account may have been stored before its length was checked.
 */
export function obstacleOf(transfer: RefundTransfer): string | undefined {
  const { fromIban, toIban, statedIban } = transfer;
  if (toIban === undefined && statedIban !== undefined) {
    return (
      `the sender's account, ${statedIban}, stands in a text that the payer may have written; ` +
      "compare it with the account at the bank, and name the right one with --to"
    );
  }
  if (toIban === undefined) return "the sender's account is not known; name it with --to";
  return noIban("the sender's account", toIban) ?? noIban("the account that received it", fromIban);
}

function noIban(name: string, account: string): string | undefined {
  const problem = ibanProblem(account);
  return problem === undefined ? undefined : `${name}, ${account}, is no IBAN: ${problem}`;
}
