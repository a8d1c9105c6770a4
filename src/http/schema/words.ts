import { Type, type TSchema } from "typebox";
import { BOUNDS } from "../../kernel/bounds.ts";
import { CURRENCY_CODES } from "../../kernel/currency.ts";
import { PUBLIC_DECLINE_CODES } from "../../domain/payment/decline.ts";
import { PAYMENT_TYPES } from "../../domain/payment/payment.ts";
import { PAYMENT_STATUSES } from "../../domain/payment/states.ts";
import { REFUND_STATUSES } from "../../domain/refund/refund.ts";

/** An amount in an answer; the sums of a report have no upper bound and use another type. */
export const Minor = Type.Integer({ minimum: 0, maximum: BOUNDS.amountMax });

export const CurrencyCode = Type.Enum([...CURRENCY_CODES]);

/** The types of records and reports; requests may use other spellings (contract C2). */
export const RecordedType = Type.Enum([...PAYMENT_TYPES]);

/** The payment statuses of both lists in spec 3.1. */
export const PaymentStatusText = Type.Enum([...PAYMENT_STATUSES]);

/** The statuses of spec 3.2. */
export const RefundStatusText = Type.Enum([...REFUND_STATUSES]);

/** The reason for which the bank declined or the customer cancelled there. */
export const DeclineCode = Type.Enum([...PUBLIC_DECLINE_CODES]);

export const Mode = Type.Enum(["test", "live"]);
export const Moment = Type.String({ format: "date-time" });
export const LastFour = Type.String({ pattern: "^\\d{4}$" });
export const SessionIdText = Type.String({ pattern: "^ses_[0-9a-z]+$" });
export const OrderIdText = Type.String({ pattern: "^ORD-[0-9A-Z]+$" });
export const RefundIdText = Type.String({ pattern: "^REF-[0-9A-Z]+$" });
export const CardTokenText = Type.String({ pattern: "^tok_[0-9a-z]+$" });
export const Metadata = Type.Record(Type.String(), Type.Unknown());

export function orNull<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()]);
}
