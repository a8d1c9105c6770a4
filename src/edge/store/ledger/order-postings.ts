/**
 * The `from` and `where` that give the postings of an order, $2, of a merchant, $1. Postings have
 * no index of orders: they are keyed by what they are of, an attempt or what was paid for one.
 */
export const FROM_POSTINGS_OF_ORDER = `
  from attempt
  cross join lateral unnest(array[
    attempt.attempt_id,
    'settlement sale ' || attempt.attempt_id,
    'settlement refund ' || attempt.attempt_id
  ]) as entry (id)
  join posting on posting.merchant_id = $1 and posting.attempt_id = entry.id
  where attempt.merchant_id = $1 and attempt.order_id = $2`;
