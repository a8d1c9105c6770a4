import { assert } from "../kernel/assert.ts";
import { refused, ok, type Result } from "../kernel/result.ts";
import type { Scope } from "../merchant/scope.ts";
import type { User } from "../merchant/user.ts";
import type { FindOrderDeps } from "../payment/find-order.ts";
import { refundKeyOf, type ApprovalStore, type RefundRequest } from "./approval.ts";
import { refundPayment, type RefundDeps, type RefundRefusal } from "./refund-payment.ts";
import type { Refund } from "./refund.ts";

export type DecideDeps = RefundDeps & FindOrderDeps & { readonly approvals: ApprovalStore };

export type DecideCommand = {
  readonly scope: Scope;
  readonly user: User;
  readonly requestId: string;
};

export type DecideRefusal =
  | { readonly code: "unknown" }
  /** The requester cannot approve the same request. */
  | { readonly code: "own_request" }
  | { readonly code: "already_decided" }
  | { readonly code: "not_refunded"; readonly refusal: RefundRefusal };

/**
 * Approves a request and makes its refund. The approval is written first, and the refund's
 * idempotency key is derived from the request's id. So a repeated approval after a crash finishes
 * the same refund and makes no second one.
 */
export async function approveRequest(
  deps: DecideDeps,
  command: DecideCommand,
): Promise<Result<Refund, DecideRefusal>> {
  const { scope, user, requestId } = command;
  const request = await deps.approvals.find(scope, requestId);
  if (request === undefined) return refused({ code: "unknown" });
  if (request.requestedBy === user.userId) return refused({ code: "own_request" });
  const approved = isUnfinished(request)
    ? request
    : await deps.approvals.decide(scope, requestId, {
        ...decisionOf(deps, command),
        state: "approved",
      });
  if (approved === undefined) return refused({ code: "already_decided" });
  const made = await refundApproved(deps, approved);
  return made.ok ? made : refused({ code: "not_refunded", refusal: made.refusal });
}

/**
 * Makes the refund of an approved request, or finds the one that an earlier call made, and records
 * it with the request.
 */
export async function refundApproved(
  deps: DecideDeps,
  request: RefundRequest,
): Promise<Result<Refund, RefundRefusal>> {
  const { requestId, orderId, amount } = request;
  const payment = await deps.payments.findPayment(orderId);
  const session = payment && (await deps.sessions.find(payment.sessionId));
  assert(payment !== undefined && session !== undefined, "a refund request has its order");
  const made = await refundPayment(deps, {
    payment,
    session,
    amountMinor: amount.minor,
    idempotencyKey: refundKeyOf(requestId),
  });
  const result = made.ok
    ? { refundId: made.value.refund.refundId }
    : { refusal: made.refusal.code };
  await deps.approvals.recordDecision(request, requestId, result);
  return made.ok ? ok(made.value.refund) : made;
}

export async function rejectRequest(
  deps: Pick<DecideDeps, "approvals" | "clocks">,
  command: DecideCommand,
): Promise<Result<RefundRequest, Exclude<DecideRefusal, { code: "not_refunded" }>>> {
  const { scope, user, requestId } = command;
  const request = await deps.approvals.find(scope, requestId);
  if (request === undefined) return refused({ code: "unknown" });
  if (request.requestedBy === user.userId) return refused({ code: "own_request" });
  const rejected = await deps.approvals.decide(scope, requestId, {
    ...decisionOf(deps, command),
    state: "rejected",
  });
  return rejected === undefined ? refused({ code: "already_decided" }) : ok(rejected);
}

/**
 * True if a request is approved but its refund was neither made nor refused, because the process
 * ended in between.
 */
export function isUnfinished(request: RefundRequest): boolean {
  const { state, refundId, refusal } = request;
  return state === "approved" && refundId === undefined && refusal === undefined;
}

function decisionOf(
  { clocks }: Pick<DecideDeps, "clocks">,
  { scope, user }: Pick<DecideCommand, "scope" | "user">,
) {
  return { by: user.userId, decider: user.email, at: clocks.now(scope) };
}
