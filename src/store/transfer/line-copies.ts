import type pg from "pg";
import type { Instant } from "../../kernel/clock.ts";
import { groupsOf } from "../../kernel/groups.ts";
import { returnEntry } from "../../domain/transfer/line-entry.ts";
import {
  lineId,
  type BroughtLine,
  type JudgedLine,
  type StatementLine,
} from "../../domain/transfer/statement-line.ts";
import {
  columnsWithin,
  columnValues,
  unnestClause,
  type Column,
} from "../../database/mapping/columns.ts";
import { inTransaction, type SqlClient } from "../../database/connection/database.ts";
import { insertPostings } from "../ledger/insert-postings.ts";
import { integer, text, type Row } from "../../database/mapping/rows.ts";
import { BROUGHT_LINE, LINE, LINE_KEY, postedLine } from "./statement-line-rows.ts";

const BOOKING = LINE_KEY.filter(([name]) => name !== "scope");

const COPIED = `
  select from ${unnestClause(LINE_KEY)}
  join statement_line as copy using (account, bank_key)
  where copy.scope <> input.scope limit 1`;

// The rows are locked in the order of their keys, so that two imports of the same lines don't wait
// for each other.
const LOCK = `
  select from ${unnestClause(BOOKING)}
  join statement_line as line using (account, bank_key)
  order by line.account, line.bank_key, line.scope for update of line`;

const FIND = `
  select line.scope, line.account, line.bank_key, line.state, line.merchant_id, line.mode, exists (
      select from line_assignment as used
      where (used.account, used.bank_key, used.scope) = (line.account, line.bank_key, line.scope)
    ) as is_assigned
  from ${unnestClause(BOOKING)}
  join statement_line as line using (account, bank_key)`;

/**
 * Locks the stored rows of each booking, one for each merchant or feed that brought it, and returns
 * them by `lineId`. The lock is a statement of its own, so that the assignments are read after it
 * was granted.
 */
export async function lockBrought(
  sql: SqlClient,
  lines: readonly StatementLine[],
): Promise<ReadonlyMap<string, readonly BroughtLine[]>> {
  const bookings = new Map(lines.map((line) => [lineId(line), line]));
  const values = columnValues(BOOKING, [...bookings.values()]);
  await sql.query(LOCK, values);
  const { rows } = await sql.query<Row>(FIND, values);
  return groupsOf(rows.map((row) => [idOf(row), BROUGHT_LINE.read(row)]));
}

function idOf(row: Row): string {
  return lineId({ account: text(row, "account"), bankKey: text(row, "bank_key") });
}

/** `copiesOf` of `StatementStore`. Few bookings are brought twice, so most calls only look. */
export async function copiesOf(
  pool: pg.Pool,
  lines: readonly StatementLine[],
): Promise<ReadonlyMap<string, readonly BroughtLine[]>> {
  const { rowCount } = await pool.query(COPIED, columnValues(LINE_KEY, lines));
  return rowCount === 0 ? new Map() : inTransaction(pool, (sql) => lockBrought(sql, lines));
}

/** True if another copy of a line, given by its primary key, is being matched. */
export async function isCopyJudged(sql: SqlClient, key: readonly string[]): Promise<boolean> {
  const { rowCount } = await sql.query(
    `select from statement_line
     where scope <> $1 and account = $2 and bank_key = $3 and state = 'new' limit 1`,
    [...key],
  );
  return rowCount !== 0;
}

type CountedLine = JudgedLine & { readonly at: Instant };

const COUNTED: readonly Column<CountedLine>[] = [
  ...columnsWithin<CountedLine, StatementLine>(LINE_KEY, ({ line }) => line),
  ["merchant_id", "text", ({ verdict }) => verdict.owner?.merchantId],
  ["mode", "text", ({ verdict }) => verdict.owner?.mode],
  ["order_id", "text", ({ verdict }) => verdict.orderId],
  ["at", "timestamptz", ({ at }) => at],
];

const WAITING_COPY = `
  where (line.account, line.bank_key) = (input.account, input.bank_key)
    and line.scope <> input.scope and line.state = 'unmatched'`;

const DROP_OWNERLESS = `
  delete from statement_line as line using ${unnestClause(COUNTED)} ${WAITING_COPY}
    and line.merchant_id is null`;

const TAKE_BACK = `
  update statement_line as line
  set state = 'returned', returned_as = input.order_id, settled_at = input.at
  from ${unnestClause(COUNTED)} ${WAITING_COPY}
    and (line.merchant_id, line.mode) = (input.merchant_id, input.mode)
  returning line.*, input.ord::int`;

/**
 * Ends the copies that wait for a person, after the same booking was counted through another one.
 * A copy of an unknown merchant is deleted where the merchant is known now. If the counted line
 * completed a payment, the copy's money leaves the suspense account: the payment has brought it
 * into the books once more. The rows are locked.
 */
export async function endCopies(sql: SqlClient, counted: readonly CountedLine[]): Promise<void> {
  const owned = counted.filter(({ verdict }) => verdict.owner !== undefined);
  if (owned.length === 0) return;
  await sql.query(DROP_OWNERLESS, columnValues(COUNTED, owned));
  const matched = owned.filter(({ verdict }) => verdict.kind === "matched");
  if (matched.length === 0) return;
  const { rows } = await sql.query<Row>(TAKE_BACK, columnValues(COUNTED, matched));
  const entries = rows.flatMap((row) => {
    const line = LINE.read(row);
    const match = matched[integer(row, "ord") - 1];
    if (match === undefined) return [];
    const entry = returnEntry(line, { owner: match.verdict.owner, remaining: line.amount });
    return entry === undefined ? [] : [postedLine(entry, match.at)];
  });
  await insertPostings(sql, entries);
}
