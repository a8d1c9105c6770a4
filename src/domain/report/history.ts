import type { CustomerKey } from "../session/customer-key.ts";
import type { CustomerHistory } from "./customer.ts";
import type { Session } from "../session/session.ts";
import type { DeliveryState } from "../event/delivery.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { OrderId } from "../../kernel/ids.ts";
import type { Account } from "../ledger/accounts.ts";
import type { AuditEntry } from "../merchant/audit.ts";
import type { Scope } from "../merchant/scope.ts";
import type { Attempt, Payment } from "../payment/payment.ts";
import type { RefundRequest } from "../refund/approval.ts";
import type { Refund } from "../refund/refund.ts";
import type { Money } from "../../kernel/money.ts";

export type PostedLine = {
  readonly debit: Account;
  readonly credit: Account;
  readonly amount: Money;
  readonly at: Instant;
};

export type EventHistory = {
  readonly eventId: string;
  readonly type: string;
  readonly at: Instant;
  /** False until the event has its position in the feed, with which its deliveries are created. */
  readonly isPlaced: boolean;
  readonly deliveries: readonly DeliveryHistory[];
};

export type DeliveryHistory = {
  readonly url: string;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly endedAt: Instant | undefined;
  /** Status of the last attempt. */
  readonly status: number | undefined;
  readonly error: string | undefined;
};

/** All that is known about one payment, read at one moment. */
export type PaymentHistory = {
  readonly payment: Payment;
  readonly session: Session;
  /** Minor units of refunds under way. */
  readonly reservedMinor: bigint;
  readonly attempts: readonly Attempt[];
  readonly refunds: readonly Refund[];
  readonly requests: readonly RefundRequest[];
  readonly postings: readonly PostedLine[];
  readonly events: readonly EventHistory[];
  readonly audit: readonly AuditEntry[];
  /** Other payments of the session, newest first. */
  readonly siblings: readonly Payment[];
};

export interface HistoryStore {
  find(scope: Scope, orderId: OrderId): Promise<PaymentHistory | undefined>;
}

/** For operators, who see every merchant and mode. */
export interface HistoryReader {
  find(orderId: OrderId): Promise<PaymentHistory | undefined>;
}

export interface CustomerStore {
  /** The history of a customer; undefined if no payment names this customer. */
  find(scope: Scope, key: CustomerKey): Promise<CustomerHistory | undefined>;
}
