import type { AcquirerState, ReturnRequest } from "../../../payment/acquirer.ts";
import { decimalAmount } from "./amounts.ts";
import { packState } from "./state.ts";

/**
 * The state of a challenge: the terms for which it was opened. The return is compared with them,
 * because no bank signs all of them.
 */
export function challengeState(
  terms: Pick<ReturnRequest, "reference" | "amount" | "installmentCount">,
): AcquirerState {
  const { reference: order, amount, installmentCount } = terms;
  const charged = decimalAmount(amount);
  const count = String(installmentCount);
  return packState({ order, amount: charged, currency: amount.currency, count });
}

export function hasOpenedTerms(request: ReturnRequest): boolean {
  return request.state === challengeState(request);
}
