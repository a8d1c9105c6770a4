import type { DeclineCode, PayAnswer, PaymentStatus, PaymentType } from "./pay-answer.ts";
import type { PayRequest } from "./pay-request.ts";
import { pathOf } from "./path.ts";
import type { Currency } from "./sessions.ts";
import {
  askFor,
  type CallOptions,
  type Connection,
  type KeyedCallOptions,
  type ResponseStyle,
} from "./transport.ts";

export type StatusRequest = { readonly order_id: string; readonly session_id: string };

export type StatusAnswer = {
  readonly success: true;
  readonly order_id: string;
  readonly status: PaymentStatus;
  readonly amount: number;
  readonly currency: Currency;
  readonly payment_type: PaymentType;
  readonly card_last_four?: string;
  readonly card_token?: string;
  /** The end of a hold: ISO 8601 in UTC. */
  readonly capture_before?: string;
  readonly charged_amount: number;
  readonly captured_amount: number;
  readonly refunded_amount: number;
  readonly message: string;
  /** Present if the payment failed or was cancelled before money moved; absent after a void. */
  readonly code?: DeclineCode;
};

export type OrderRequest = {
  readonly order_id: string;
  readonly session_id?: string | undefined;
};

/** Without `amount`: the whole remainder (refund) or the whole preauthorised amount (capture). */
export type OrderAmountRequest = OrderRequest & { readonly amount?: number | undefined };

type HoldAnswer = {
  readonly success: boolean;
  readonly order_id: string;
  readonly status: string;
};

type HoldFacts = {
  readonly order_id: string;
  readonly status: PaymentStatus;
  readonly message: string;
};

/** `success` is false if the bank refused, or has not answered (`code: "bank_undecided"`). */
export type VoidAnswer = HoldFacts &
  (
    | { readonly success: true }
    | { readonly success: false; readonly code: DeclineCode | "bank_undecided" }
  );

export type CaptureAnswer = VoidAnswer & {
  readonly amount: number;
  readonly captured_amount: number;
  readonly currency: Currency;
};

type RefundFacts = {
  readonly order_id: string;
  readonly refund_id: string;
  readonly amount: number;
  readonly currency: Currency;
  /** The amount of the payment that may still be refunded, in minor units. */
  readonly refundable_amount: number;
  /** Present while `status` is `refund_pending`. */
  readonly waits_for?: "bank" | "day_end" | "person" | "transfer";
  readonly message: string;
};

export type RefundAnswer = RefundFacts &
  (
    | {
        readonly success: true;
        /** `refund_pending`: the bank has not decided, or the refund transfer is not sent yet. */
        readonly status: "refunded" | "partially_refunded" | "refund_pending";
      }
    | { readonly success: false; readonly status: "refund_failed"; readonly code: DeclineCode }
  );

export type RefundStatus = RefundAnswer["status"];

export type RefundLookup = RefundFacts & {
  readonly success: true;
  readonly status: RefundStatus;
  readonly code?: DeclineCode;
  readonly created_at: string;
  readonly updated_at: string;
};

export type Payments<Style extends ResponseStyle> = {
  /** Also resolves for declines: check the answer's `status`. */
  pay(request: PayRequest, options?: KeyedCallOptions): Promise<PayAnswer<Style>>;
  status(request: StatusRequest, options?: CallOptions): Promise<StatusAnswer>;
  capture(request: OrderAmountRequest, options?: KeyedCallOptions): Promise<CaptureAnswer>;
  void(request: OrderRequest, options?: KeyedCallOptions): Promise<VoidAnswer>;
  refund(request: OrderAmountRequest, options?: KeyedCallOptions): Promise<RefundAnswer>;
  getRefund(refundId: string, options?: CallOptions): Promise<RefundLookup>;
};

export function paymentCalls<Style extends ResponseStyle>(connection: Connection): Payments<Style> {
  const asMerchant = <Answer extends HoldAnswer>(
    path: string,
    body: object,
    options: KeyedCallOptions | undefined,
  ): Promise<Answer> => {
    const expects = ["success", "order_id", "status"] as const;
    return askFor(connection, { method: "POST", path, body, asMerchant: true, expects }, options);
  };
  return {
    pay: (body, options) =>
      askFor(
        connection,
        {
          method: "POST",
          path: "/api/v1/payment/pay",
          body,
          asMerchant: true,
          isStyled: true,
          expects: ["status", "message"],
        },
        options,
      ),
    status: ({ order_id, session_id }, options) => {
      const path = pathOf(["/api/v1/payment/status", order_id], { session_id });
      return askFor(connection, { method: "GET", path, expects: ["order_id", "status"] }, options);
    },
    capture: (body, options) => asMerchant("/api/v1/payment/capture", body, options),
    void: (body, options) => asMerchant("/api/v1/payment/void", body, options),
    refund: (body, options) => asMerchant("/api/v1/payment/refund", body, options),
    getRefund: (refundId, options) => {
      const path = pathOf(["/api/v1/payment/refund", refundId]);
      const expects = ["refund_id", "status"] as const;
      return askFor(connection, { method: "GET", path, asMerchant: true, expects }, options);
    },
  };
}
