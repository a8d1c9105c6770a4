import type { Instant } from "../kernel/clock.ts";
import type { BankDeps } from "./bank-deps.ts";
import type { Entry } from "./entry.ts";
import type { HostedPayment } from "./hosted-payment.ts";
import { newNumbers } from "./numbers.ts";

/**
 * Books the sale of a payment that the customer and the provider have approved, once. If a reversal
 * was booked first, its tombstone is returned instead.
 */
export async function bookHosted(
  deps: BankDeps,
  payment: HostedPayment,
  now: Instant,
): Promise<Entry> {
  const { reference, authCode } = newNumbers(deps.random);
  const { row } = await deps.book.record({
    terminal: payment.terminal,
    requestId: payment.requestId,
    type: "sale",
    orderId: payment.orderId,
    originalRequestId: undefined,
    amount: payment.amount,
    installments: payment.installments,
    state: "approved",
    code: "00",
    reference,
    authCode,
    card: undefined,
    challengeId: payment.id,
    capturedMinor: payment.amount.minor,
    refundedMinor: 0n,
    voided: false,
    version: 0,
    bookedAt: now,
  });
  return row;
}
