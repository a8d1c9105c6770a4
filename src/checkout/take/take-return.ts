import type { FastifyReply } from "fastify";
import {
  completeChallenge,
  type ReturnedPayment,
} from "../../domain/payment/charge/complete-challenge.ts";
import { merchantAddress, type PageKit } from "../page-kit.ts";
import { sendProblem } from "./send-problem.tsx";

type ReturnRequest = {
  readonly attemptId: string;
  readonly method: "GET" | "POST";
  readonly fields: Readonly<Record<string, string>>;
};

/** Completes the challenge with the bank's parameters and redirects the customer. */
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
 * The address to which the customer is redirected on return from the bank. A payment of our page
 * leads to our page. A payment of the merchant's own page leads to the merchant's return URL or,
 * before the payment's end, to our waiting page.
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
