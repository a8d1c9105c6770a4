import { Type } from "typebox";
import { BOUNDS } from "../../kernel/bounds.ts";
import {
  CurrencyCode,
  LastFour,
  Minor,
  Mode,
  Moment,
  OrderIdText,
  orNull,
  PaymentStatusText,
  RecordedType,
} from "./words.ts";

/** The record of spec 2.7, with the further columns of contract C5. */
export const TransactionSchema = Type.Object({
  order_id: OrderIdText,
  amount: Minor,
  currency: CurrencyCode,
  status: PaymentStatusText,
  payment_type: RecordedType,
  card_last_four: orNull(LastFour),
  created_at: Moment,
  installment_count: Type.Integer({ minimum: 1 }),
  charged_amount: Minor,
  financing_amount: Minor,
  refunded_amount: Minor,
  customer_id: orNull(Type.String()),
  acquirer: Type.String(),
  mode: Mode,
  reference: Type.Optional(Type.String()),
  capture_before: Type.Optional(Moment),
});

const Count = Type.Integer({ minimum: 0 });

/** The list of spec 4.10. */
export const TransactionListSchema = Type.Object({
  success: Type.Literal(true),
  total: Count,
  page: Type.Integer({ minimum: 1 }),
  per_page: Type.Integer({ minimum: 1, maximum: BOUNDS.perPageMax }),
  transactions: Type.Array(TransactionSchema),
});

const figures = {
  total_transactions: Count,
  total_amount: Count,
  successful: Count,
  failed: Count,
  refunded: Count,
  approval_rate: Type.Number({ minimum: 0, maximum: 100 }),
};

/** The summary of spec 4.11. */
export const SummarySchema = Type.Object({
  success: Type.Literal(true),
  period: Type.Object({
    start: Type.String({ format: "date" }),
    end: Type.String({ format: "date" }),
  }),
  ...figures,
  breakdown_by_type: Type.Record(Type.String(), Type.Object({ count: Count, amount: Count })),
});

/** The short summary; a client tells it from the long one by the absence of `success`. */
export const ShortSummarySchema = Type.Object(figures, { not: { required: ["success"] } });

export const ExportedSchema = Type.Array(TransactionSchema);
