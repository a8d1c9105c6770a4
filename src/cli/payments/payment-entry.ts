import { toIso } from "../../kernel/clock.ts";
import type { Attempt } from "../../domain/payment/payment.ts";
import { paymentRecord } from "../../domain/payment/record.ts";
import type { Refund } from "../../domain/refund/refund.ts";
import type { PaymentHistory, EventHistory } from "../../domain/report/history.ts";

/** An attempt, refund or event of a payment, with the field names of the interface. */
export type Entry = Readonly<Record<string, string | number | null>>;

export function recordOf({ payment }: PaymentHistory) {
  return {
    ...paymentRecord(payment),
    session_id: payment.sessionId,
    state: payment.state,
    decline_reason: payment.declineReason ?? null,
  };
}

export function attemptEntry(attempt: Attempt): Entry {
  return {
    attempt_id: attempt.attemptId,
    kind: attempt.kind,
    state: attempt.state,
    amount: Number(attempt.amount.minor),
    currency: attempt.amount.currency,
    bank_reference: attempt.bankReference ?? null,
    auth_code: attempt.authCode ?? null,
    bank_code: attempt.bankCode ?? null,
    bank_message: attempt.bankMessage ?? null,
    md_status: attempt.mdStatus ?? null,
    inquiries: attempt.inquiries,
    created_at: toIso(attempt.createdAt),
  };
}

export function refundEntry(refund: Refund): Entry {
  return {
    refund_id: refund.refundId,
    state: refund.state,
    amount: Number(refund.amount.minor),
    currency: refund.amount.currency,
    decline_reason: refund.declineReason ?? null,
    created_at: toIso(refund.createdAt),
    updated_at: toIso(refund.updatedAt),
  };
}

export function eventEntry({ eventId, type, at, deliveries }: EventHistory): Entry {
  return {
    event_id: eventId,
    type,
    created_at: toIso(at),
    endpoints: deliveries.length,
    delivered: deliveries.filter(({ state }) => state === "delivered").length,
  };
}
