import type { Instant } from "../kernel/clock.ts";
import type { Money } from "../kernel/money.ts";

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
