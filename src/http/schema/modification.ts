import { Type, type Static } from "typebox";
import { BOUNDS } from "../../kernel/bounds.ts";
import { Amount } from "./session.ts";

const Id = Type.String({ minLength: 1, maxLength: BOUNDS.textMax });

const Order = {
  merchant_api_key: Type.Optional(Id),
  order_id: Id,
  session_id: Type.Optional(Id),
};

/**
 * Body of `POST /api/v1/payment/refund` (spec 4.8) and of `capture`; without `amount` the rest of
 * the amount is meant.
 */
export const OrderAmountSchema = Type.Object({ ...Order, amount: Type.Optional(Amount) });

/** Body of `POST /api/v1/payment/void` (spec 4.9). */
export const OrderSchema = Type.Object(Order);

export const RefundParams = Type.Object({ refund_id: Id });

export type OrderAmountBody = Static<typeof OrderAmountSchema>;
export type OrderBody = Static<typeof OrderSchema>;
export type RefundRequest = { Params: Static<typeof RefundParams> };
