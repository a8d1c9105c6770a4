import type { Session } from "../session/session.ts";
import { toIso } from "../../kernel/clock.ts";
import { publicDeclineCode } from "../payment/decline.ts";
import type { Payment } from "../payment/payment.ts";
import { paymentRecord } from "../payment/record.ts";
import { refundStatus, type Refund } from "./refund.ts";

/** The refund as it leaves the service (spec 2.8); `amount` in minor units. */
export type RefundRecord = {
  readonly refund_id: string;
  readonly order_id: string;
  readonly status: string;
  readonly amount: number;
  readonly currency: string;
  readonly created_at: string;
  readonly code?: string;
};

export function refundRecord(refund: Refund): RefundRecord {
  const { declineReason } = refund;
  return {
    refund_id: refund.refundId,
    order_id: refund.orderId,
    status: refundStatus(refund),
    amount: Number(refund.amount.minor),
    currency: refund.amount.currency,
    created_at: toIso(refund.createdAt),
    ...(declineReason === undefined ? {} : { code: publicDeclineCode(declineReason) }),
  };
}

/** Returns the event data of a refund: its record, the payment's, and the session's metadata. */
export function refundEventData(
  refund: Refund,
  source: { readonly payment: Payment; readonly session: Session },
): Readonly<Record<string, unknown>> {
  const data: Record<string, unknown> = refundRecord(refund);
  data["session_id"] = refund.sessionId;
  data["payment"] = paymentRecord(source.payment);
  data["metadata"] = source.session.metadata;
  return data;
}
