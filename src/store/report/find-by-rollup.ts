import { instant } from "../../kernel/clock.ts";
import { QUARTER } from "../../kernel/day.ts";
import type { FoundPage } from "./payment-scan.ts";
import type { Period } from "../../domain/report/transaction-filter.ts";
import type { SqlClient } from "../../database/connection/database.ts";
import { scannedPage } from "./found-page.ts";
import { countBefore, scan, type Cursor, type PageQuery } from "./payment-scan.ts";
import { countPieces } from "../rollup/rollup-reader.ts";
import { spansOf } from "../rollup/rollup-span.ts";
import { rollupPage } from "../rollup/rollup-page.ts";

/**
 * Finds a page of the payments that match a filter without amounts. The roll-up gives the exact
 * count. A short scan from the cursor on fills the page if matches are frequent. Otherwise the
 * number of matches before the cursor gives the offset of the page; the roll-up tells in which
 * quarter-hours the matches from that offset on lie, and only these quarter-hours are read.
 */
export async function findByRollup(sql: SqlClient, query: PageQuery): Promise<FoundPage> {
  const { filter, cursor, limit } = query;
  const total = await rolledUp(sql, query, filter.period);
  const scanned = await scan(sql, query, { scanMax: query.limits.nearbyScanMax });
  if (scanned.leftOffAt === undefined) return scannedPage(query, scanned, total);
  const before = cursor === undefined ? 0 : await rankOf(sql, query, cursor);
  const isBack = cursor?.side === "newer";
  const offset = isBack ? Math.max(0, before - limit) : before;
  const length = isBack ? before - offset : limit;
  const { payments } =
    length === 0 ? { payments: [] } : await rollupPage(sql, filter, { offset, limit: length });
  return {
    payments,
    hasNewer: isBack ? offset > 0 : cursor !== undefined,
    hasOlder: isBack || offset + payments.length < total,
    total,
    leftOffAt: undefined,
  };
}

async function rolledUp(
  sql: SqlClient,
  { filter }: PageQuery,
  { from, until }: Period,
): Promise<number> {
  if (from >= until) return 0;
  const pieces = await countPieces(sql, filter, spansOf({ from, until }));
  return pieces.reduce((sum, { matches }) => sum + matches, 0);
}

/**
 * The number of matches between the newest payment and the cursor. The roll-up counts the whole
 * quarters of an hour that are newer; the payments of the cursor's own quarter are counted one by
 * one.
 */
async function rankOf(sql: SqlClient, query: PageQuery, cursor: Cursor): Promise<number> {
  const { period } = query.filter;
  const at = Date.parse(cursor.createdAt);
  const quarter = at - (at % QUARTER);
  const later = Math.max(quarter + QUARTER, period.from);
  const newer = await rolledUp(sql, query, { from: instant(later), until: period.until });
  const within = {
    from: instant(Math.max(quarter, period.from)),
    until: instant(Math.min(quarter + QUARTER, period.until)),
  };
  const filter = { ...query.filter, period: within };
  return newer + (await countBefore(sql, filter, cursor));
}
