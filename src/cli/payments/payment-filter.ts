import type { PaymentStatus, PaymentType } from "../../client/vezne.ts";
import { PAYMENT_STATUSES } from "../../domain/payment/states.ts";

const STATUSES: PaymentStatus[] = [...PAYMENT_STATUSES];
const TYPES: PaymentType[] = [
  "creditcard",
  "debitcard",
  "bank_transfer",
  "wallet",
  "shopping_credit",
  "papel",
];

/** The arguments that choose payments. */
export const PAYMENT_FILTER = {
  status: { type: "enum", options: STATUSES, description: "Only payments in this status" },
  type: { type: "enum", options: TYPES, description: "Only payments of this type" },
  from: { type: "string", description: "First day: 2026-11-21" },
  to: { type: "string", description: "Last day" },
} as const;

type FilterArgs = {
  readonly status?: PaymentStatus | undefined;
  readonly type?: PaymentType | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

/** The filter with the field names of the interface. */
export function filterOf({ status, type, from, to }: FilterArgs) {
  return { status, payment_type: type, start_date: from, end_date: to };
}
