import type { Session } from "../session/session.ts";
import { assert } from "../../kernel/assert.ts";
import { parseOrderId } from "../../kernel/ids.ts";
import type { Caller } from "../merchant/ports.ts";
import type { OpenSessionDeps } from "./open-session.ts";
import type { Payment } from "./payment.ts";
import type { PaymentStore } from "./ports.ts";

export type FindOrderDeps = Pick<OpenSessionDeps, "sessions"> & {
  readonly payments: Pick<PaymentStore, "findPayment">;
};

/** The ids by which a server-side call names an order. */
export type OrderQuery = {
  /** Absent where a session id alone is accepted. */
  readonly caller: Caller | undefined;
  readonly orderId: string;
  readonly sessionId: string | undefined;
};

export type Order = { readonly payment: Payment; readonly session: Session };

/**
 * Finds the order of a call. An order of another merchant, of the other mode, or of another session
 * than the named one gets the same answer as one that does not exist.
 */
export async function findOrder(
  deps: FindOrderDeps,
  query: OrderQuery,
): Promise<Order | undefined> {
  const orderId = parseOrderId(query.orderId);
  const payment = orderId === undefined ? undefined : await deps.payments.findPayment(orderId);
  if (payment === undefined || !speaksOf(query, payment)) return undefined;
  const session = await deps.sessions.find(payment.sessionId);
  assert(session !== undefined, "a payment's session exists");
  return { payment, session };
}

function speaksOf({ caller, sessionId }: OrderQuery, payment: Payment): boolean {
  if (sessionId !== undefined && sessionId !== payment.sessionId) return false;
  if (caller === undefined) return sessionId !== undefined;
  return caller.merchant.merchantId === payment.merchantId && caller.mode === payment.mode;
}
