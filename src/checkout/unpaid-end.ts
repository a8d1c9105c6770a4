import type { OrderId } from "../kernel/ids.ts";
import { publicDeclineCode } from "../domain/payment/decline.ts";
import type { ClosedState } from "./session-state.ts";

/** The end of an unpaid session; with an `orderId`, `code` is the reason of that payment's end. */
export type UnpaidEnd = { readonly orderId: OrderId | undefined; readonly code: string };

/** The end of an unpaid session, for its return URL and for the widget. */
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
