import type { Instant } from "../../kernel/clock.ts";
import type { MerchantId, OrderId, RefundId, UserId } from "../../kernel/ids.ts";
import type { Money } from "../../kernel/money.ts";
import type { AuditEntry } from "../merchant/audit.ts";
import type { Mode } from "../merchant/merchant.ts";
import type { Scope } from "../merchant/scope.ts";
import type { Payment } from "../payment/payment.ts";
import { totalWith } from "./refund.ts";

export const REQUEST_STATES = ["waiting", "approved", "rejected"] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

/** A refund that one user requests and another user must approve before it is made. */
export type RefundRequest = {
  readonly merchantId: MerchantId;
  readonly requestId: string;
  readonly mode: Mode;
  readonly orderId: OrderId;
  readonly amount: Money;
  readonly reason: string;
  readonly formKey: string;
  readonly requestedBy: UserId;
  /** The requester's e-mail address, as the audit log shows it. */
  readonly requester: string;
  readonly requestedAt: Instant;
  readonly state: RequestState;
  readonly decision: RefundDecision | undefined;
  readonly refundId: RefundId | undefined;
  /** The reason for which an approved refund was not made. */
  readonly refusal: string | undefined;
};

export type RefundDecision = {
  readonly by: UserId;
  readonly decider: string;
  readonly at: Instant;
};

/** The refund of an approved request, or the reason for which it was not made. */
export type DecisionResult = { readonly refundId: RefundId } | { readonly refusal: string };

export interface ApprovalStore {
  /**
   * Stores a request, unless one with the same form key is stored already. Returns the stored one.
   */
  add(request: RefundRequest): Promise<RefundRequest>;
  find(scope: Scope, requestId: string): Promise<RefundRequest | undefined>;
  /** Lists waiting requests before all others, each group newest first. */
  list(scope: Scope, limit: number): Promise<readonly RefundRequest[]>;
  listOf(scope: Scope, orderId: OrderId): Promise<readonly RefundRequest[]>;
  /**
   * Decides a waiting request, and writes the decision's entry of the audit log in the same commit;
   * returns undefined, and writes nothing, if it was decided already.
   */
  decide(
    scope: Scope,
    requestId: string,
    decision: RefundDecision & {
      readonly state: "approved" | "rejected";
      readonly entry?: AuditEntry;
    },
  ): Promise<RefundRequest | undefined>;
  /**
   * Records the refund of an approved request, or the reason of its refusal. Several users may
   * finish a request at the same time: a refund that was made counts before every refusal.
   */
  recordDecision(
    owner: Pick<RefundRequest, "merchantId" | "mode">,
    requestId: string,
    result: DecisionResult,
  ): Promise<void>;
}

/** The beginning of the idempotency keys of approved requests' refunds. */
export const APPROVAL_KEY = "approval ";

/** The idempotency key of a request's refund, by which a repeated call makes no second one. */
export function refundKeyOf(requestId: string): string {
  return `${APPROVAL_KEY}${requestId}`;
}

/**
 * True if a refund made in the panel needs a second person: the payment's refunds, with this one
 * and the pending ones, would exceed the limit. So several small refunds cannot pass below it.
 */
export function needsApproval(
  payment: Payment,
  facts: { readonly reservedMinor: bigint; readonly amount: Money; readonly limit: number | null },
): boolean {
  if (facts.limit === null) return false;
  return totalWith(payment, facts) > BigInt(facts.limit);
}
