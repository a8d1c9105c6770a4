import { customerIdOf } from "../../session/customer-key.ts";
import { hasSessionExpired } from "../../session/session.ts";
import { later, type Instant } from "../../../kernel/clock.ts";
import { newAttemptId, newOrderId, type OrderId } from "../../../kernel/ids.ts";
import { ok, refused, type Result } from "../../../kernel/result.ts";
import type { SessionContext } from "../open-session.ts";
import { askInOrder, type BegunPayment } from "./ask-in-order.ts";
import { sentTo } from "../outcome/inquiry.ts";
import { resultOf, type PayResult } from "../pay-result.ts";
import type { HoldEnd } from "../../merchant/merchant.ts";
import { isSuspended } from "../../merchant/suspend-merchant.ts";
import { openAttempt, type Payment, type PaymentOrigin } from "../payment.ts";
import type { PaymentMethod } from "./payment-method.ts";
import type { Intent, IntentResult } from "../ports.ts";
import {
  answerUndecided,
  applyOutcome,
  type ApplyOutcomeDeps,
  type Idempotency,
} from "../outcome/apply-outcome.ts";
import type { MaySend } from "../outcome/sending-window.ts";
import { isSlow, patiently, type SlowCallsDeps } from "../slow-calls.ts";
import { isDecided } from "../states.ts";
import { callAbandonedMs } from "../timing.ts";
import { Restore, type RestoredDeps } from "../restoration.ts";
import type { UnsentIntentsDeps } from "./unsent-intents.ts";

/** A request to pay, common to all payment methods. */
export type PayCall = SessionContext & {
  readonly origin: PaymentOrigin;
  readonly idempotency: Idempotency | undefined;
  /** The client's network: an IPv4 address or an IPv6 /64. */
  readonly clientNetwork?: string | undefined;
  /** True if the call carries the merchant's API key. */
  readonly isMerchant?: boolean | undefined;
};

/** A call whose session was checked at `now`; `maySend` is the window that began then. */
type CheckedCall = PayCall & { readonly now: Instant; readonly maySend: MaySend };

export type SessionRefusal =
  /** `hasLeft`: the customer returned to the shop before the hour was over. */
  | { readonly code: "session_expired"; readonly at: Instant; readonly hasLeft?: boolean }
  | { readonly code: "merchant_suspended" }
  | { readonly code: "payment_in_progress"; readonly orderId: OrderId }
  | { readonly code: "session_already_paid"; readonly orderId: OrderId }
  /** Another call with the same Idempotency-Key came first; its stored answer counts. */
  | { readonly code: "idempotency_key_taken" };

/** Refuses a session that has expired, or whose merchant takes no payments. */
export function refuseSession(call: PayCall, now: Instant): SessionRefusal | undefined {
  const { session, merchant } = call;
  if (hasSessionExpired(session, now)) return { code: "session_expired", at: session.expiresAt };
  return isSuspended(merchant) ? { code: "merchant_suspended" } : undefined;
}

export type MakePaymentDeps = ApplyOutcomeDeps & SlowCallsDeps & UnsentIntentsDeps & RestoredDeps;

/**
 * Makes a payment by any payment method: the intent is committed before the bank is called, the
 * call runs outside any transaction, and the answer leaves after the outcome is committed, or as
 * `processing` before a slow bank's outcome.
 */
