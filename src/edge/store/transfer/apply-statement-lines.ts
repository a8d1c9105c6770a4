import type pg from "pg";
import type { Instant } from "../../../kernel/clock.ts";
import { groupsOf } from "../../../kernel/groups.ts";
import { areCounted, verdictEntry, type BroughtLine } from "../../../transfer/line-entry.ts";
import { lineId, scopeText, type JudgedLine } from "../../../transfer/statement-line.ts";
import { columnValues, unnestClause, type Column } from "../sql/columns.ts";
import { inTransaction, type SqlClient } from "../sql/database.ts";
import { insertPostings } from "../ledger/insert-postings.ts";
import { text, type Row } from "../sql/rows.ts";
import { BROUGHT_LINE, keyOfLine, keyOfRow, keyText, postedLine } from "./statement-line-rows.ts";

export type AppliedLine = JudgedLine & { readonly at: Instant };

const BOOKING: readonly Column<JudgedLine>[] = [
  ["account", "text", ({ line }) => line.account],
  ["bank_key", "text", ({ line }) => line.bankKey],
];
const KEY: readonly Column<JudgedLine>[] = [
  ["scope", "text", ({ line }) => scopeText(line)],
  ...BOOKING,
];
const VERDICT: readonly Column<AppliedLine>[] = [
  ...KEY,
  ["verdict", "text", ({ verdict }) => verdict.kind],
  ["reason", "text", ({ verdict }) => (verdict.kind === "unmatched" ? verdict.reason : undefined)],
  ["merchant_id", "text", ({ verdict }) => verdict.owner?.merchantId],
  ["mode", "text", ({ verdict }) => verdict.owner?.mode],
  ["order_id", "text", ({ verdict }) => verdict.orderId],
  ["settled_at", "timestamptz", ({ at }) => at],
];

// The rows are locked in the order of their keys, so that two imports of the same lines don't wait
// for each other.
const FIND_BROUGHT = `
  select line.scope, line.account, line.bank_key, line.state, line.merchant_id, line.mode, exists (
      select from line_assignment as used
      where (used.account, used.bank_key, used.scope) = (line.account, line.bank_key, line.scope)
    ) as is_assigned
  from ${unnestClause(BOOKING)}
  join statement_line as line using (account, bank_key)
  order by line.account, line.bank_key, line.scope for update of line`;

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
    const counts = areCounted(applied, await lockBrought(sql, applied));
    const repeated = applied.filter((_, index) => counts[index] === false);
    if (repeated.length > 0) await sql.query(FORGET, columnValues(KEY, repeated));
    await writeVerdicts(
      sql,
      applied.filter((_, index) => counts[index] === true),
    );
    return counts;
  });
}

/** The stored rows of each booking, by `lineId`. */
async function lockBrought(
  sql: SqlClient,
  applied: readonly AppliedLine[],
): Promise<ReadonlyMap<string, readonly BroughtLine[]>> {
  const bookings = new Map(applied.map((one) => [lineId(one.line), one]));
  const values = columnValues(BOOKING, [...bookings.values()]);
  const { rows } = await sql.query<Row>(FIND_BROUGHT, values);
  return groupsOf(rows.map((row) => [idOf(row), BROUGHT_LINE.read(row)]));
}

function idOf(row: Row): string {
  return lineId({ account: text(row, "account"), bankKey: text(row, "bank_key") });
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
