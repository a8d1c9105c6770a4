import type {
  CaptureAnswer,
  CodesPayAnswer,
  FlagsPayAnswer,
  OrderAmountRequest,
  OrderRequest,
  PayRequest,
  RefundAnswer,
  RefundLookup,
  StatusAnswer,
  StatusRequest,
  VoidAnswer,
} from "../../clients/typescript/interface.d.ts";
import { pathOf } from "./path.ts";
import {
  askFor,
  type CallOptions,
  type Connection,
  type KeyedCallOptions,
  type ResponseStyle,
} from "./transport.ts";

/** The answer of `pay` in the style that the client was created with. */
export type PayAnswer<Style extends ResponseStyle = "flags"> = {
  readonly flags: FlagsPayAnswer;
  readonly codes: CodesPayAnswer;
}[Style];

type HoldAnswer = {
  readonly success: boolean;
  readonly order_id: string;
  readonly status: string;
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
