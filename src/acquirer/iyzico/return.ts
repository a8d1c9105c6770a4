import type { AcquirerState, ReturnOutcome, ReturnRequest } from "../../domain/payment/acquirer.ts";
import { refusalOfMdStatus } from "../kit/md-status.ts";
import { isSigned } from "../kit/signed-return.ts";
import { packState, unpackState } from "../kit/state.ts";
import type { Channel } from "./channel.ts";
import { amountText } from "./request.ts";
import { signedReturn } from "./signature.ts";

/** The signed fields of a return in their order. Neither the amount nor the order is among them. */
const SIGNED = ["conversationData", "conversationId", "mdStatus", "paymentId", "status"] as const;

/**
 * The state of an opened challenge: the company's number, which the return repeats, and the terms
 * for which it was opened, with which the payment is compared.
 */
export function openedState(
  { amount, installmentCount }: Pick<ReturnRequest, "amount" | "installmentCount">,
  paymentId: string,
): AcquirerState {
  const { currency } = amount;
  const count = String(installmentCount);
  return packState({ paymentId, amount: amountText(amount), currency, count });
}

export function readReturn(
  { terminal, connection }: Channel,
  request: ReturnRequest,
): ReturnOutcome {
  const { attemptId, reference, fields, state } = request;
  const { paymentId = "" } = unpackState(state) ?? {};
  const named = SIGNED.map((name) => [name, fields[name] ?? ""] as const);
  const text = signedReturn(terminal, named, fields["signature"] ?? "");
  const isOurKey = isSigned({ connection, attemptId }, text);
  const isOurs =
    paymentId !== "" &&
    state === openedState(request, paymentId) &&
    fields["paymentId"] === paymentId &&
    fields["conversationId"] === reference;
  if (!isOurKey || !isOurs) return { kind: "forged" };
  const { mdStatus = "", status } = fields;
  if (status !== "success" || !connection.acceptedMdStatus.includes(mdStatus)) {
    return refusalOfMdStatus(mdStatus, undefined);
  }
  return { kind: "authenticated", proof: { mdStatus, eci: "", state: packState({ paymentId }) } };
}
