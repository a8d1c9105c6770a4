import type pg from "pg";
import { toIso, type Instant } from "../../kernel/clock.ts";
import type { DueAttempts } from "../../system/backlog-metrics.ts";
import { count, optionalMoment, type Row } from "../../database/mapping/rows.ts";

/**
 * Counts the due attempts of all merchants, from an index that has only attempts with a due time.
 */
export async function countDueAttempts(pool: pg.Pool, now: Instant): Promise<DueAttempts> {
  const { rows } = await pool.query<Row>(
    `select count(*) as due, min(due_at) as oldest from attempt
     where due_at is not null and due_at <= $1`,
    [toIso(now)],
  );
  const [row = {}] = rows;
  const oldest = optionalMoment(row, "oldest");
  return { count: count(row, "due"), oldestMs: oldest === undefined ? 0 : now - oldest };
}
