import type {
  AcquirerState,
  Declined,
  ReturnRequest,
  Unknown,
} from "../../domain/payment/acquirer.ts";
import { decimalAmount } from "./amounts.ts";
import { unreachable } from "./ask-bank.ts";
import { packState, unpackState } from "./state.ts";

/**
 * The state of a challenge: the terms for which it was opened, and the 3-D Secure model where the
 * protocol has several. The return is compared with the terms, because no bank signs all of them,
 * and read by the model, because the connection may have another one by then.
 */
export function challengeState(
  terms: Pick<ReturnRequest, "reference" | "amount" | "installmentCount">,
  model?: string,
): AcquirerState {
  const { reference: order, amount, installmentCount } = terms;
  const charged = decimalAmount(amount);
  const count = String(installmentCount);
  return packState({ order, amount: charged, currency: amount.currency, count, model });
}

/** The model under which a challenge was opened; undefined for a state without one. */
export function openedModel(state: AcquirerState | undefined): string | undefined {
  return unpackState(state)?.["model"];
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
  return request.state === challengeState(request, openedModel(request.state));
}
