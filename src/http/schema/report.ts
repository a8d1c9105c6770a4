import { Type, type Static } from "typebox";
import { BOUNDS } from "../../kernel/bounds.ts";
import type { PaymentType } from "../../domain/payment/payment.ts";
import { CurrencyCode, PaymentStatusText } from "./words.ts";

/** Query values arrive as text; a whole number must be written as JSON writes it. */
const Digits = (pattern: string, description: string) =>
  Type.Optional(Type.String({ pattern, description }));

export const DAY_RULE =
  "must be a day of the calendar, written YYYY-MM-DD, or a time of one, such as 2026-12-01T00:00:00+03:00";

const DayText = Type.Optional(
  Type.String({ pattern: "^\\d{4}-\\d\\d-\\d\\d([T ].{5,30})?$", description: DAY_RULE }),
);

const AmountText = Digits(
  "^(0|[1-9]\\d{0,11})$",
  `must be a whole number of minor units from 0 to ${BOUNDS.amountMax}`,
);

const Dates = { start_date: DayText, end_date: DayText };

/**
 * The payment type for each spelling that a query may use. The spellings of both variants are
 * accepted; records and reports use the first spelling of each type (contract C2).
 */
export const TYPE_OF_SPELLING = {
  creditcard: "creditcard",
  debitcard: "debitcard",
  bank_transfer: "bank_transfer",
  wire_transfer: "bank_transfer",
  wallet: "wallet",
  shopping_credit: "shopping_credit",
  shoppingcredit: "shopping_credit",
  papel: "papel",
} as const satisfies Record<PaymentType, PaymentType> & Record<string, PaymentType>;

type Spelling = keyof typeof TYPE_OF_SPELLING;

const SPELLINGS = Object.keys(TYPE_OF_SPELLING).filter(isSpelling);

function isSpelling(text: string): text is Spelling {
  return Object.hasOwn(TYPE_OF_SPELLING, text);
}

/** The filters of a list and an export (spec 4.10). */
const Filters = {
  ...Dates,
  status: Type.Optional(PaymentStatusText),
  payment_type: Type.Optional(Type.Enum([...SPELLINGS])),
  min_amount: AmountText,
  max_amount: AmountText,
};

/** Query of `GET /api/v1/payment/transactions`. */
export const ListQuerySchema = Type.Object({
  ...Filters,
  page: Digits("^[1-9]\\d{0,8}$", "must be a whole number from 1 to 999999999"),
  per_page: Digits("^([1-9]\\d?|100)$", `must be a whole number from 1 to ${BOUNDS.perPageMax}`),
});

/** Query of `GET /api/v1/payment/summary`. */
export const SummaryQuerySchema = Type.Object({
  ...Dates,
  currency: Type.Optional(CurrencyCode),
});

/** Query of `GET /api/v1/payment/transactions/export`. */
export const ExportQuerySchema = Type.Object({ format: Type.Enum(["csv", "json"]), ...Filters });

export type ListQuery = Static<typeof ListQuerySchema>;
export type SummaryQuery = Static<typeof SummaryQuerySchema>;
export type ExportQuery = Static<typeof ExportQuerySchema>;
