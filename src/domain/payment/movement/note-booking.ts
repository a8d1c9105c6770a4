import { beginningInTurkey, type CalendarDay } from "../../../kernel/calendar-day.ts";
import type { Clock } from "../../../kernel/clock.ts";
import type { OrderId } from "../../../kernel/ids.ts";
import { money } from "../../../kernel/money.ts";
import { ok, refused, type Result } from "../../../kernel/result.ts";
import { referenceAt, type MovementStore, type UnknownMovement } from "./movement.ts";
import type { PaymentStore } from "../ports.ts";

/** The kinds of bookings that change an order, and so hold it until a person clears them. */
export const ORDER_BOOKINGS = ["refund", "capture", "void"] as const;

/** A booking of an order that stands in a bank's statement and is missing in restored data. */
export type StatementBooking = {
  readonly orderId: OrderId;
  readonly kind: (typeof ORDER_BOOKINGS)[number];
  /** Minor units of the payment's currency. */
  readonly amountMinor: bigint;
  /** The bank's own number of the booking. */
  readonly bankReference: string;
  readonly bookedOn: CalendarDay;
};

export type NoteBookingDeps = {
  readonly clock: Clock;
  readonly payments: Pick<PaymentStore, "findPayment" | "findAuthorization">;
  readonly movements: Pick<MovementStore, "keep">;
};

export type NoteRefusal = "order_not_found" | "noted_already";

/**
 * Keeps a booking that an operator has found in a bank's statement, as the comparison keeps those
 * of a bank that lists its bookings. After a restore it holds its order until a person clears it.
 */
export async function noteBooking(
  { clock, payments, movements }: NoteBookingDeps,
  { orderId, kind, amountMinor, bankReference, bookedOn }: StatementBooking,
): Promise<Result<UnknownMovement, NoteRefusal>> {
  const payment = await payments.findPayment(orderId);
  const authorization = await payments.findAuthorization(orderId);
  if (payment === undefined || authorization === undefined) return refused("order_not_found");
  const { merchantId, mode, acquirer } = payment;
  const booking = {
    merchantId,
    mode,
    acquirer,
    reference: referenceAt(authorization),
    kind,
    bankReference,
    amount: money(amountMinor, payment.chargedAmount.currency),
    bookedAt: beginningInTurkey(bookedOn),
    orderId,
    foundAt: clock.now(),
  };
  return (await movements.keep(booking)) ? ok(booking) : refused("noted_already");
}
