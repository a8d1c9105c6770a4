import { Type } from "typebox";
import { TransactionSchema } from "./report-answer.ts";
import {
  CardTokenText,
  CurrencyCode,
  DeclineCode,
  Metadata,
  Minor,
  Mode,
  Moment,
  OrderIdText,
  RefundIdText,
  RefundStatusText,
  SessionIdText,
} from "./words.ts";

const context = {
  session_id: SessionIdText,
  metadata: Metadata,
  event_sequence: Type.Optional(Type.Integer({ minimum: 1 })),
};

/** The data of a payment's event (contract C6). */
export const PaymentNoticeSchema = Type.Object({
  ...TransactionSchema.properties,
  code: Type.Optional(DeclineCode),
  card_token: Type.Optional(CardTokenText),
  ...context,
});

export const RefundNoticeSchema = Type.Object({
  refund_id: RefundIdText,
  order_id: OrderIdText,
  status: RefundStatusText,
  amount: Minor,
  currency: CurrencyCode,
  created_at: Moment,
  code: Type.Optional(DeclineCode),
  payment: TransactionSchema,
  ...context,
});

export const SessionNoticeSchema = Type.Object({
  ...context,
  amount: Minor,
  currency: CurrencyCode,
  mode: Mode,
  expires_at: Moment,
  reference: Type.Optional(Type.String()),
});
