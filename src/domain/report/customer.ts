import { customerKeyOf, type CustomerKey } from "../session/customer-key.ts";
import type { Customer } from "../session/session.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { Money } from "../../kernel/money.ts";
import type { Payment } from "../payment/payment.ts";
import type { FoundPayments } from "./find-payments.ts";

/** The sums of a customer's payments in one currency. */
export type CustomerTotal = {
  readonly payments: number;
  /** Payments that took money, also if it was returned later. */
  readonly successful: number;
  readonly taken: Money;
  readonly refunded: Money;
};

export type CustomerHistory = {
  /** The customer as the newest session describes it. */
  readonly customer: Customer;
  readonly totals: readonly CustomerTotal[];
  readonly firstAt: Instant;
  /** The newest payments; older ones are found by the search. */
  readonly payments: readonly Payment[];
  readonly hasOlder: boolean;
};

export type RecentCustomer = {
  readonly key: CustomerKey;
  readonly customer: Customer;
  readonly newest: Payment;
};

/** The customers of some payments, each once, in the order of the payments. */
export function customersAmong({
  payments,
  customers,
}: Pick<FoundPayments, "payments" | "customers">): readonly RecentCustomer[] {
  const found = new Map<string, RecentCustomer>();
  for (const newest of payments) {
    const customer = customers.get(newest.sessionId);
    const key = customer === undefined ? undefined : customerKeyOf(customer);
    if (customer === undefined || key === undefined) continue;
    const name = `${key.field} ${key.value}`;
    if (!found.has(name)) found.set(name, { key, customer, newest });
  }
  return [...found.values()];
}
