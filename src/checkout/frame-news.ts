import { publicDeclineCode } from "../domain/payment/decline.ts";
import type { Payment } from "../domain/payment/payment.ts";
import type { News } from "../page/frame-message.ts";
import { MESSAGES } from "../page/messages/messages.ts";
import { declineText } from "./decline-text.ts";
import { closedText } from "./closed-text.ts";
import type { Checkout } from "./page-kit.ts";
import type { ClosedState, PayableState } from "./session-state.ts";
import { unpaidEnd } from "./unpaid-end.ts";

/** The outcome that the frame reports to the merchant's page; undefined while there is none. */
export function newsOf(checkout: Checkout): News | undefined {
  const { state } = checkout;
  switch (state.kind) {
    case "paid":
      return successNews(checkout, state.payment);
    case "voided":
    case "left":
    case "expired":
      return closedNews(checkout, state);
    case "payable":
      return state.last === undefined ? undefined : declineNews(checkout, state.last);
    default:
      return undefined;
  }
}

/** The outcome that the page's script reports to the merchant's page when the session expires. */
export function expiryNews(checkout: Checkout, state: PayableState): News {
  return closedNews(checkout, { ...state, kind: "expired" });
}

function successNews({ session }: Checkout, payment: Payment): News {
  const { amount, metadata, sessionId } = session;
  return {
    type: "success",
    data: {
      order_id: payment.orderId,
      session_id: sessionId,
      status: payment.state === "authorized" ? "authorized" : "completed",
      amount: Number(amount.minor),
      currency: amount.currency,
      metadata,
    },
  };
}

function declineNews({ session, language }: Checkout, payment: Payment): News {
  const reason = payment.declineReason ?? "general_error";
  return {
    type: "fail",
    isFinal: false,
    data: {
      code: publicDeclineCode(reason),
      message: declineText(MESSAGES[language], { ...payment, declineReason: reason }),
      order_id: payment.orderId,
      session_id: session.sessionId,
    },
  };
}

function closedNews(checkout: Checkout, state: ClosedState): News {
  const { orderId, code } = unpaidEnd(state);
  const order = orderId === undefined ? {} : { order_id: orderId };
  const message = closedText(checkout, state);
  const data = { code, message, ...order, session_id: checkout.session.sessionId };
  return { type: "fail", isFinal: true, data };
}
