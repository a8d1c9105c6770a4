import type { FastifyReply } from "fastify";
import { parseOrderId } from "../../kernel/ids.ts";
import { giveUpPayment } from "../../payment/give-up.ts";
import type { PaymentState } from "../../payment/states.ts";
import { textField } from "../page/fields.ts";
import { openCheckout, type PageKit } from "./page-kit.ts";
import { sendProblem } from "./send-problem.tsx";

/** What a customer may still turn away from. */
const WAITING: ReadonlySet<PaymentState> = new Set(["challenged", "awaiting_transfer"]);

/** Ends a payment that waits for the customer; any other is left as it is. */
export async function giveUp(
  kit: PageKit,
  fields: unknown,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const checkout = await openCheckout(kit, {
    session: textField(fields, "session"),
    lang: textField(fields, "lang"),
  });
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
