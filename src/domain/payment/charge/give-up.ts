import { abandon, type AbandonedPayment } from "./abandon.ts";
import { applyDecided } from "../outcome/apply-decided.ts";
import { confirmRedirect } from "./confirm-redirect.ts";
import { watchAttempt } from "../outcome/attempt-watch.ts";
import { authorizationInquiry } from "../outcome/inquiry.ts";
import type { PayDeps } from "./pay.ts";
import type { Payment } from "../payment.ts";
import { isRedirect } from "../outcome/redirect-deadline.ts";
import { undoAlone, undoNoteOf } from "../outcome/undo-alone.ts";

/**
 * Ends a payment whose customer turns away from the bank, or from a transfer that was not sent yet.
 * At a wallet, a lender or Papel the customer may have approved in another window, so the bank is
 * asked first: an approval counts, and an open page is closed before the payment ends. Only for
 * payments that are `challenged` or `awaiting_transfer`; returns the payment as it is afterwards.
 */
export async function giveUpPayment(deps: PayDeps, redirect: AbandonedPayment): Promise<Payment> {
  const { payment, attempt } = redirect;
  if (payment.paymentType === "bank_transfer") return abandon(deps, redirect);
  // Restored data may lack the charge, so recovery asks the bank for it.
  if (deps.restored.isBehind(payment.updatedAt)) return payment;
  const isCard = !isRedirect(payment.paymentType);
  if (isCard && !attempt.chargesInside) return abandon(deps, redirect);
  const acquirer = await deps.acquirers.byName(payment.acquirer);
  const inquiry = await authorizationInquiry(deps, attempt);
  const found = await acquirer.inquire(inquiry);
  if (isCard && (found.kind === "approved" || found.kind === "declined")) {
    return applyDecided(deps, { ...redirect, acquirer }, found);
  }
  if (!isCard && found.kind !== "challenge_open") {
    // The customer gives up here, so this inquiry follows no return from the provider's page.
    return confirmRedirect(deps, { ...redirect, acquirer, hasPassed: false });
  }
  const undone = await undoAlone(deps, {
    attempt,
    acquirer,
    inquiry,
    note: undoNoteOf(deps, payment),
  });
  if (undone === undefined) return payment;
  const { outcome } = undone;
  if (outcome.kind !== "undone" && outcome.kind !== "nothing_there") {
    // The undo has leased the attempt; recovery goes on with it now.
    await deps.payments.postpone(undone.attempt, deps.clocks.now(payment));
    return payment;
  }
  await watchAttempt(deps, attempt, acquirer);
  return abandon(deps, { ...redirect, attempt: undone.attempt });
}
