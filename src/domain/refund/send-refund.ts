import { money } from "../../kernel/money.ts";
import type { Declined, ModificationOutcome } from "../payment/acquirer.ts";
import {
  modificationRequest,
  type ModificationDeps,
} from "../payment/modification/modification.ts";
import type { Attempt, Payment } from "../payment/payment.ts";
import { NOT_SENT_IN_TIME, type MaySend } from "../payment/outcome/sending-window.ts";

/** The decline of a partial refund at a bank that refunds whole amounts only. */
const WHOLE_ONLY: Declined = {
  kind: "declined",
  reason: "general_error",
  bankCode: "",
  bankMessage: "This bank refunds the whole amount only.",
};

/** Sends the request of a refund; a repetition for the same attempt is the same request. */
export async function sendRefund(
  deps: ModificationDeps,
  payment: Payment,
  { attempt, maySend }: { readonly attempt: Attempt; readonly maySend: MaySend },
): Promise<ModificationOutcome> {
  const { chargedAmount, capturedMinor, refundedMinor } = payment;
  const acquirer = await deps.acquirers.byName(payment.acquirer);
  const isPartial = attempt.amount.minor < capturedMinor;
  if (isPartial && !acquirer.capabilities.refund.partial) return WHOLE_ONLY;
  const request = {
    captured: money(capturedMinor, chargedAmount.currency),
    refundedBefore: money(refundedMinor, chargedAmount.currency),
    ...(await modificationRequest(deps, attempt)),
  };
  return maySend() ? acquirer.refund(request) : NOT_SENT_IN_TIME;
}
