import type { CustomerKey } from "../../domain/session/customer-key.ts";

// The exact conditions behind the index, which also finds other fields with this value.
const SAME: Readonly<Record<CustomerKey["field"], string>> = {
  customer_id: "customer ->> 'customer_id' = $3",
  // By the collation C, which folds A to Z only: other letters belong to other addresses.
  email: `lower((customer ->> 'email') collate "C") = lower($3 collate "C")`,
  phone: `coalesce(phone_digits(customer ->> 'phone'), customer ->> 'phone')
    = coalesce(phone_digits($3), $3)`,
};

/** The condition for the sessions of a customer of merchant `$1`, whose key has the value `$3`. */
export function isCustomer(field: CustomerKey["field"]): string {
  return `session.customer <> '{}'
    and customer_terms(session.merchant_id, session.customer) @@ customer_query($1, $3)
    and ${SAME[field]}`;
}
