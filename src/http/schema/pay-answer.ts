import { Type } from "typebox";
import { RESULT_CODE } from "./result-codes.ts";
import {
  CardTokenText,
  CurrencyCode,
  DeclineCode,
  LastFour,
  Minor,
  Moment,
  OrderIdText,
  orNull,
  PaymentStatusText,
  RecordedType,
} from "./words.ts";

/** The account to which the customer sends the money of a transfer (contract C4). */
export const BankAccountSchema = Type.Object({
  bank_code: Type.String(),
  bank_name: Type.String(),
  iban: Type.String({ pattern: "^[A-Z]{2}\\d{2}[0-9A-Z]{11,30}$" }),
  account_holder: Type.String(),
  amount: Minor,
  currency: CurrencyCode,
  reference_code: Type.String(),
  expires_at: Moment,
});

const redirect = {
  redirect_url: Type.Optional(Type.String({ format: "uri" })),
  html_content: Type.Optional(Type.String()),
};

const card = {
  card_last_four: Type.Optional(LastFour),
  card_token: Type.Optional(CardTokenText),
};

const installments = {
  installment_count: Type.Optional(Type.Integer({ minimum: 1 })),
  charged_amount: Type.Optional(Minor),
  financing_amount: Type.Optional(Minor),
};

/** The answer of `pay` in the style `flags` (spec 4.3, variant A). */
export const PayFlagsSchema = Type.Object({
  success: Type.Boolean(),
  order_id: OrderIdText,
  status: PaymentStatusText,
  code: Type.Optional(DeclineCode),
  message: Type.String(),
  amount: Minor,
  currency: CurrencyCode,
  payment_type: RecordedType,
  ...installments,
  capture_before: Type.Optional(Moment),
  ...card,
  ...redirect,
  bank_account: Type.Optional(BankAccountSchema),
});

/** The result codes of spec 7.2. */
export const ResultCodeSchema = Type.Enum(Object.values(RESULT_CODE));

/** The answer of `pay` in the style `codes` (spec 4.3, variant B). */
export const PayCodesSchema = Type.Object({
  status: ResultCodeSchema,
  message: Type.String(),
  order_id: Type.Optional(OrderIdText),
  amount: Type.Optional(Minor),
  ...installments,
  card_last_four: card.card_last_four,
  card_token: Type.Optional(orNull(CardTokenText)),
  capture_before: Type.Optional(Moment),
  bank_account: Type.Optional(BankAccountSchema),
  ...redirect,
});

/** The payment status of spec 4.6, with the members of the payments variant. */
export const PaymentStatusSchema = Type.Object({
  success: Type.Literal(true),
  order_id: OrderIdText,
  status: PaymentStatusText,
  amount: Minor,
  code: Type.Optional(DeclineCode),
  message: Type.String(),
  currency: CurrencyCode,
  payment_type: RecordedType,
  ...card,
  capture_before: Type.Optional(Moment),
  charged_amount: Minor,
  financing_amount: Minor,
  captured_amount: Minor,
  refunded_amount: Minor,
});
