import type { Session } from "../session/session.ts";
import type { OrderId, SessionId } from "../../kernel/ids.ts";
import type { Payment } from "../payment/payment.ts";
import { next } from "../payment/states.ts";
import type { TransferStore, WaitingTransfer } from "./ports.ts";
import { findAllCodes } from "./reference-code.ts";
import type { LineOwner, StatementLine } from "./statement-line.ts";
import type { TransferRequest } from "./transfer-request.ts";

export type OrderDeps = {
  readonly transfers: Pick<TransferStore, "findByReference" | "findRequest">;
  readonly payments: { findPayment(orderId: OrderId): Promise<Payment | undefined> };
  readonly sessions: { find(sessionId: SessionId): Promise<Session | undefined> };
};

/** A transfer that a customer was asked to send, with its payment in any state. */
export type TransferOrder = WaitingTransfer & { readonly payment: Payment };

/** True if a person can complete the payment with money that came; its session may be taken. */
export function takesTransfer({ state }: Pick<Payment, "state">): boolean {
  return next(state, "transfer_assigned").ok;
}

/** The owner's orders whose codes a line's text has, also those that await no transfer any more. */
export async function ordersNamedIn(
  deps: OrderDeps,
  owner: LineOwner,
  line: Pick<StatementLine, "description">,
): Promise<readonly TransferOrder[]> {
  const requests = await deps.transfers.findByReference([...findAllCodes(line.description)]);
  return present(await Promise.all(requests.map((request) => orderOf(deps, owner, request))));
}

/** The owner's orders among these that a customer was asked to pay by transfer. */
export async function transferOrders(
  deps: OrderDeps,
  owner: LineOwner,
  orderIds: readonly OrderId[],
): Promise<readonly TransferOrder[]> {
  const requests = await Promise.all(orderIds.map((id) => deps.transfers.findRequest(id)));
  return present(
    await Promise.all(present(requests).map((request) => orderOf(deps, owner, request))),
  );
}

async function orderOf(
  { payments, sessions }: OrderDeps,
  { merchantId, mode }: LineOwner,
  request: TransferRequest,
): Promise<TransferOrder | undefined> {
  if (request.merchantId !== merchantId || request.mode !== mode) return undefined;
  const payment = await payments.findPayment(request.orderId);
  const session = payment && (await sessions.find(payment.sessionId));
  if (payment === undefined || session === undefined) return undefined;
  const isLate = payment.state === "cancelled";
  return { request, payment, reference: payment.reference, customer: session.customer, isLate };
}

function present<Value>(values: readonly (Value | undefined)[]): readonly Value[] {
  return values.filter((value) => value !== undefined);
}
