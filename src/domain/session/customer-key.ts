import type { Customer } from "./session.ts";

/** The fields that tell one customer from another, the surest first. */
export const CUSTOMER_KEYS = ["customer_id", "email", "phone"] as const;

/** The key of a customer: the merchant's id, or else an e-mail address or telephone number. */
export type CustomerKey = {
  readonly field: (typeof CUSTOMER_KEYS)[number];
  readonly value: string;
};

/**
 * The merchant's id of a customer; undefined also for a blank one, which many shops send for every
 * guest: guests must not share stored cards.
 */
export function customerIdOf({ customer_id: customerId }: Customer): string | undefined {
  return customerId === undefined || customerId.trim() === "" ? undefined : customerId;
}

/** The surest key that a session's customer has. */
export function customerKeyOf(customer: Customer): CustomerKey | undefined {
  for (const field of CUSTOMER_KEYS) {
    const value = customer[field] ?? "";
    if (value !== "") return { field, value };
  }
  return undefined;
}
