import { hasExpired, summarizeCard, type CardDetails } from "../card/card-details.ts";
import { cvcLength, isCardNumber } from "../card/card-number.ts";
import { hasSessionExpired } from "../checkout/session.ts";
import { later, type Instant } from "../kernel/clock.ts";
import { newAttemptId, newOrderId, type OrderId } from "../kernel/ids.ts";
import { money } from "../kernel/money.ts";
import { ok, refused, type Result } from "../kernel/result.ts";
import type { Acquirer, AuthorizeOutcome, Challenge } from "./acquirer.ts";
import type { SessionContext } from "./open-session.ts";
import type { Attempt, Payment, PaymentOrigin } from "./payment.ts";
import type { AcquirerDirectory, Intent } from "./ports.ts";
import { settle, type AnswerMaker, type SettleDeps } from "./settle.ts";
import { PUBLIC_STATUS } from "./states.ts";
import { CALL_ABANDONED_MS } from "./timing.ts";
import type { AttemptId } from "../kernel/ids.ts";

export type PayDeps = SettleDeps & {
  readonly acquirers: AcquirerDirectory;
  /** Where the bank sends the customer's browser back to. */
  readonly returnUrl: (attemptId: AttemptId) => string;
};

export type PayByCard = SessionContext & {
  readonly origin: PaymentOrigin;
  readonly card: CardDetails;
  /** What the client asks for; the merchant's policy and our own pages may raise it. */
  readonly threeDSecure: boolean;
  readonly installmentCount: number;
  readonly idempotency: AnswerMaker | undefined;
};

export type PayRefusal =
  | { readonly code: "session_expired"; readonly at: Instant }
  | { readonly code: "payment_in_progress"; readonly orderId: OrderId }
  | { readonly code: "session_already_paid"; readonly orderId: OrderId }
  | { readonly code: "invalid_card_number" }
  | { readonly code: "card_expired" }
  | { readonly code: "invalid_cvc"; readonly digits: number }
  | { readonly code: "installment_not_available" }
  | { readonly code: "acquirer_not_configured" }
  /** Another call with the same Idempotency-Key came first; its record says what became of it. */
  | { readonly code: "idempotency_key_taken" };

/** A payment under way or ended, and the bank's form if the customer must go there. */
export type PayResult = {
  readonly payment: Payment;
  readonly challenge: Challenge | undefined;
};

/**
 * Pays a session by card (spec 4.3). The intent is committed before the bank is called, the call
 * runs outside any transaction, and the answer leaves after the outcome is committed.
 */
export async function payByCard(
  deps: PayDeps,
  command: PayByCard,
): Promise<Result<PayResult, PayRefusal>> {
  const now = deps.clock.now();
  const refusal = refuseEarly(command, now);
  if (refusal !== undefined) return refused(refusal);
  const acquirer = deps.acquirers.choose(command.merchant, command.session);
  if (acquirer === undefined) return refused({ code: "acquirer_not_configured" });

  const intent = intentOf(deps, command, { acquirer, now });
  const recorded = await deps.payments.recordIntent(intent);
  if (recorded.kind === "key_taken") return refused({ code: "idempotency_key_taken" });
  if (recorded.kind === "session_taken") {
    const open =
      PUBLIC_STATUS[recorded.state] === "processing" || recorded.state === "awaiting_transfer";
    const code = open ? "payment_in_progress" : "session_already_paid";
    return refused({ code, orderId: recorded.orderId });
  }

  const outcome = await askBank(deps, command, { acquirer, intent });
  const { attemptId } = intent.attempt;
  const payment = await settle(
    deps,
    {
      payment: intent.payment,
      session: command.session,
      attemptId,
      acquirer,
      answer: command.idempotency,
    },
    outcome,
  );
  const challenge =
    outcome.kind === "challenge" && payment.state === "challenged" ? outcome : undefined;
  return ok({ payment, challenge });
}

function refuseEarly(command: PayByCard, now: Instant): PayRefusal | undefined {
  const { session, card, installmentCount } = command;
  if (hasSessionExpired(session, now)) return { code: "session_expired", at: session.expiresAt };
  if (!isCardNumber(card.number.reveal())) return { code: "invalid_card_number" };
  if (hasExpired(card.expiry, now)) return { code: "card_expired" };
  const digits = cvcLength(summarizeCard(card.number).brand);
  if (card.cvc !== undefined && card.cvc.reveal().length !== digits) {
    return { code: "invalid_cvc", digits };
  }
  return installmentCount === 1 ? undefined : { code: "installment_not_available" };
}

function needsThreeDSecure(command: PayByCard): boolean {
  const { origin, merchant, threeDSecure } = command;
  return threeDSecure || origin !== "api" || merchant.settings.threeDSecure === "always";
}

function intentOf(
  deps: PayDeps,
  command: PayByCard,
  call: { readonly acquirer: Acquirer; readonly now: Instant },
): Intent {
  const { session, card, idempotency } = command;
  const { merchantId, sessionId } = session;
  const source = { now: call.now, random: deps.random };
  const orderId = newOrderId(merchantId, source);
  const payment: Payment = {
    merchantId,
    orderId,
    sessionId,
    mode: session.mode,
    state: "calling",
    amount: session.amount,
    chargedAmount: session.amount,
    capturedMinor: 0n,
    refundedMinor: 0n,
    paymentType: "creditcard",
    installmentCount: command.installmentCount,
    captureMethod: session.captureMethod,
    origin: command.origin,
    acquirer: call.acquirer.name,
    card: summarizeCard(card.number),
    threeDSecure: needsThreeDSecure(command),
    declineReason: undefined,
    customerId: session.customer.customer_id,
    createdAt: call.now,
    updatedAt: call.now,
  };
  const attempt: Attempt = {
    merchantId,
    attemptId: newAttemptId(merchantId, source),
    orderId,
    kind: "authorize",
    state: "open",
    amount: payment.chargedAmount,
    bankReference: undefined,
    authCode: undefined,
    bankCode: undefined,
    bankMessage: undefined,
    mdStatus: undefined,
    bankForm: undefined,
    createdAt: call.now,
    dueAt: later(call.now, CALL_ABANDONED_MS),
    inquiries: 0,
  };
  return { payment, attempt, idempotency };
}

function askBank(
  deps: PayDeps,
  command: PayByCard,
  call: { readonly acquirer: Acquirer; readonly intent: Intent },
): Promise<AuthorizeOutcome | Challenge> {
  const { payment, attempt } = call.intent;
  const request = {
    merchantId: payment.merchantId,
    attemptId: attempt.attemptId,
    orderId: payment.orderId,
    kind: authorizationKind(payment),
    amount: money(payment.chargedAmount.minor, payment.chargedAmount.currency),
    installmentCount: payment.installmentCount,
    card: command.card,
  };
  if (!payment.threeDSecure) return call.acquirer.authorize(request);
  return call.acquirer.beginChallenge({
    ...request,
    returnUrl: deps.returnUrl(attempt.attemptId),
    merchantName: command.merchant.name,
    language: command.session.language,
  });
}

/** A manual capture only holds the amount (extension of contract 3). */
export function authorizationKind(payment: Payment): "sale" | "preauth" {
  return payment.captureMethod === "manual" ? "preauth" : "sale";
}
