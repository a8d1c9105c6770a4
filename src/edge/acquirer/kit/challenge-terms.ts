import type { AcquirerState, Declined, ReturnRequest, Unknown } from "../../../payment/acquirer.ts";
import { decimalAmount } from "./amounts.ts";
import { unreachable } from "./ask-bank.ts";
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

/**
 * The outcome of a start of 3-D Secure without an answer, at a bank that charges only by our
 * message after the return: the customer gets no page, so nothing is charged, and another bank may
 * be asked.
 */
export function notOpened({ cause }: Unknown): Declined {
  return unreachable(cause);
}

export function hasOpenedTerms(request: ReturnRequest): boolean {
  return request.state === challengeState(request);
}
