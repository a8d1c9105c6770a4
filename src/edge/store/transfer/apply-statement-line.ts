import type pg from "pg";
import { toIso, type Instant } from "../../../kernel/clock.ts";
import { isCountedBefore, verdictEntry } from "../../../transfer/line-entry.ts";
import type { LineVerdict, StatementLine } from "../../../transfer/statement-line.ts";
import { inTransaction } from "../sql/database.ts";
import { insertPostings } from "../ledger/insert-postings.ts";
import type { Row } from "../sql/rows.ts";
import { BROUGHT_LINE, keyOfLine } from "./statement-line-rows.ts";

export type AppliedLine = {
  readonly line: StatementLine;
  readonly verdict: LineVerdict;
  readonly at: Instant;
};

const FIND_BROUGHT = `
  select scope, state, merchant_id, mode, exists (
      select from line_assignment as used
      where (used.account, used.bank_key, used.scope) = (line.account, line.bank_key, line.scope)
    ) as is_assigned
  from statement_line as line
  where account = $1 and bank_key = $2
  order by scope for update`;

const FORGET = `
  delete from statement_line
  where scope = $1 and account = $2 and bank_key = $3 and state = 'new'`;

const WRITE_VERDICT = `
  update statement_line
  set state = $4, reason = $5, merchant_id = $6, mode = $7, order_id = $8, settled_at = $9
  where scope = $1 and account = $2 and bank_key = $3 and state = 'new'`;

/**
 * Writes the verdict on a line, and the postings that follow from it. All rows of the same booking,
 * one for each merchant or feed that brought it, are locked first, so that the second of two
 * imports at the same time sees the verdict of the first. False if the line was deleted because its
 * money is already counted.
 */
export async function applyStatementLine(pool: pg.Pool, applied: AppliedLine): Promise<boolean> {
  const { line, verdict, at } = applied;
  return inTransaction(pool, async (sql) => {
    const { rows } = await sql.query<Row>(FIND_BROUGHT, [line.account, line.bankKey]);
    if (isCountedBefore(line, verdict, rows.map(BROUGHT_LINE.read))) {
      await sql.query(FORGET, [...keyOfLine(line)]);
      return false;
    }
    const { rowCount } = await sql.query(WRITE_VERDICT, verdictValues(applied));
    const entry = verdictEntry(line, verdict);
    if (rowCount === 1 && entry !== undefined) {
      const { owner, entryId, postings } = entry;
      await insertPostings(sql, postings, { ...owner, entryId, at });
    }
    return true;
  });
}

function verdictValues({ line, verdict, at }: AppliedLine): unknown[] {
  return [
    ...keyOfLine(line),
    verdict.kind,
    verdict.kind === "unmatched" ? verdict.reason : null,
    verdict.owner?.merchantId ?? null,
    verdict.owner?.mode ?? null,
    verdict.orderId ?? null,
    toIso(at),
  ];
}
