import type { AttemptId, OrderId, SessionId } from "../kernel/ids.ts";

/** Absolute addresses of our own for use outside our pages; all begin with the public address. */
export type Addresses = {
  /** The hosted page of a session (spec 2.1). */
  checkout(sessionId: SessionId): string;
  /** The page of ours that posts the bank's form (contract C4, `redirect_url`). */
  bankForm(sessionId: SessionId, orderId: OrderId): string;
  /** The address to which the bank returns the customer's browser. */
  bankReturn(attemptId: AttemptId): string;
};

export function createAddresses(publicUrl: string): Addresses {
  return {
    checkout: (sessionId) => `${publicUrl}/checkout?session=${sessionId}`,
    bankForm: (sessionId, orderId) =>
      `${publicUrl}/checkout/bank?session=${sessionId}&order=${orderId}`,
    bankReturn: (attemptId) => `${publicUrl}/checkout/return/${attemptId}`,
  };
}
