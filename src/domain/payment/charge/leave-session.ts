import type { Session } from "../../session/session.ts";
import { giveUpPayment } from "./give-up.ts";
import type { PayDeps } from "./pay.ts";
import type { SessionClosures } from "../ports.ts";

export type LeaveSessionDeps = PayDeps & { readonly closures: SessionClosures };

/**
 * Closes a session whose customer returns to the shop without having paid, so that the shop learns
 * that no payment will follow. A payment that waits for the customer at a bank is given up first.
 * The session stays open if a payment still holds it: an approved one, one without a decision yet,
 * or a transfer, whose money may be on its way.
 *
 * The reasons are in docs/decisions/leaving.md.
 */
export async function leaveSession(deps: LeaveSessionDeps, session: Session): Promise<void> {
  const payments = await deps.payments.listBySession(session.sessionId);
  const payment = payments.find(({ state }) => state === "challenged");
  const attempt = payment && (await deps.payments.findAuthorization(payment.orderId));
  if (payment !== undefined && attempt !== undefined) {
    await giveUpPayment(deps, { payment, session, attempt });
  }
  await deps.closures.close(session.sessionId, deps.clocks.now(session));
}
