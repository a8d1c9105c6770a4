import type pg from "pg";
import { storedCalendarDay, type CalendarDay } from "../../kernel/calendar-day.ts";
import { later, MINUTE, toIso, type Instant } from "../../kernel/clock.ts";
import type { MerchantId } from "../../kernel/ids.ts";
import { id, optionalText, type Row } from "../../database/mapping/rows.ts";

/** How far the test bank has delivered its extract to each sandbox. */
export type SandboxExtracts = {
  /** The merchants whose sandbox has, or had, a contract. */
  receivers(): Promise<readonly MerchantId[]>;
  /**
   * Claims the delivery up to a day for a quarter of an hour, after which another process begins
   * it anew. Returns the day of the delivery before; `taken` if another process has claimed it.
   */
  claim(
    merchantId: MerchantId,
    until: CalendarDay,
    at: Instant,
  ): Promise<{ readonly last: CalendarDay | undefined } | "taken">;
  /** Notes that the delivery up to a day was imported. */
  delivered(merchantId: MerchantId, until: CalendarDay): Promise<void>;
};

// A sandbox that returned to the real time begins again with that day.
const CLAIM = `
  insert into sandbox_extract (merchant_id, claimed_until) values ($1, $3)
  on conflict (merchant_id) do update set claimed_until = excluded.claimed_until
    where sandbox_extract.delivered_until is distinct from $2
      and (sandbox_extract.claimed_until is null or sandbox_extract.claimed_until <= $4)
  returning delivered_until::text`;

const LEASE_MS = 15 * MINUTE;

export function createSandboxExtracts(pool: pg.Pool): SandboxExtracts {
  return {
    async receivers() {
      const { rows } = await pool.query<Row>(
        "select distinct merchant_id from settlement_term where mode = 'test'",
      );
      return rows.map((row) => id<MerchantId>(row, "merchant_id"));
    },
    async claim(merchantId, until, at) {
      const values = [merchantId, until, toIso(later(at, LEASE_MS)), toIso(at)];
      const { rows } = await pool.query<Row>(CLAIM, values);
      const [row] = rows;
      if (row === undefined) return "taken";
      const day = optionalText(row, "delivered_until");
      return { last: day === undefined ? undefined : storedCalendarDay(day) };
    },
    async delivered(merchantId, until) {
      await pool.query(
        `update sandbox_extract set delivered_until = $2, claimed_until = null
         where merchant_id = $1`,
        [merchantId, until],
      );
    },
  };
}
