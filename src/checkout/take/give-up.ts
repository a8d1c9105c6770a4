import type { FastifyReply } from "fastify";
import { parseOrderId } from "../../kernel/ids.ts";
import { giveUpPayment } from "../../domain/payment/charge/give-up.ts";
import { statesAwaiting, type PaymentState } from "../../domain/payment/states.ts";
import { textField } from "../../page/fields.ts";
import type { PageKit } from "../page-kit.ts";
import { sendProblem } from "./send-problem.tsx";
import { submittedCheckout } from "./submitted-checkout.ts";

/** The states in which a customer may cancel the payment. */
const WAITING: ReadonlySet<PaymentState> = new Set(statesAwaiting("customer"));

/** Cancels a payment that waits for the customer; a payment in another state stays unchanged. */
export async function giveUp(
  kit: PageKit,
  fields: unknown,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const checkout = await submittedCheckout(kit, fields);
  if (checkout === undefined) return sendProblem(kit, reply, { status: 404, kind: "unknown" });
  const { session, language } = checkout;
  const orderId = parseOrderId(textField(fields, "order"));
  const payment = orderId === undefined ? undefined : await kit.payments.findPayment(orderId);
  if (payment?.sessionId === session.sessionId && WAITING.has(payment.state)) {
    const attempt = await kit.payments.findAuthorization(payment.orderId);
    if (attempt !== undefined) await giveUpPayment(kit, { payment, session, attempt });
  }
  return reply.redirect(kit.paths.checkout(session.sessionId, { language }), 303);
}
