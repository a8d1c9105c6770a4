import { instant } from "../../../kernel/clock.ts";
import { QUARTER } from "../../../kernel/day.ts";
import type { FoundPayments } from "../../../report/find-payments.ts";
import type { Period } from "../../../report/transaction-filter.ts";
import type { SqlClient } from "../sql/database.ts";
import { scannedPage } from "./found-page.ts";
import { countBefore, scan, type Edge, type Question } from "./payment-scan.ts";
import { countPieces } from "../rollup/rollup-reader.ts";
import { spansOf } from "../rollup/rollup-span.ts";
import { rollupPage } from "../rollup/rollup-page.ts";

/** A page of a filter without amounts: the tally says how many there are and where the rare are. */
export async function findByRollup(sql: SqlClient, question: Question): Promise<FoundPayments> {
  const { filter, edge, limit } = question;
  const total = await rolledUp(sql, question, filter.period);
  const scanned = await scan(sql, question, { reach: question.limits.nearby });
  if (scanned.leftOffAt === undefined) return scannedPage(question, scanned, total);
  const before = edge === undefined ? 0 : await rankOf(sql, question, edge);
  const isBack = edge?.side === "newer";
  const offset = isBack ? Math.max(0, before - limit) : before;
  const length = isBack ? before - offset : limit;
  const { payments } =
    length === 0 ? { payments: [] } : await rollupPage(sql, filter, { offset, limit: length });
  return {
    payments,
    hasNewer: isBack ? offset > 0 : edge !== undefined,
    hasOlder: isBack || offset + payments.length < total,
    total,
    leftOffAt: undefined,
  };
}

async function rolledUp(
  sql: SqlClient,
  { filter }: Question,
  { from, until }: Period,
): Promise<number> {
  if (from >= until) return 0;
  const pieces = await countPieces(sql, filter, spansOf({ from, until }));
  return pieces.reduce((sum, { matches }) => sum + matches, 0);
}

/** How many of a filter's payments come before those behind the edge, newest first. */
async function rankOf(sql: SqlClient, question: Question, edge: Edge): Promise<number> {
  const { period } = question.filter;
  const at = Date.parse(edge.createdAt);
  const quarter = at - (at % QUARTER);
  const later = Math.max(quarter + QUARTER, period.from);
  const newer = await rolledUp(sql, question, { from: instant(later), until: period.until });
  const within = {
    from: instant(Math.max(quarter, period.from)),
    until: instant(Math.min(quarter + QUARTER, period.until)),
  };
  const filter = { ...question.filter, period: within };
  return newer + (await countBefore(sql, filter, edge));
}
