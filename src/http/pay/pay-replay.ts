import type { SessionId } from "../../kernel/ids.ts";
import type { KeptAnswer } from "../../kernel/keyed-answer.ts";
import type { Payment } from "../../domain/payment/payment.ts";
import type { PayResult } from "../../domain/payment/pay-result.ts";
import type { PaymentStore } from "../../domain/payment/ports.ts";
import { openDisplay, type SealDeps } from "../../domain/payment/sealed-outcome.ts";
import { statesAwaiting, type PaymentState } from "../../domain/payment/states.ts";
import type { IdempotencyWithAnswer } from "../../domain/payment/outcome/apply-outcome.ts";
import type { TransferStore } from "../../domain/transfer/ports.ts";
import { offerOf } from "../../domain/transfer/transfer-request.ts";
import { KEY_IN_USE, KEY_REUSED } from "../idempotency/idempotency-key.ts";
import type { Problem } from "../problem/problem.ts";

export type PayReplayDeps = SealDeps & {
  readonly payments: Pick<
    PaymentStore,
    "findIdempotency" | "findPayment" | "findAuthorization" | "keepAnswer"
  >;
  readonly transfers: Pick<TransferStore, "findRequest">;
};

/** The result for a key that its session has used before: the stored answer, or a problem. */
export type PayReplay =
  | { readonly kind: "answered"; readonly answer: KeptAnswer }
  | { readonly kind: "refused"; readonly problem: Problem };

/** A call of `pay` with an `Idempotency-Key`. */
export type KeyedPay = IdempotencyWithAnswer;

/** Returns undefined for a key that the session has not used yet. */
export async function findReplay(
  deps: PayReplayDeps,
  sessionId: SessionId,
  idempotency: IdempotencyWithAnswer,
): Promise<PayReplay | undefined> {
  const record = await deps.payments.findIdempotency(sessionId, idempotency.key);
  if (record === undefined) return undefined;
  if (record.fingerprint !== idempotency.fingerprint) {
    return { kind: "refused", problem: KEY_REUSED };
  }
  if (record.stored !== undefined) return { kind: "answered", answer: record.stored };
  const payment =
    record.orderId === undefined ? undefined : await deps.payments.findPayment(record.orderId);
  if (payment === undefined || UNDECIDED.has(payment.state)) {
    return { kind: "refused", problem: KEY_IN_USE };
  }
  // The rendered answer becomes the stored answer of the key, so that every later call gets it.
  const rendered = idempotency.render(await presentResult(deps, payment));
  const kept = await deps.payments.keepAnswer(payment, idempotency.key, rendered);
  return { kind: "answered", answer: kept ?? rendered };
}

/**
 * The states without an outcome: the first call with the key still runs, or its process died and
 * recovery will find the outcome.
 */
const UNDECIDED: ReadonlySet<PaymentState> = new Set(statesAwaiting("bank"));

/** The present result of a payment whose call ended before its answer was stored. */
async function presentResult(deps: PayReplayDeps, payment: Payment): Promise<PayResult> {
  const { orderId, state } = payment;
  if (state === "awaiting_transfer") {
    const request = await deps.transfers.findRequest(orderId);
    const transfer = request === undefined ? undefined : offerOf(request);
    return { payment, challenge: undefined, transfer };
  }
  if (state !== "challenged") return { payment, challenge: undefined };
  const attempt = await deps.payments.findAuthorization(orderId);
  const show = attempt && (await openDisplay(deps, attempt));
  const challenge = show === undefined ? undefined : ({ kind: "challenge", show } as const);
  return { payment, challenge };
}
