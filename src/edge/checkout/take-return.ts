import type { FastifyReply } from "fastify";
import { completeChallenge, type ReturnedPayment } from "../../payment/complete-challenge.ts";
import { merchantAddress, type PageKit } from "./page-kit.ts";
import { sendProblem } from "./send-problem.tsx";

type ReturnRequest = {
  readonly attemptId: string;
  readonly fields: Readonly<Record<string, string>>;
};

/** Takes what the customer's browser brought back from the bank, and sends it where it belongs. */
export async function takeReturn(
  kit: PageKit,
  request: ReturnRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const returned = await completeChallenge(kit, request);
  if (returned.ok) return reply.redirect(nextAddress(kit, returned.value), 303);
  return returned.refusal === "forged_return"
    ? sendProblem(kit, reply, { status: 400, kind: "forged" })
    : sendProblem(kit, reply, { status: 404, kind: "unknown" });
}

/**
 * A payment that the merchant's own page began goes back there; one that our page began is shown
 * there, paid or to be tried again. What the bank has not decided is waited for on our page.
 */
function nextAddress(kit: PageKit, returned: ReturnedPayment): string {
  const { payment, session } = returned;
  if (payment.origin === "widget") return kit.paths.returned(session.sessionId);
  if (payment.origin !== "api") return kit.paths.checkout(session.sessionId);
  const { orderId } = payment;
  return (
    merchantAddress(kit, returned, payment) ?? kit.paths.checkout(session.sessionId, { orderId })
  );
}
