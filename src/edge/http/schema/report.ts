import { Type, type Static } from "typebox";
import { BOUNDS } from "../../../kernel/bounds.ts";
import { CURRENCY_CODES } from "../../../kernel/currency.ts";

/** Values of a query arrive as text; whole numbers are written as JSON would, and no other way. */
const Digits = (pattern: string, description: string) =>
  Type.Optional(Type.String({ pattern, description }));

const DayText = Type.Optional(
  Type.String({
    pattern: "^\\d{4}-\\d\\d-\\d\\d$",
    description: "must be a day of the calendar, written YYYY-MM-DD",
  }),
);

const AmountText = Digits(
  "^(0|[1-9]\\d{0,11})$",
  `must be a whole number of minor units from 0 to ${BOUNDS.amountMax}`,
);

const Dates = { start_date: DayText, end_date: DayText };

/** What a list and an export may be limited to (spec 4.10). */
const Filters = {
  ...Dates,
  status: Type.Optional(
    Type.Enum([
      "pending",
      "processing",
      "completed",
      "authorized",
      "failed",
      "cancelled",
      "refunded",
    ]),
  ),
  payment_type: Type.Optional(
    Type.Enum([
      "creditcard",
      "debitcard",
      "bank_transfer",
      "wire_transfer",
      "wallet",
      "shopping_credit",
      "shoppingcredit",
      "papel",
    ]),
  ),
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
  currency: Type.Optional(Type.Enum([...CURRENCY_CODES])),
});

/** Query of `GET /api/v1/payment/transactions/export`. */
export const ExportQuerySchema = Type.Object({ format: Type.Enum(["csv", "json"]), ...Filters });

export type ListQuery = Static<typeof ListQuerySchema>;
export type SummaryQuery = Static<typeof SummaryQuerySchema>;
export type ExportQuery = Static<typeof ExportQuerySchema>;
