import type { FastifyReply } from "fastify";
import { leaveSession } from "../../domain/payment/charge/leave-session.ts";
import { sendPage } from "../../page/render-page.ts";
import { redirectToCheckout } from "../form/answer-form.ts";
import { openCheckout, type PageKit } from "../page-kit.ts";
import { sendProblem } from "./send-problem.tsx";
import { isClosed } from "../session-state.ts";
import { ClosedView } from "../view/status-views.tsx";
import { submittedCheckout } from "./submitted-checkout.ts";
import { viewOf } from "../view-context.ts";

/** Closes the session of a customer who goes back to the shop, unless a payment prevents that. */
export async function takeLeave(
  kit: PageKit,
  fields: unknown,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const checkout = await submittedCheckout(kit, fields);
  if (checkout === undefined) return sendProblem(kit, reply, { status: 404, kind: "unknown" });
  const { session, language } = checkout;
  await leaveSession(kit, session);
  return reply.redirect(kit.paths.leave(session.sessionId, language), 303);
}

/**
 * Leads from a closed session to the shop. If the session could not be closed, the customer is
 * redirected to the payment page.
 * The page uses a `refresh` and not an HTTP redirect: browsers check a redirect after a form
 * submission against `form-action`, which does not name the shop.
 */
export async function showLeave(
  kit: PageKit,
  request: { readonly session: string; readonly lang: string },
  reply: FastifyReply,
): Promise<FastifyReply> {
  const checkout = await openCheckout(kit, request);
  if (checkout === undefined) return sendProblem(kit, reply, { status: 404, kind: "unknown" });
  const { state } = checkout;
  if (!isClosed(state)) return redirectToCheckout(kit, checkout, reply);
  return sendPage(reply, {
    status: 200,
    publicUrl: kit.publicUrl,
    page: <ClosedView view={viewOf(kit, checkout)} checkout={checkout} state={state} isLeaving />,
  });
}
