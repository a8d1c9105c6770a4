import type { OrderId } from "../../kernel/ids.ts";
import { publicDeclineCode } from "../../payment/decline.ts";
import type { ClosedState } from "./session-state.ts";

/** How a session ended without money; the code is that of the order, where there is one. */
export type UnpaidEnd = { readonly orderId: OrderId | undefined; readonly code: string };

/** What a shop is told of a session that was not paid, in an address and by the widget alike. */
export function unpaidEnd(state: ClosedState): UnpaidEnd {
  switch (state.kind) {
    case "voided":
      return { orderId: state.payment.orderId, code: "cancelled_by_merchant" };
    case "expired":
      return { orderId: undefined, code: "session_expired" };
    case "left": {
      const reason = state.last?.declineReason;
      return reason === undefined
        ? { orderId: undefined, code: "cancelled_by_customer" }
        : { orderId: state.last?.orderId, code: publicDeclineCode(reason) };
    }
  }
}
