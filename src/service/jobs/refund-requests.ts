import { readUnfinished } from "../../store/refund/approval-store.ts";
import { finishRequests } from "../../domain/refund/finish-requests.ts";
import type { Installation } from "../installation/installation.ts";
import type { Round } from "../runtime/job.ts";
import type { PaymentDeps } from "../runtime/payments.ts";

/** Makes the refunds of approved requests that an ended process has left. */
export function finishRefundRequests(
  deps: PaymentDeps,
  { approvals, groups }: Pick<Installation, "approvals" | "groups">,
): Round {
  const unfinished = async () => (await groups.each(readUnfinished)).flat();
  return async () => {
    await finishRequests({ ...deps, approvals, unfinished });
    return false;
  };
}
