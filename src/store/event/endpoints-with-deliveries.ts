/**
 * Returns the body of a recursive common table expression of this name: the endpoints that have
 * undelivered events, each with the first due time of these. It jumps from endpoint to endpoint
 * through the index of due times, one look-up for each, so the length of a backlog does not matter.
 */
export function endpointsWithDeliveries(name: string): string {
  return `
  (select merchant_id, endpoint_id, due_at from webhook_delivery where due_at is not null
   order by merchant_id, endpoint_id, due_at limit 1)
  union all
  select next.merchant_id, next.endpoint_id, next.due_at from ${name} cross join lateral (
    select merchant_id, endpoint_id, due_at from webhook_delivery
    where due_at is not null
      and (merchant_id, endpoint_id) > (${name}.merchant_id, ${name}.endpoint_id)
    order by merchant_id, endpoint_id, due_at limit 1
  ) as next`;
}