export async function makePayment(
  deps: MakePaymentDeps,
  call: CheckedCall,
  method: PaymentMethod,
): Promise<Result<PayResult, SessionRefusal>> {
  const { preparation } = method;
  const { maySend } = call;
  if (deps.restored.hasClosed(call.session)) {
    return refused({ code: "session_expired", at: call.now, hasLeft: true });
  }
  const plain = intentOf(deps, call, method);
  const intent = preparation === undefined ? plain : await preparation.begin(plain);
  const recorded = await record(deps, call, intent);
  if (recorded.kind !== "recorded") await preparation?.undo(intent);
  if (recorded.kind === "key_taken") return refused({ code: "idempotency_key_taken" });
  if (recorded.kind === "session_closed") {
    const hasLeft = recorded.at < call.session.expiresAt;
    const at = hasLeft ? recorded.at : call.session.expiresAt;
    return refused({ code: "session_expired", at, hasLeft });
  }
  if (recorded.kind === "session_taken") {
    const code = isDecided(recorded.state) ? "session_already_paid" : "payment_in_progress";
    return refused({ code, orderId: recorded.orderId });
  }

  const slowest = method.acquirers.find(isSlow) ?? method.acquirers[0];
  const finished = await patiently(deps, slowest, finish(deps, call, { intent, method, maySend }));
  return ok(finished ?? (await answerUndecided(deps, call.idempotency, intent.payment)));
}

async function record(
  deps: MakePaymentDeps,
  { session, idempotency }: PayCall,
  intent: Intent,
): Promise<IntentResult> {
  try {
    return await deps.payments.recordIntent(intent);
  } catch (error) {
    // The commit may have happened nevertheless.
    const isRefused = error instanceof Restore;
    if (!isRefused) deps.unsentIntents.add({ ...intent, session, idempotency });
    throw error;
  }
}

/** Asks the bank and applies its outcome, also after the customer was answered. */
async function finish(
  deps: ApplyOutcomeDeps,
  call: PayCall,
  begun: BegunPayment,
): Promise<PayResult> {
  const asked = await askInOrder(deps, begun);
  const { outcome, acquirer } = asked;
  const applied = await applyOutcome(
    deps,
    {
      payment: asked.intent.payment,
      session: call.session,
      attempt: asked.intent.attempt,
      acquirer,
      idempotency: call.idempotency,
    },
    outcome,
  );
  return { answer: applied.answer, ...resultOf(applied.payment, outcome) };
}

/** The merchant's setting counts as it is now, whatever is changed before the hold's end. */
function holdEndOf(
  { session, merchant }: PayCall,
  { captureMethod }: PaymentMethod["terms"],
): HoldEnd | undefined {
  if (captureMethod !== "manual") return undefined;
  return session.onHoldEnd ?? merchant.settings.onHoldEnd;
}

function intentOf(
  deps: ApplyOutcomeDeps,
  call: PayCall & { readonly now: Instant },
  { terms, acquirers: [acquirer] }: PaymentMethod,
): Intent {
  const { session, now } = call;
  const { merchantId } = session;
  const source = { now, random: deps.random };
  const payment: Payment = {
    merchantId,
    orderId: newOrderId(merchantId, source),
    sessionId: session.sessionId,
    mode: session.mode,
    state: "calling",
    amount: session.amount,
    chargedAmount: terms.chargedAmount,
    capturedMinor: 0n,
    refundedMinor: 0n,
    paymentType: terms.paymentType,
    installmentCount: terms.installmentCount,
    captureMethod: terms.captureMethod,
    onHoldEnd: holdEndOf(call, terms),
    captureBefore: undefined,
    origin: call.origin,
    acquirer: terms.acquirer,
    card: terms.card,
    cardToken: terms.cardToken,
    threeDSecure: terms.threeDSecure,
    declineReason: undefined,
    clientNetwork: call.clientNetwork,
    customerId: customerIdOf(session.customer),
    reference: session.reference,
    undoSentAt: undefined,
    createdAt: now,
    updatedAt: now,
  };
  const attemptId = newAttemptId(merchantId, source);
  const attempt = openAttempt({
    merchantId,
    attemptId,
    orderId: payment.orderId,
    kind: "authorize",
    amount: payment.chargedAmount,
    ...(acquirer === undefined ? {} : sentTo(acquirer, attemptId)),
    lacksCvc: terms.lacksCvc,
    createdAt: now,
    dueAt: later(now, callAbandonedMs(acquirer?.capabilities)),
  });
  return { payment, attempt, idempotency: call.idempotency };
}
