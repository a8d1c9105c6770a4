import type { Instant } from "../kernel/clock.ts";
import type { MerchantId, OrderId, RefundId, UserId } from "../kernel/ids.ts";
import { money, type Money } from "../kernel/money.ts";
import type { Mode } from "../merchant/merchant.ts";
import type { Scope } from "../merchant/scope.ts";
import type { Payment } from "../payment/payment.ts";

/** A refund that somebody asks for and that somebody else must approve before it is made. */
export type RefundRequest = {
  readonly merchantId: MerchantId;
  readonly requestId: string;
  readonly mode: Mode;
  readonly orderId: OrderId;
  readonly amount: Money;
  readonly reason: string;
  readonly formKey: string;
  readonly requestedBy: UserId;
  /** The requester's address, as the log has it. */
  readonly requester: string;
  readonly requestedAt: Instant;
  readonly state: "waiting" | "approved" | "rejected";
  readonly decision: RefundDecision | undefined;
  readonly refundId: RefundId | undefined;
  /** Why an approved refund was not made. */
  readonly refusal: string | undefined;
};

export type RefundDecision = {
  readonly by: UserId;
  readonly decider: string;
  readonly at: Instant;
};

export interface ApprovalStore {
  /** Keeps a request; of two with one form key the first. */
  add(request: RefundRequest): Promise<RefundRequest>;
  find(scope: Scope, requestId: string): Promise<RefundRequest | undefined>;
  /** Those that are still open before all others, each newest first. */
  list(scope: Scope, limit: number): Promise<readonly RefundRequest[]>;
  listOf(scope: Scope, orderId: OrderId): Promise<readonly RefundRequest[]>;
  /** Moves a waiting request; `undefined` where somebody was faster. */
  decide(
    scope: Scope,
    requestId: string,
    decision: RefundDecision & { readonly state: "approved" | "rejected" },
  ): Promise<RefundRequest | undefined>;
  /** Notes what became of an approved one. */
  recordDecision(
    scope: Scope,
    requestId: string,
    result: { readonly refundId: RefundId } | { readonly refusal: string },
  ): Promise<void>;
}

/**
 * Whether a refund made by hand needs a second person: where it brings what was and is being
 * refunded of the payment above the limit, so that parts don't slip through below it.
 */
export function needsApproval(
  payment: Payment,
  facts: { readonly reservedMinor: bigint; readonly amount: Money; readonly limit: number | null },
): boolean {
  if (facts.limit === null) return false;
  const all = payment.refundedMinor + facts.reservedMinor + facts.amount.minor;
  return all > BigInt(facts.limit);
}

/** What could be refunded of a payment at this moment. */
export function refundable(payment: Payment, reservedMinor: bigint): Money {
  const isOpen = payment.state === "completed" || payment.state === "refunded";
  const left = payment.capturedMinor - payment.refundedMinor - reservedMinor;
  return money(isOpen ? left : 0n, payment.chargedAmount.currency);
}
