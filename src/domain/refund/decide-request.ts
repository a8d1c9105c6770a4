import { assert } from "../../kernel/assert.ts";
import type { Clock } from "../../kernel/clock.ts";
import { refused, ok, type Result } from "../../kernel/result.ts";
import {
  reasonAgainstDecider,
  type AccessGrantStore,
  type NotIndependent,
} from "../merchant/independence.ts";
import type { AuditEntry } from "../merchant/audit.ts";
import type { Scope } from "../merchant/scope.ts";
import type { User } from "../merchant/user.ts";
import type { FindOrderDeps } from "../payment/find-order.ts";
import { refundKeyOf, type ApprovalStore, type RefundRequest } from "./approval.ts";
import { refundPayment, type RefundDeps, type RefundRefusal } from "./refund-payment.ts";
import type { Refund } from "./refund.ts";

export type ApprovedDeps = RefundDeps & FindOrderDeps & { readonly approvals: ApprovalStore };

export type DecideDeps = ApprovedDeps & {
  readonly accessGrants: AccessGrantStore;
  /** The real time: a sandbox's clock must not end the day in which access ties two users. */
  readonly clock: Clock;
};

export type DecideCommand = {
  readonly scope: Scope;
  readonly user: User;
  readonly requestId: string;
  /** The entry of the audit log, which is written with the decision. */
  readonly entry: AuditEntry;
};

export type DecideRefusal =
  | { readonly code: "unknown" }
  | NotIndependent
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
  const against = await reasonAgainst(deps, request, user);
  if (against !== undefined) return refused(against);
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
  deps: ApprovedDeps,
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
  deps: Pick<DecideDeps, "approvals" | "accessGrants" | "clock" | "clocks">,
  command: DecideCommand,
): Promise<Result<RefundRequest, Exclude<DecideRefusal, { code: "not_refunded" }>>> {
  const { scope, user, requestId } = command;
  const request = await deps.approvals.find(scope, requestId);
  if (request === undefined) return refused({ code: "unknown" });
  const against = await reasonAgainst(deps, request, user);
  if (against !== undefined) return refused(against);
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

function reasonAgainst(
  deps: Pick<DecideDeps, "accessGrants" | "clock">,
  { requestedBy }: RefundRequest,
  decider: User,
): Promise<NotIndependent | undefined> {
  return reasonAgainstDecider(deps, { requester: requestedBy, decider }, deps.clock.now());
}

function decisionOf(
  { clocks }: Pick<DecideDeps, "clocks">,
  { scope, user, entry }: Omit<DecideCommand, "requestId">,
) {
  return { by: user.userId, decider: user.email, at: clocks.now(scope), entry };
}
