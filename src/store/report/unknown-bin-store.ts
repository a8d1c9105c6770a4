import type pg from "pg";
import type { UnknownBinStore } from "../../domain/report/unknown-bins.ts";
import { assert } from "../../kernel/assert.ts";
import { toIso } from "../../kernel/clock.ts";
import { money } from "../../kernel/money.ts";
import { count, currency, sum, text, type Row } from "../../database/mapping/rows.ts";

const PAYMENTS_MOST = 10_000;
const BINS_MOST = 20;

const RECENT = `
  select card_bin, card_bank, currency, charged_amount from payment
  where merchant_id = $1 and mode = $2 and created_at >= $3 and card_bin is not null
  order by created_at desc limit ${PAYMENTS_MOST}`;

const TOTALS = `
  select count(*) as payments, count(*) filter (where card_bank is null) as unknown
  from (${RECENT}) as recent`;

const BINS = `
  select card_bin, currency, count(*) as payments, sum(charged_amount) as amount
  from (${RECENT}) as recent where card_bank is null
  group by card_bin, currency order by payments desc, card_bin limit ${BINS_MOST}`;

export function createUnknownBinStore(pool: pg.Pool): UnknownBinStore {
  return {
    async since({ merchantId, mode }, from) {
      const values = [merchantId, mode, toIso(from)];
      const [total] = (await pool.query<Row>(TOTALS, values)).rows;
      assert(total !== undefined, "a count is one row");
      const { rows: bins } = await pool.query<Row>(BINS, values);
      return {
        payments: count(total, "payments"),
        unknown: count(total, "unknown"),
        bins: bins.map((row) => ({
          bin: text(row, "card_bin"),
          payments: count(row, "payments"),
          amount: money(sum(row, "amount"), currency(row, "currency")),
        })),
      };
    },
  };
}
