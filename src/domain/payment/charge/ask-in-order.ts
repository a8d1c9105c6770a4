import { later, type Instant } from "../../../kernel/clock.ts";
import { newAttemptId } from "../../../kernel/ids.ts";
import { errorMessage } from "../../../kernel/thrown.ts";
import type { Acquirer, Declined } from "../acquirer.ts";
import type { ApplyOutcomeDeps } from "../outcome/apply-outcome.ts";
import { sentTo } from "../outcome/inquiry.ts";
import type { PaymentMethod } from "./payment-method.ts";
import type { Outcome } from "../pay-result.ts";
import { openAttempt, type Attempt } from "../payment.ts";
import type { Intent } from "../ports.ts";
import { NOT_SENT_IN_TIME, sendingWindow, type MaySend } from "../outcome/sending-window.ts";
import { callAbandonedMs } from "../timing.ts";

/** A payment whose intent is committed. */
export type BegunPayment = {
  readonly intent: Intent;
  readonly method: PaymentMethod;
  readonly maySend: MaySend;
};

export type AskedAcquirer = {
  /** The intent with the last attempt. */
  readonly intent: Intent;
  readonly acquirer: Acquirer | undefined;
  readonly outcome: Outcome;
};

/**
 * Asks the acquirers of a payment one after the other until one has received the request. Each
 * gets an attempt of its own, committed before its call. A request whose outcome is unknown is
 * never sent to another acquirer, because it may have been charged.
 */
export async function askInOrder(
  deps: ApplyOutcomeDeps,
  first: BegunPayment,
): Promise<AskedAcquirer> {
  let { intent, maySend } = first;
  const { method } = first;
  const { acquirers } = method;
  for (const [index, acquirer] of acquirers.entries()) {
    const outcome = maySend() ? await method.ask(intent, acquirer) : NOT_SENT_IN_TIME;
    const next = acquirers[index + 1];
    const asked = { intent, acquirer, outcome };
    if (next === undefined || !reachedNoBank(outcome)) return asked;
    maySend = sendingWindow(deps, intent.payment);
    const replaced = await replace(deps, intent, { acquirer: next, declined: outcome });
    if (replaced === undefined) return asked;
    intent = replaced;
  }
  return { intent, acquirer: undefined, outcome: await method.ask(intent, undefined) };
}

function reachedNoBank(outcome: Outcome): outcome is Declined {
  return outcome.kind === "declined" && outcome.retry === "same_request";
}

type Replacement = { readonly acquirer: Acquirer; readonly declined: Declined };

/** Returns the intent with a new attempt at the next acquirer, or undefined if it isn't stored. */
async function replace(
  deps: ApplyOutcomeDeps,
  { payment, attempt, idempotency }: Intent,
  { acquirer, declined }: Replacement,
): Promise<Intent | undefined> {
  const { merchantId, orderId } = payment;
  const now = afterAttempt(attempt, deps.clocks.now(payment));
  const attemptId = newAttemptId(merchantId, { now, random: deps.random });
  const next = openAttempt({
    merchantId,
    attemptId,
    orderId,
    kind: "authorize",
    amount: attempt.amount,
    ...sentTo(acquirer, attemptId),
    lacksCvc: attempt.lacksCvc,
    createdAt: now,
    dueAt: later(now, callAbandonedMs(acquirer.capabilities)),
  });
  const { bankCode, bankMessage } = declined;
  const ended = { ...attempt, state: "declined", bankCode, bankMessage, dueAt: undefined } as const;
  try {
    const isStored = await deps.payments.replaceAttempt(payment, { ended, attempt: next });
    if (!isStored) return undefined;
  } catch (error) {
    // A commit whose confirmation was lost may have stored the attempt; recovery ends it then.
    deps.report("the next acquirer was not asked, because its attempt could not be stored", {
      order_id: orderId,
      error: errorMessage(error),
    });
    return undefined;
  }
  return { payment: { ...payment, acquirer: acquirer.name }, attempt: next, idempotency };
}

/**
 * A moment later than the attempt's beginning: attempts are read in the order of their times, and
 * a bank that is down fails within the same millisecond.
 */
function afterAttempt({ createdAt }: Attempt, now: Instant): Instant {
  return now > createdAt ? now : later(createdAt, 1);
}
