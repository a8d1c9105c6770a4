import { endHolds } from "../../domain/payment/hold/end-holds.ts";
import type { Installation } from "../installation/installation.ts";
import type { Round } from "../runtime/job.ts";
import type { PaymentDeps } from "../runtime/payments.ts";

/** Announces holds that expire soon, and sends what ends them. */
export function endOpenHolds(
  deps: PaymentDeps,
  { refreshClocks }: Pick<Installation, "refreshClocks">,
): Round {
  return () => endHolds({ ...deps, refreshClocks });
}
