import type pg from "pg";
import { toIso, type Instant } from "../../kernel/clock.ts";
import { merchantOf } from "../../kernel/ids.ts";
import { money } from "../../kernel/money.ts";
import { MODES } from "../../domain/merchant/merchant.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";
import type { Assignment, LineRefusal, StatementStore } from "../../domain/transfer/ports.ts";
import { scopeText, type LineOwner } from "../../domain/transfer/statement-line.ts";
import { rowValues, valuesClause, type Column } from "../../database/mapping/columns.ts";
import { inTransaction, type SqlClient } from "../../database/connection/database.ts";
import { column, record } from "../../database/mapping/mapping.ts";
import { bigint, type Row } from "../../database/mapping/rows.ts";
import { isCopyJudged } from "./line-copies.ts";
import { keyOfLine, LINE, WAITING_LINE } from "./statement-line-rows.ts";

/** The lines that wait for a person, each with the sum of its assignments. */
export const UNMATCHED = `
  select line.*, line.amount - coalesce(used.amount, 0) as remaining,
    coalesce(used.is_open, false) as is_open
  from statement_line as line
  left join lateral (
    select sum(amount)::bigint as amount, bool_or(not is_applied) as is_open
    from line_assignment as used
    where (used.account, used.bank_key, used.scope) = (line.account, line.bank_key, line.scope)
  ) as used on true
  where line.state = 'unmatched'`;

const LOCK = `
  select from statement_line
  where scope = $1 and account = $2 and bank_key = $3 and state = 'unmatched' for update`;

const REMAINING = `${UNMATCHED} and line.scope = $1 and line.account = $2 and line.bank_key = $3`;

type DatedAssignment = Assignment & { readonly at: Instant };

const ASSIGNMENT: readonly Column<DatedAssignment>[] = [
  ["merchant_id", "text", ({ owner }) => owner.merchantId],
  ["mode", "text", ({ owner }) => owner.mode],
  ["order_id", "text", ({ orderId }) => orderId],
  ["scope", "text", ({ line }) => scopeText(line)],
  ["account", "text", ({ line }) => line.account],
  ["bank_key", "text", ({ line }) => line.bankKey],
  ["amount", "bigint", ({ amount }) => amount.minor],
  ["assigned_at", "timestamptz", ({ at }) => at],
];

const BEGIN = `
  insert into line_assignment ${valuesClause(ASSIGNMENT)}
  on conflict (merchant_id, order_id) do nothing`;

const END = `
  update line_assignment set is_applied = true
  where merchant_id = $1 and order_id = $2 and not is_applied`;

const DROP = `
  delete from line_assignment where merchant_id = $1 and order_id = $2 and not is_applied`;

const CLOSE_LINE = `
  update statement_line as line set state = 'assigned', settled_at = $4
  where scope = $1 and account = $2 and bank_key = $3 and state = 'unmatched'
    and amount = (
      select sum(amount) from line_assignment as used
      where (used.account, used.bank_key, used.scope) = (line.account, line.bank_key, line.scope)
        and is_applied
    )`;

const OPEN = `
  select line.*, used.*
  from (
    select scope, account, bank_key, amount as assigned, order_id as assigned_order,
      merchant_id as assigned_merchant, mode as assigned_mode, assigned_at
    from line_assignment
    where not is_applied and ($1::text is null or merchant_id = $1)
      and ($2::text is null or mode = $2) and ($3::text is null or order_id = $3)
  ) as used
  join statement_line as line using (account, bank_key, scope)
  order by assigned_at, assigned_order`;

type Assignments = Pick<
  StatementStore,
  "findWaiting" | "beginAssignment" | "endAssignment" | "openAssignments"
>;

/** Parts of unmatched lines that persons assigned to payments. */
export function createAssignmentStore(
  pool: pg.Pool,
  timeOf: (owner: LineOwner | undefined) => Instant,
): Assignments {
  return {
    async findWaiting({ merchantId, mode }, name) {
      const { rows } = await pool.query<Row>(
        `${UNMATCHED} and line.account || '/' || line.bank_key = $1
           and line.merchant_id = $2 and line.mode = $3
         order by line.scope limit 1`,
        [name, merchantId, mode],
      );
      return rows[0] === undefined ? undefined : WAITING_LINE.read(rows[0]);
    },

    beginAssignment: (assignment) =>
      inTransaction(pool, (sql) => begin(sql, assignment, timeOf(assignment.owner))),

    endAssignment: ({ owner, line, orderId }, { isApplied }) =>
      inTransaction(pool, async (sql) => {
        await sql.query(LOCK, [...keyOfLine(line)]);
        await sql.query(isApplied ? END : DROP, [owner.merchantId, orderId]);
        if (isApplied) await sql.query(CLOSE_LINE, [...keyOfLine(line), toIso(timeOf(owner))]);
      }),

    async openAssignments({ owner, orderId }) {
      const merchantId = owner?.merchantId ?? (orderId && merchantOf(orderId));
      const values = [merchantId ?? null, owner?.mode ?? null, orderId ?? null];
      const { rows } = await pool.query<Row>(OPEN, values);
      return rows.map((row) => {
        const line = LINE.read(row);
        const amount = money(bigint(row, "assigned"), line.amount.currency);
        return { owner: ASSIGNED_OWNER.read(row), line, orderId: ASSIGNED_ORDER.read(row), amount };
      });
    },
  };
}

const ASSIGNED_ORDER = column.id<Assignment["orderId"]>("assigned_order");
const ASSIGNED_OWNER = record<LineOwner>({
  merchantId: column.id("assigned_merchant"),
  mode: column.oneOf("assigned_mode", MODES),
});

/** The line is locked, so that two assignments at the same time never use the same money. */
async function begin(
  sql: SqlClient,
  assignment: Assignment,
  at: Instant,
): Promise<Result<Assignment, LineRefusal>> {
  const { amount } = assignment;
  const key = keyOfLine(assignment.line);
  const locked = await sql.query(LOCK, [...key]);
  if (locked.rowCount !== 1) return refused("line_not_waiting");
  if (await isCopyJudged(sql, key)) return refused("copy_being_matched");
  const { rows } = await sql.query<Row>(REMAINING, [...key]);
  if (rows[0] === undefined || bigint(rows[0], "remaining") < amount.minor) {
    return refused("line_not_waiting");
  }
  const begun = await sql.query(BEGIN, rowValues(ASSIGNMENT, { ...assignment, at }));
  return begun.rowCount === 1 ? ok(assignment) : refused("line_not_waiting");
}
