import type pg from "pg";
import type { UsedCategoryStore } from "../../domain/report/ports.ts";
import { toIso } from "../../kernel/clock.ts";
import { count, type Row } from "../../database/mapping/rows.ts";

const PAYMENTS_MOST = 10_000;
const CATEGORIES_MOST = 100;

const USED = `
  with recent as (
    select distinct session_id from (
      select session_id from payment
      where merchant_id = $1 and mode = $2 and created_at >= $3
      order by created_at desc limit ${PAYMENTS_MOST}
    ) as newest
  )
  select (item ->> 'category')::bigint as category,
    count(distinct recent.session_id) as sessions
  from recent
  join session on session.merchant_id = $1 and session.session_id = recent.session_id
  cross join lateral jsonb_array_elements(session.basket) as item
  where item ? 'category'
  group by 1 order by 2 desc, 1 limit ${CATEGORIES_MOST}`;

export function createUsedCategoryStore(pool: pg.Pool): UsedCategoryStore {
  return {
    async since({ merchantId, mode }, from) {
      const { rows } = await pool.query<Row>(USED, [merchantId, mode, toIso(from)]);
      return rows.map((row) => ({
        category: count(row, "category"),
        sessions: count(row, "sessions"),
      }));
    },
  };
}
