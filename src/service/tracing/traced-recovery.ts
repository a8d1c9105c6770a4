import type { Recoverer, RecoveryDeps } from "../../domain/payment/recovery/recover.ts";
import type { KeptContexts } from "./kept-contexts.ts";
import { traced, type Tracer } from "./tracer.ts";

type RecoveryParts = { readonly tracer: Tracer; readonly contexts: KeptContexts };

type Recoverers = RecoveryDeps["recoverers"];

/** Records the recovery of each attempt below the request that began it. */
export function tracedRecoverers(parts: RecoveryParts, recoverers: Recoverers): Recoverers {
  return {
    authorize: tracedRecoverer(parts, recoverers.authorize),
    capture: tracedRecoverer(parts, recoverers.capture),
    void: tracedRecoverer(parts, recoverers.void),
    refund: tracedRecoverer(parts, recoverers.refund),
    undo: tracedRecoverer(parts, recoverers.undo),
  };
}

function tracedRecoverer({ tracer, contexts }: RecoveryParts, recover: Recoverer): Recoverer {
  return async (attempt) => {
    const { merchantId, attemptId, orderId, kind } = attempt;
    const parent =
      (await contexts.find({ merchantId, subjectId: attemptId })) ??
      (await contexts.find({ merchantId, subjectId: orderId }));
    if (parent === undefined) return recover(attempt);
    const attributes = {
      "vezne.merchant.id": merchantId,
      "vezne.order.id": orderId,
      "vezne.attempt.id": attemptId,
      "vezne.attempt.inquiries": attempt.inquiries,
    };
    const start = { name: `recover ${kind}`, attributes, parent };
    return traced(tracer, start, () => recover(attempt));
  };
}
