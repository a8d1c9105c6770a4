import { Type } from "typebox";
import { BOUNDS } from "../../../kernel/bounds.ts";
import {
  ExportedSchema,
  ShortSummarySchema,
  SummarySchema,
  TransactionListSchema,
} from "../../schema/report-answer.ts";
import { EXAMPLE } from "../example-values.ts";
import type { Operation, Parameter } from "../operation.ts";
import { DAY_RULE } from "../../schema/report.ts";
import { ofField } from "../problem-examples.ts";

const date = { type: "string", format: "date" };
const minor = { type: "integer", minimum: 0, maximum: BOUNDS.amountMax };

const days: Readonly<Record<string, Parameter>> = {
  start_date: { schema: date },
  end_date: { schema: date },
};

const filters: Readonly<Record<string, Parameter>> = {
  ...days,
  min_amount: { schema: minor },
  max_amount: { schema: minor },
};

const record = {
  order_id: EXAMPLE.order,
  amount: EXAMPLE.amount,
  currency: "TRY",
  status: "completed",
  payment_type: "creditcard",
  card_last_four: "0008",
  created_at: EXAMPLE.createdAt,
  installment_count: 1,
  charged_amount: EXAMPLE.amount,
  financing_amount: 0,
  refunded_amount: 0,
  customer_id: null,
  acquirer: "sandbox",
  mode: "test",
};

const figures = {
  total_transactions: 1,
  total_amount: EXAMPLE.amount,
  successful: 1,
  failed: 0,
  refunded: 0,
  approval_rate: 100,
};

const period = { start_date: EXAMPLE.day, end_date: EXAMPLE.day };

const shared = {
  tag: "Reports",
  access: "merchant key",
  problems: ["validation_failed", "missing_api_key", "invalid_api_key"],
} as const;

const LIST: Operation = {
  ...shared,
  id: "listTransactions",
  summary: "List payments",
  description:
    "The payments of the key's merchant and mode, newest first. `total` counts all matches. Days are " +
    "those of the merchant's time zone, `end_date` included.",
  parameters: {
    ...filters,
    page: { schema: { type: "integer", minimum: 1, maximum: 999_999_999, default: 1 } },
    per_page: {
      schema: { type: "integer", minimum: 1, maximum: BOUNDS.perPageMax, default: 20 },
    },
  },
  answers: { "application/json": [TransactionListSchema] },
  examples: {
    day: {
      summary: "The completed card payments of a day",
      query: { ...period, status: "completed", payment_type: "creditcard", page: 1, per_page: 50 },
      answer: { success: true, total: 1, page: 1, per_page: 50, transactions: [record] },
    },
  },
  problemExamples: {
    validation_failed: ofField("per_page", `must be a whole number from 1 to ${BOUNDS.perPageMax}`),
  },
};

const SUMMARY: Operation = {
  ...shared,
  id: "summarizeTransactions",
  summary: "Summarize a period",
  description:
    "Counts the payments of the period; `total_amount` sums the successful ones (completed, " +
    "authorized, refunded) in one currency. With `currency`, counts and amounts are of the payments in " +
    "that currency alone; without it, counts are of all payments and amounts in TRY. Without days the " +
    "period reaches from the first payment to today. The style `codes` selects the shorter variant.",
  headers: ["Vezne-Response-Style"],
  parameters: {
    ...days,
    currency: {
      description:
        "Only payments in this currency. Without it all are counted, and the amounts are those in TRY.",
    },
  },
  answers: { "application/json": [SummarySchema, ShortSummarySchema] },
  examples: {
    day: {
      summary: "One day",
      query: period,
      answer: {
        success: true,
        period: { start: EXAMPLE.day, end: EXAMPLE.day },
        ...figures,
        breakdown_by_type: { creditcard: { count: 1, amount: EXAMPLE.amount } },
      },
    },
    day_codes: {
      summary: "One day, in the style codes",
      query: period,
      headers: { "Vezne-Response-Style": "codes" },
      answer: figures,
    },
  },
  problemExamples: {
    validation_failed: ofField("start_date", DAY_RULE),
  },
};

// CSV appends later columns; the record has its fields by their meaning.
const { financing_amount, ...earlier } = record;
const row = { ...earlier, reference: "", financing_amount };

const EXPORT: Operation = {
  ...shared,
  id: "exportTransactions",
  summary: "Export payments as CSV or JSON",
  description:
    "Every match, newest first, streamed. CSV is RFC 4180 in UTF-8 with a header line; a cell that a " +
    "spreadsheet could take for a formula begins with an apostrophe. The answer is whole only where its " +
    "last chunk came: a client that takes less than 32 KiB a second for 20 seconds is cut off before it.",
  problems: [...shared.problems, "too_many_exports"],
  parameters: filters,
  answers: {
    "text/csv": [Type.String()],
    "application/json": [ExportedSchema],
  },
  answerHeaders: ["Content-Disposition"],
  examples: {
    csv: {
      summary: "A day as CSV",
      query: { format: "csv", ...period },
      answer: `${Object.keys(row).join(",")}\r\n${Object.values(row).join(",")}\r\n`,
    },
    json: {
      summary: "A day as JSON",
      query: { format: "json", ...period },
      answer: [record],
    },
  },
  problemExamples: { validation_failed: ofField("format", "is required") },
};

/** Spec 4.10 to 4.12. */
export const REPORT_OPERATIONS: Readonly<Record<string, Operation>> = {
  "GET /api/v1/payment/transactions": LIST,
  "GET /api/v1/payment/summary": SUMMARY,
  "GET /api/v1/payment/transactions/export": EXPORT,
};
