import type { Instant } from "../kernel/clock.ts";
import type { Money } from "../kernel/money.ts";

/** Money of a refunded transfer that is to be sent back to whoever sent it. */
export type RefundTransfer = {
  readonly refundId: string;
  readonly orderId: string;
  readonly amount: Money;
  /** Where the customer's money arrived, and goes out again. */
  readonly fromIban: string;
  readonly fromName: string;
  /** Absent where the statement did not name the sender: to be found out by hand. */
  readonly toIban: string | undefined;
  readonly toName: string | undefined;
  readonly requestedAt: Instant;
};
