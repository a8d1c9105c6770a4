import type {
  InquiryOutcome,
  ModificationOutcome,
  Unknown,
} from "../../domain/payment/acquirer.ts";
import { unknown } from "./ask-bank.ts";

const CAUSE = "already_done_";

/**
 * The outcome of a capture, void or refund that the bank refuses because the order is captured,
 * cancelled or returned already, or has too little left. An earlier delivery of the same message
 * may be the cause, so only the inquiry tells whether the bank has carried it out.
 */
export function alreadyDone(code: string): Unknown {
  return unknown(`${CAUSE}${code.slice(0, 16)}`);
}

export function isAlreadyDone(outcome: ModificationOutcome): boolean {
  return outcome.kind === "unknown" && outcome.cause.startsWith(CAUSE);
}

/**
 * Asks at once about a refund that the bank refused as already done. It is for banks whose inquiry
 * shows only some refunds, which the core therefore does not ask; what stays unclear is unknown.
 */
export async function askIfDone(
  outcome: ModificationOutcome,
  inquire: () => Promise<InquiryOutcome>,
): Promise<ModificationOutcome> {
  if (!isAlreadyDone(outcome)) return outcome;
  const found = await inquire();
  return found.kind === "approved" ? found : outcome;
}
