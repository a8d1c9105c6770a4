import { Type } from "typebox";
import { PUBLIC_DECLINE_CODES } from "../../domain/payment/decline.ts";
import { WAITS_FOR } from "../../domain/refund/refund.ts";
import {
  CurrencyCode,
  DeclineCode,
  Minor,
  Moment,
  OrderIdText,
  PaymentStatusText,
  RefundIdText,
  RefundStatusText,
} from "./words.ts";

const refund = {
  order_id: OrderIdText,
  refund_id: RefundIdText,
  status: RefundStatusText,
  code: Type.Optional(DeclineCode),
  amount: Minor,
  currency: CurrencyCode,
  refundable_amount: Minor,
  waits_for: Type.Optional(Type.Enum([...WAITS_FOR])),
  message: Type.String(),
};

/** The answer of a refund (spec 4.8). */
export const RefundAnswerSchema = Type.Object({ success: Type.Boolean(), ...refund });

/** The answer of the refund look-up, whose `success` is about the look-up and not the refund. */
export const RefundFoundSchema = Type.Object({
  success: Type.Literal(true),
  ...refund,
  created_at: Moment,
  updated_at: Moment,
});

const hold = {
  success: Type.Boolean(),
  order_id: OrderIdText,
  status: PaymentStatusText,
  code: Type.Optional(Type.Enum([...PUBLIC_DECLINE_CODES, "bank_undecided"])),
  message: Type.String(),
};

/** The answer of void (spec 4.9). */
export const VoidAnswerSchema = Type.Object(hold);

export const CaptureAnswerSchema = Type.Object({
  ...hold,
  amount: Minor,
  captured_amount: Minor,
  currency: CurrencyCode,
});
