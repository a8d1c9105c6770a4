import type pg from "pg";
import { storedCalendarDay, type CalendarDay } from "../../kernel/calendar-day.ts";
import type { MerchantId } from "../../kernel/ids.ts";
import { optionalText, type Row } from "../../database/mapping/rows.ts";

/** How far the test bank has delivered its extract to each sandbox. */
export type SandboxExtracts = {
  /**
   * Claims the delivery up to a day. Returns the day of the delivery before, which is this day if
   * another process has claimed it.
   */
  claim(merchantId: MerchantId, until: CalendarDay): Promise<CalendarDay | undefined>;
};

// A sandbox that returned to the real time begins again with that day.
const CLAIM = `
  with before as (
    select delivered_until from sandbox_extract where merchant_id = $1
  ), claimed as (
    insert into sandbox_extract (merchant_id, delivered_until) values ($1, $2)
    on conflict (merchant_id) do update set delivered_until = excluded.delivered_until
      where sandbox_extract.delivered_until <> excluded.delivered_until
    returning merchant_id
  )
  select case when exists (select from claimed)
    then (select delivered_until from before)::text else $2::date::text end as delivered_until`;

export function createSandboxExtracts(pool: pg.Pool): SandboxExtracts {
  return {
    async claim(merchantId, until) {
      const { rows } = await pool.query<Row>(CLAIM, [merchantId, until]);
      const [row] = rows;
      const day = row === undefined ? undefined : optionalText(row, "delivered_until");
      return day === undefined ? undefined : storedCalendarDay(day);
    },
  };
}
