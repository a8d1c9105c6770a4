import type { AttemptId, OrderId, SessionId } from "../../kernel/ids.ts";

/** Our own addresses that leave the service; all under the public address. */
export type Addresses = {
  /** The hosted page of a session (spec 2.1). */
  checkout(sessionId: SessionId): string;
  /** The page of ours that posts the bank's form (contract C4, `redirect_url`). */
  bankForm(sessionId: SessionId, orderId: OrderId): string;
  /** Where the bank sends the customer's browser back to. */
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
