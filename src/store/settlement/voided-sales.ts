/** SQL that is true for a row of an order whose sale the bank voided in place of a refund. */
export function isVoided(row: string): string {
  return `exists (
  select from attempt as voiding
  where voiding.merchant_id = $1 and voiding.order_id = ${row}.order_id and voiding.is_void
    and voiding.state = 'approved'
)`;
}
