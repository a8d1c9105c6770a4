import type pg from "pg";
import type { Instant } from "../../kernel/clock.ts";
import { areCounted, verdictEntry } from "../../domain/transfer/line-entry.ts";
import { lineId, type JudgedLine } from "../../domain/transfer/statement-line.ts";
import {
  columnsWithin,
  columnValues,
  unnestClause,
  type Column,
} from "../../database/mapping/columns.ts";
import { inTransaction, type SqlClient } from "../../database/connection/database.ts";
import { insertPostings } from "../ledger/insert-postings.ts";
import type { Row } from "../../database/mapping/rows.ts";
import { endCopies, lockBrought } from "./line-copies.ts";
import { keyOfLine, keyOfRow, keyText, LINE_KEY, postedLine } from "./statement-line-rows.ts";

export type AppliedLine = JudgedLine & { readonly at: Instant };

const KEY: readonly Column<JudgedLine>[] = columnsWithin(LINE_KEY, ({ line }) => line);
const VERDICT: readonly Column<AppliedLine>[] = [
  ...KEY,
  ["verdict", "text", ({ verdict }) => verdict.kind],
  ["reason", "text", ({ verdict }) => (verdict.kind === "unmatched" ? verdict.reason : undefined)],
  ["merchant_id", "text", ({ verdict }) => verdict.owner?.merchantId],
  ["mode", "text", ({ verdict }) => verdict.owner?.mode],
  ["order_id", "text", ({ verdict }) => verdict.orderId],
  ["settled_at", "timestamptz", ({ at }) => at],
];

const OF_KEY = `
  where (line.scope, line.account, line.bank_key) = (input.scope, input.account, input.bank_key)
    and line.state = 'new'`;

const FORGET = `
  delete from statement_line as line using ${unnestClause(KEY)} ${OF_KEY}`;

const WRITE_VERDICTS = `
  update statement_line as line
  set state = verdict, reason = input.reason, merchant_id = input.merchant_id, mode = input.mode,
    order_id = input.order_id, settled_at = input.settled_at
  from ${unnestClause(VERDICT)} ${OF_KEY}
  returning line.scope, line.account, line.bank_key`;

/**
 * Writes the verdicts on lines, and the postings that follow from them, in a few statements for all
 * lines. All rows of the same bookings, one for each merchant or feed that brought one, are locked
 * first, so that the second of two imports at the same time sees the verdicts of the first. False
 * for a line that was deleted because its money is already counted.
 */
export async function applyStatementLines(
  pool: pg.Pool,
  applied: readonly AppliedLine[],
): Promise<readonly boolean[]> {
  if (applied.length === 0) return [];
  return inTransaction(pool, async (sql) => {
    const brought = await lockBrought(
      sql,
      applied.map(({ line }) => line),
    );
    const counts = areCounted(applied, brought);
    const repeated = applied.filter((_, index) => counts[index] === false);
    if (repeated.length > 0) await sql.query(FORGET, columnValues(KEY, repeated));
    const counted = applied.filter((_, index) => counts[index] === true);
    await writeVerdicts(sql, counted);
    const repeatedly = counted.filter(({ line }) => (brought.get(lineId(line)) ?? []).length > 1);
    await endCopies(sql, repeatedly);
    return counts;
  });
}

/** Writes verdicts on the lines that have none yet, and the postings of these. */
async function writeVerdicts(sql: SqlClient, applied: readonly AppliedLine[]): Promise<void> {
  if (applied.length === 0) return;
  const { rows } = await sql.query<Row>(WRITE_VERDICTS, columnValues(VERDICT, applied));
  const written = new Set(rows.map((row) => keyText(keyOfRow(row))));
  const entries = applied.flatMap(({ line, verdict, at }) => {
    const entry = verdictEntry(line, verdict);
    return entry !== undefined && written.has(keyText(keyOfLine(line)))
      ? [postedLine(entry, at)]
      : [];
  });
  await insertPostings(sql, entries);
}
