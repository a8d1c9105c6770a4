import { publicDeclineCode } from "../../../payment/decline.ts";
import type { Payment } from "../../../payment/payment.ts";
import type { News } from "../frame-message.ts";
import { MESSAGES } from "../messages/messages.ts";
import { declineText } from "./decline-text.ts";
import { expiredText } from "./expired-text.ts";
import type { Checkout } from "./page-kit.ts";

/** What the state of a session means to the merchant's page around it, if anything. */
export function newsOf(checkout: Checkout): News | undefined {
  const { state } = checkout;
  switch (state.kind) {
    case "paid":
      return successNews(checkout, state.payment);
    case "voided":
      return failNews(checkout, "cancelled_by_merchant", state.payment);
    case "expired":
      return expiryNews(checkout);
    case "payable":
      return state.last === undefined ? undefined : declineNews(checkout, state.last);
    default:
      return undefined;
  }
}

/** Known to the page before it comes true, so that its script can tell it in time. */
export function expiryNews(checkout: Checkout): News {
  return failNews(checkout, "session_expired", undefined);
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

function failNews(
  checkout: Checkout,
  code: "session_expired" | "cancelled_by_merchant",
  payment: Payment | undefined,
): News {
  const { session, language } = checkout;
  const message =
    code === "session_expired" ? expiredText(checkout) : MESSAGES[language].voided.text;
  const order = payment === undefined ? {} : { order_id: payment.orderId };
  const data = { code, message, ...order, session_id: session.sessionId };
  return { type: "fail", isFinal: true, data };
}
