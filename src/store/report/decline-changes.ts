import { toIso } from "../../kernel/clock.ts";
import { parseDay } from "../../kernel/day.ts";
import type { Scope } from "../../domain/merchant/scope.ts";
import { DECLINE_REASONS } from "../../domain/payment/decline.ts";
import { statesWithResult } from "../../domain/payment/states.ts";
import type { ChangeChoice, DeclineChange } from "../../domain/report/overview.ts";
import type { SqlClient } from "../../database/connection/database.ts";
import { quoted } from "../../database/mapping/quoted.ts";
import { count, oneOf, optionalText, type Row } from "../../database/mapping/rows.ts";

const FAILED = quoted(statesWithResult("failed"));
const ROWS_MAX = 8;

/** Counts the declines of two periods by bank and reason, and finds the worst day of each. */
export async function readDeclineChanges(
  sql: SqlClient,
  { merchantId, mode }: Scope,
  { period, before, currency, timeZone }: ChangeChoice,
): Promise<readonly DeclineChange[]> {
  const { rows } = await sql.query<Row>(
    `with per_day as (
       select card_bank, decline_reason, created_at >= $4::timestamptz as is_now,
         to_char(created_at at time zone $7, 'YYYY-MM-DD') as day, count(*) as declines
       from payment
       where merchant_id = $1 and mode = $2 and created_at >= $3::timestamptz
         and created_at < $5::timestamptz and currency = $6
         and state in (${FAILED}) and decline_reason is not null
       group by 1, 2, 3, 4
     )
     select card_bank, decline_reason,
       coalesce(sum(declines) filter (where is_now), 0)::bigint as now,
       coalesce(sum(declines) filter (where not is_now), 0)::bigint as before,
       (array_agg(day order by declines desc, day desc) filter (where is_now))[1] as worst_day,
       coalesce(max(declines) filter (where is_now), 0)::bigint as on_worst_day
     from per_day group by 1, 2
     order by coalesce(sum(declines) filter (where is_now), 0)
       - coalesce(sum(declines) filter (where not is_now), 0) desc, 3 desc, 1, 2
     limit ${ROWS_MAX}`,
    [
      merchantId,
      mode,
      toIso(before.from),
      toIso(period.from),
      toIso(period.until),
      currency,
      timeZone,
    ],
  );
  return rows.map((row) => ({
    bank: optionalText(row, "card_bank"),
    reason: oneOf(row, "decline_reason", DECLINE_REASONS),
    now: count(row, "now"),
    before: count(row, "before"),
    worstDay: parseDay(optionalText(row, "worst_day") ?? ""),
    onWorstDay: count(row, "on_worst_day"),
  }));
}
