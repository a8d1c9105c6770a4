import type { FailedItems } from "../job/ports.ts";
import { tryItem, type TryDeps } from "../job/try-item.ts";
import { DAY, MINUTE } from "../../kernel/clock.ts";
import type { RestoredDeps } from "../payment/restoration.ts";
import type { RefundRequest } from "./approval.ts";
import { refundApproved, type ApprovedDeps } from "./decide-request.ts";

/** An approved request whose refund was neither recorded nor refused. */
export type UnfinishedRequest = {
  readonly request: RefundRequest;
  /** True if its refund exists, and only the record with the request is missing. */
  readonly isMade: boolean;
  /** True if the payment has got another refund since the approval. */
  readonly isOvertaken: boolean;
};

export type FinishDeps = ApprovedDeps &
  RestoredDeps &
  Omit<TryDeps, "failedItems"> & {
    readonly failedItems: FailedItems;
    readonly unfinished: () => Promise<readonly UnfinishedRequest[]>;
  };

/** Until then the process that took the approval may be about to make the refund. */
const LEFT_ALONE_MS = MINUTE;
/** A refund that is missing for longer may have been made elsewhere, so a person decides. */
const FINISHED_WITHIN_MS = DAY;

/**
 * Makes the refunds of approved requests that a process left, because it ended after the approval.
 * A request is left to a person if its refund may have been made in another way meanwhile: if the
 * payment has got another refund, if a day has passed, or if the database was restored since.
 */
export async function finishRequests(deps: FinishDeps): Promise<void> {
  if (deps.restored.isOpen) return;
  const due = (await deps.unfinished()).filter((one) => isDue(deps, one));
  if (due.length === 0) return;
  const failed = new Map(
    (await deps.failedItems.of("refund_request")).map(({ item }) => [item.itemId, item.dueAt]),
  );
  for (const { request } of due) {
    const { merchantId, requestId } = request;
    const dueAt = failed.get(requestId);
    if (dueAt !== undefined && dueAt > deps.clock.now()) continue;
    await tryItem(deps, {
      key: { kind: "refund_request", merchantId, itemId: requestId },
      hasFailed: dueAt !== undefined,
      work: () => finish(deps, request),
    });
  }
}

function isDue(
  { clocks, restored }: Pick<FinishDeps, "clocks" | "restored">,
  { request, isMade, isOvertaken }: UnfinishedRequest,
): boolean {
  const { decision } = request;
  if (decision === undefined) return false;
  const age = clocks.now(request) - decision.at;
  if (age < LEFT_ALONE_MS) return false;
  return isMade || (!isOvertaken && age <= FINISHED_WITHIN_MS && !restored.isBehind(decision.at));
}

async function finish(deps: FinishDeps, request: RefundRequest): Promise<void> {
  const { requestId, orderId } = request;
  const made = await refundApproved(deps, request);
  const result = made.ok ? { refund_id: made.value.refundId } : { refusal: made.refusal.code };
  deps.report("approved refund request finished", {
    request_id: requestId,
    order_id: orderId,
    ...result,
  });
}
