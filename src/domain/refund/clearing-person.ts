import {
  reasonAgainstDecider,
  type AccessGrantStore,
  type NotIndependent,
} from "../merchant/independence.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Scope } from "../merchant/scope.ts";
import type { User } from "../merchant/user.ts";
import type { Attempt } from "../payment/payment.ts";
import { APPROVAL_KEY, type ApprovalStore } from "./approval.ts";
import type { RefundStore } from "./ports.ts";

export type ClearingPersonDeps = {
  readonly approvals: Pick<ApprovalStore, "find">;
  readonly refunds: Pick<RefundStore, "findByAttempt">;
  readonly accessGrants: AccessGrantStore;
  /** The real time. */
  readonly clock: Clock;
};

type Clearing = {
  readonly scope: Scope;
  readonly attempt: Pick<Attempt, "kind" | "orderId" | "attemptId">;
  readonly user: Pick<User, "userId" | "merchantId">;
};

/**
 * Returns why a user may not say what became of an attempt: who asked for a refund above the limit
 * could call it not booked, and so get the amount refunded a second time.
 */
export async function reasonAgainstClearing(
  deps: ClearingPersonDeps,
  { scope, attempt, user }: Clearing,
): Promise<NotIndependent | undefined> {
  if (attempt.kind !== "refund") return undefined;
  const refund = await deps.refunds.findByAttempt(attempt.orderId, attempt.attemptId);
  const key = refund?.idempotencyKey ?? "";
  if (!key.startsWith(APPROVAL_KEY)) return undefined;
  const request = await deps.approvals.find(scope, key.slice(APPROVAL_KEY.length));
  if (request === undefined) return undefined;
  const pair = { requester: request.requestedBy, decider: user };
  return reasonAgainstDecider(deps, pair, deps.clock.now());
}
