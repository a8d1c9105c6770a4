import { abandon, type AbandonedPayment } from "./abandon.ts";
import { confirmRedirect } from "./confirm-redirect.ts";
import type { PayDeps } from "./pay.ts";
import type { Payment } from "./payment.ts";
import { isRedirect } from "./redirect-deadline.ts";

/**
 * Ends a payment whose customer turns away from the bank, or from a transfer that was not sent yet.
 * At a wallet, a lender or Papel the customer may have approved in another window, so the bank is
 * asked first: an approval counts, and an open page is closed before the payment ends. Only for
 * payments that are `challenged` or `awaiting_transfer`; returns the payment as it is afterwards.
 */
export async function giveUpPayment(deps: PayDeps, redirect: AbandonedPayment): Promise<Payment> {
  const { payment, attempt } = redirect;
  if (!isRedirect(payment.paymentType)) return abandon(deps, redirect);
  const acquirer = deps.acquirers.byName(payment.acquirer);
  const found = await acquirer.inquire(attempt);
  if (found.kind !== "challenge_open") {
    // The customer gives up here, so this inquiry follows no return from the provider's page.
    return confirmRedirect(deps, { ...redirect, acquirer, hasPassed: false });
  }
  const undone = await acquirer.reverse(attempt);
  return undone.kind === "reversed" ? abandon(deps, redirect) : payment;
}
