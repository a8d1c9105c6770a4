import { settledPartEntry, settlementEntriesOf } from "../../database/mapping/packed-references.ts";

/**
 * The `from` and `where` of a query for the postings of an order (`$2`) of a merchant (`$1`).
 * Postings have no index by order, so they are found by their references: the order's attempts, and
 * the settled lines that these attempts may have.
 */
export const FROM_POSTINGS_OF_ORDER = `
  from attempt
  cross join lateral unnest(array[
    attempt.attempt_id, ${settlementEntriesOf("attempt.attempt_id").join(", ")}
  ] || array(
    select ${settledPartEntry("part.kind", "part.attempt_id", "part.part")}
    from settlement_part as part
    where part.merchant_id = $1 and part.attempt_id = attempt.attempt_id
  )) as entry (id)
  join posting on posting.merchant_id = $1 and posting.attempt_id = entry.id
  where attempt.merchant_id = $1 and attempt.order_id = $2`;
