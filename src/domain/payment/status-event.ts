import type { EventType } from "../event/event.ts";
import { PAYMENT_STATUSES, STATUS_RESULT, type PaymentStatus } from "./states.ts";

/** The event of a payment's new status; a refund has events of its own. */
export const EVENT_OF_STATUS = {
  pending: "payment.pending",
  processing: "payment.processing",
  authorized: "payment.authorized",
  completed: "payment.completed",
  failed: "payment.failed",
  cancelled: "payment.cancelled",
  refunded: undefined,
} as const satisfies Record<PaymentStatus, EventType | undefined>;

/** The events by which a merchant learns that a payment succeeded (contract C6). */
export const SUCCESS_EVENTS: readonly EventType[] = PAYMENT_STATUSES.filter(
  (status) => STATUS_RESULT[status] === "successful",
).flatMap((status) => EVENT_OF_STATUS[status] ?? []);
