import type pg from "pg";
import { toIso, type Instant } from "../../../kernel/clock.ts";
import { postingsOf } from "../../../ledger/posting.ts";
import type { LineVerdict, StatementLine } from "../../../transfer/statement-line.ts";
import { inTransaction, type SqlClient } from "../sql/database.ts";
import { insertPostings } from "../ledger/insert-postings.ts";
import { optionalText, text, type Row } from "../sql/rows.ts";
import { entryIdOf, scopeText } from "./statement-line-names.ts";

export type AppliedLine = {
  readonly line: StatementLine;
  readonly verdict: LineVerdict;
  readonly at: Instant;
};

/**
 * Writes what a line turned out to be. Money that pays for nothing lies in suspense, where it is
 * known whose account it is. False: the line is forgotten, for it was counted before.
 */
export async function applyStatementLine(
  pool: pg.Pool,
  { line, verdict, at }: AppliedLine,
): Promise<boolean> {
  return inTransaction(pool, async (sql) => {
    if (await isCounted(sql, line, verdict)) {
      await sql.query(
        `delete from statement_line
         where scope = $1 and account = $2 and bank_key = $3 and state = 'new'`,
        [scopeText(line), line.account, line.bankKey],
      );
      return false;
    }
    const isFirst = await writeVerdict(sql, { line, verdict, at });
    if (!isFirst || verdict.kind !== "unmatched" || verdict.owner === undefined) return true;
    await insertPostings(sql, postingsOf("line_unmatched", { moved: line.amount }), {
      ...verdict.owner,
      entryId: entryIdOf("line", line),
      at,
    });
    return true;
  });
}

/**
 * Whether the same line was brought by somebody else and is settled for the same merchant: then
 * this is no further money. What pays now, and lay in suspense before, is news. All that brought it
 * are locked, so that of two at once the second sees what the first became.
 */
async function isCounted(
  sql: SqlClient,
  line: StatementLine,
  { kind, owner }: LineVerdict,
): Promise<boolean> {
  const { rows } = await sql.query<Row>(
    `select scope, state, merchant_id, mode from statement_line
     where account = $1 and bank_key = $2
     order by scope for update`,
    [line.account, line.bankKey],
  );
  return rows.some((row) => {
    const isOwners =
      optionalText(row, "merchant_id") === owner?.merchantId &&
      optionalText(row, "mode") === owner?.mode;
    const isOther = owner !== undefined && isOwners && text(row, "scope") !== scopeText(line);
    return isOther && (kind === "unmatched" || text(row, "state") === "matched");
  });
}

async function writeVerdict(sql: SqlClient, { line, verdict, at }: AppliedLine): Promise<boolean> {
  const { rowCount } = await sql.query(
    `update statement_line
     set state = $4, reason = $5, merchant_id = $6, mode = $7, order_id = $8, settled_at = $9
     where scope = $1 and account = $2 and bank_key = $3 and state = 'new'`,
    [
      scopeText(line),
      line.account,
      line.bankKey,
      verdict.kind,
      verdict.kind === "unmatched" ? verdict.reason : null,
      verdict.owner?.merchantId ?? null,
      verdict.owner?.mode ?? null,
      verdict.orderId ?? null,
      toIso(at),
    ],
  );
  return rowCount === 1;
}
