import type { Session } from "../session/session.ts";
import { toIso } from "../../kernel/clock.ts";
import type { CardToken } from "../../kernel/ids.ts";
import { subtract, type Money } from "../../kernel/money.ts";
import { publicDeclineCode } from "./decline.ts";
import type { Payment } from "./payment.ts";
import { PUBLIC_STATUS, STATUS_RESULT } from "./states.ts";

/**
 * The transaction record (spec 2.7, contract C5) as it leaves the service; amounts in minor units.
 * The reason for its names in `snake_case` is in docs/decisions/published-records.md.
 */
export type PaymentRecord = {
  readonly order_id: string;
  readonly amount: number;
  readonly currency: string;
  readonly status: string;
  readonly payment_type: string;
  readonly card_last_four: string | null;
  readonly created_at: string;
  readonly installment_count: number;
  readonly charged_amount: number;
  /** The part of `charged_amount` above `amount`: the price of the installments. */
  readonly financing_amount: number;
  readonly refunded_amount: number;
  readonly customer_id: string | null;
  readonly acquirer: string;
  readonly mode: string;
  /** Only of a payment whose session has a reference (contract C3). */
  readonly reference?: string;
  /** Only of a payment whose amount was held (contract C4). */
  readonly capture_before?: string;
};

export function paymentRecord(payment: Payment): PaymentRecord {
  const { reference, captureBefore } = payment;
  return {
    order_id: payment.orderId,
    amount: Number(payment.amount.minor),
    currency: payment.amount.currency,
    status: PUBLIC_STATUS[payment.state],
    payment_type: payment.paymentType,
    card_last_four: payment.card?.lastFour ?? null,
    created_at: toIso(payment.createdAt),
    installment_count: payment.installmentCount,
    charged_amount: Number(payment.chargedAmount.minor),
    financing_amount: Number(financingOf(payment).minor),
    refunded_amount: Number(payment.refundedMinor),
    customer_id: payment.customerId ?? null,
    acquirer: payment.acquirer,
    mode: payment.mode,
    ...(reference === undefined ? {} : { reference }),
    ...(captureBefore === undefined ? {} : { capture_before: toIso(captureBefore) }),
  };
}

/** The price of a payment's installments (vade farkı); zero for a single charge. */
export function financingOf({ chargedAmount, amount }: Payment): Money {
  return subtract(chargedAmount, amount);
}

/**
 * Returns the token of a payment's card once it can be used: the approval of the payment stores the
 * card.
 */
export function usableCardToken(payment: Payment): CardToken | undefined {
  const { state, declineReason } = payment;
  const status = PUBLIC_STATUS[state];
  const wasApproved =
    STATUS_RESULT[status] === "successful" ||
    // A cancelled payment without a decline reason had been approved; the merchant voided it.
    (status === "cancelled" && declineReason === undefined);
  return wasApproved ? payment.cardToken : undefined;
}

/** Returns the event data of a payment: the record with the session's metadata (contract C6). */
export function paymentEventData(
  payment: Payment,
  session: Session,
): Readonly<Record<string, unknown>> {
  const data: Record<string, unknown> = paymentRecord(payment);
  const { declineReason } = payment;
  if (declineReason !== undefined) data["code"] = publicDeclineCode(declineReason);
  const cardToken = usableCardToken(payment);
  if (cardToken !== undefined) data["card_token"] = cardToken;
  data["session_id"] = payment.sessionId;
  data["metadata"] = session.metadata;
  return data;
}
