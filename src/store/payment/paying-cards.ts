import type pg from "pg";
import type { PaymentStore } from "../../domain/payment/ports.ts";

/** The last four digits narrow the search to a part of `payment_by_card`. */
const LAST = `
select card.card_token
from unnest($3::text[], $4::text[]) as card (card_token, card_last_four)
cross join lateral (
  select created_at from payment
  where merchant_id = $1 and mode = $2 and payment.card_last_four = card.card_last_four
    and payment.card_token = card.card_token
  order by created_at desc limit 1
) as last
order by last.created_at desc limit 1`;

/** Finds out which stored card paid last. */
export function createPayingCards(pool: pg.Pool): Pick<PaymentStore, "lastPayingCard"> {
  return {
    async lastPayingCard({ merchantId, mode }, cards) {
      const { rows } = await pool.query<Record<string, unknown>>(LAST, [
        merchantId,
        mode,
        cards.map(({ token }) => token),
        cards.map(({ lastFour }) => lastFour),
      ]);
      return cards.find(({ token }) => token === rows[0]?.["card_token"])?.token;
    },
  };
}
