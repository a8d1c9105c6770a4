import type { Session } from "../../session/session.ts";
import type { Currency } from "../../../kernel/currency.ts";
import { ok, refused, type Result } from "../../../kernel/result.ts";
import type { Challenge, Declined, RedirectMethods, Unknown } from "../acquirer.ts";
import { offerQuery } from "../acquirer-directory.ts";
import { referenceOf } from "../outcome/inquiry.ts";
import { makePayment, refuseSession, type PayCall, type SessionRefusal } from "./make-payment.ts";
import type { PaymentTerms } from "./payment-method.ts";
import type { PayDeps } from "./pay.ts";
import type { PayResult } from "../pay-result.ts";
import type { Intent } from "../ports.ts";
import type { RedirectMethod, RedirectOffers } from "../redirect-methods.ts";
import { redirectDeadline } from "../outcome/redirect-deadline.ts";
import { sendingWindow } from "../outcome/sending-window.ts";

/** The payment method that the customer chose, with the chosen offer. */
export type RedirectChoice =
  | { readonly method: "wallet"; readonly walletId: string }
  | {
      readonly method: "shopping_credit";
      readonly bankCode: string;
      readonly installmentCount: number;
    }
  | { readonly method: "papel" };

export type PayByRedirect = PayCall & { readonly choice: RedirectChoice };

export type RedirectRefusal =
  | SessionRefusal
  | { readonly code: "acquirer_not_configured" }
  | {
      readonly code: "payment_type_not_available";
      readonly paymentType: RedirectMethod;
      readonly currency: Currency;
    }
  | { readonly code: "unknown_wallet"; readonly choices: readonly string[] }
  | { readonly code: "unknown_bank"; readonly choices: readonly string[] }
  | CreditRefusal;

/**
 * The session's amount or the installment count is outside the lender's bounds, which are
 * inclusive; `minMinor` and `maxMinor` are in minor units.
 */
export type CreditRefusal =
  | {
      readonly code: "credit_amount_out_of_range";
      readonly minMinor: bigint;
      readonly maxMinor: bigint;
    }
  | { readonly code: "credit_installments_out_of_range"; readonly max: number };

/**
 * Pays a session at the page of a wallet, a lender or Papel (spec 4.3): the customer is sent there,
 * and the money moves when the customer approves.
 */
export async function payByRedirect(
  deps: PayDeps,
  command: PayByRedirect,
): Promise<Result<PayResult, RedirectRefusal>> {
  const now = deps.clocks.now(command.session);
  const maySend = sendingWindow(deps, command.session);
  const closed = refuseSession(command, now);
  if (closed !== undefined) return refused(closed);
  const { session, choice } = command;
  const acquirers = await deps.acquirers.choose({ ...offerQuery(command), purpose: "charge" });
  const acquirer = acquirers.find(({ redirects }) => redirects !== undefined);
  const methods = acquirer?.redirects;
  if (acquirers.length === 0) return refused({ code: "acquirer_not_configured" });
  if (acquirer === undefined || methods === undefined) {
    return refused(notAvailable(choice.method, session));
  }
  const chosen = chooseOffer(choice, methods.offers(session.amount.currency), session);
  if (!chosen.ok) return chosen;
  const { provider } = chosen.value;
  return makePayment(
    deps,
    { ...command, now, maySend },
    {
      terms: termsOf(command, chosen.value, acquirer.name),
      acquirers: [acquirer],
      ask: (intent) => beginRedirect(deps, methods, { ...command, provider, intent }),
    },
  );
}

type ChosenOffer = { readonly provider: string; readonly installmentCount: number };

function chooseOffer(
  choice: RedirectChoice,
  offers: RedirectOffers,
  session: Session,
): Result<ChosenOffer, RedirectRefusal> {
  switch (choice.method) {
    case "wallet": {
      const choices = offers.wallets.map(({ walletId }) => walletId);
      if (choices.length === 0) return refused(notAvailable("wallet", session));
      return choices.includes(choice.walletId)
        ? ok({ provider: choice.walletId, installmentCount: 1 })
        : refused({ code: "unknown_wallet", choices });
    }
    case "shopping_credit":
      return chooseCredit(choice, offers, session);
    case "papel":
      return offers.papel
        ? ok({ provider: "papel", installmentCount: 1 })
        : refused(notAvailable("papel", session));
  }
}

function chooseCredit(
  choice: RedirectChoice & { readonly method: "shopping_credit" },
  { lenders }: RedirectOffers,
  session: Session,
): Result<ChosenOffer, RedirectRefusal> {
  if (lenders.length === 0) return refused(notAvailable("shopping_credit", session));
  const { bankCode, installmentCount } = choice;
  const lender = lenders.find((one) => one.bankCode === bankCode);
  if (lender === undefined) {
    const choices = lenders.map((one) => one.bankCode);
    return refused({ code: "unknown_bank", choices });
  }
  const { minMinor, maxMinor, maxInstallments } = lender;
  const { minor } = session.amount;
  if (minor < minMinor || minor > maxMinor) {
    return refused({ code: "credit_amount_out_of_range", minMinor, maxMinor });
  }
  return installmentCount > maxInstallments
    ? refused({ code: "credit_installments_out_of_range", max: maxInstallments })
    : ok({ provider: bankCode, installmentCount });
}

function notAvailable(paymentType: RedirectMethod, session: Session): RedirectRefusal {
  const { currency } = session.amount;
  return { code: "payment_type_not_available", paymentType, currency };
}

function termsOf(command: PayByRedirect, chosen: ChosenOffer, acquirer: string): PaymentTerms {
  return {
    paymentType: command.choice.method,
    chargedAmount: command.session.amount,
    installmentCount: chosen.installmentCount,
    // Only a card payment can be preauthorised and captured later.
    captureMethod: "automatic",
    card: undefined,
    threeDSecure: false,
    acquirer,
  };
}

type RedirectStart = PayByRedirect & { readonly provider: string; readonly intent: Intent };

function beginRedirect(
  deps: PayDeps,
  methods: RedirectMethods,
  redirect: RedirectStart,
): Promise<Challenge | Declined | Unknown> {
  const { session } = redirect;
  const { payment, attempt } = redirect.intent;
  return methods.begin({
    ...referenceOf(attempt),
    orderId: payment.orderId,
    method: redirect.choice.method,
    provider: redirect.provider,
    amount: payment.chargedAmount,
    installmentCount: payment.installmentCount,
    returnUrl: deps.returnUrl(attempt.attemptId),
    merchantName: redirect.merchant.name,
    language: session.language,
    expiresAt: redirectDeadline(payment, session),
  });
}
