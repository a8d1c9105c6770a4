import type { PaymentRecord } from "../payment/record.ts";

export type ExportFormat = "csv" | "json";

/** The fields of an exported record in their order: those of spec 2.7, then ours (contract C5). */
export const EXPORT_COLUMNS = [
  "order_id",
  "amount",
  "currency",
  "status",
  "payment_type",
  "card_last_four",
  "created_at",
  "installment_count",
  "charged_amount",
  "refunded_amount",
  "customer_id",
  "acquirer",
  "mode",
] as const satisfies readonly (keyof PaymentRecord)[];

export type ExportColumn = (typeof EXPORT_COLUMNS)[number];

/** The columns of CSV; `financing_amount` is the charged amount less the order's, in minor units. */
export const CSV_COLUMNS = [...EXPORT_COLUMNS, "reference", "financing_amount"] as const;
