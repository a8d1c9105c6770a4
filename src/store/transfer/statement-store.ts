import type pg from "pg";
import type { FailedItem, ItemKey } from "../../domain/job/failed-item.ts";
import { toIso, type Clock, type Instant } from "../../kernel/clock.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";
import type { Clocks } from "../../domain/merchant/clocks.ts";
import type {
  GiveBackCommand,
  LineRefusal,
  StatementStore,
  UnmatchedQuery,
  WaitingLine,
} from "../../domain/transfer/ports.ts";
import { returnEntry } from "../../domain/transfer/line-entry.ts";
import {
  scopeText,
  type LineOwner,
  type StatementLine,
} from "../../domain/transfer/statement-line.ts";
import { inTransaction } from "../../database/connection/database.ts";
import { createLineTurns } from "../../database/connection/line-turns.ts";
import type { Statement } from "../../database/connection/statement.ts";
import { LINE_REFERENCE, merchantInScope } from "../../database/mapping/packed-references.ts";
import { insertPostings } from "../ledger/insert-postings.ts";
import { columnValues, namesOf, unnestClause } from "../../database/mapping/columns.ts";
import { flag, text, type Row } from "../../database/mapping/rows.ts";
import { createAssignmentStore, UNMATCHED } from "./assignment-store.ts";
import { applyStatementLines } from "./apply-statement-lines.ts";
import { copiesOf, isCopyJudged } from "./line-copies.ts";
import {
  keyOfLine,
  keyOfRow,
  keyText,
  LINE,
  merchantOfScope,
  postedLine,
  WAITING_LINE,
} from "./statement-line-rows.ts";

// Takes lines in turns among the scopes, which are the merchants that imported statements and the
// banks' own feeds: a large file of one merchant must not delay the lines of others. The recursive
// query steps through the index from scope to scope.
const waitingOf = (failedItems: string): string => `
  with recursive owner as (
    (select scope from statement_line where state = 'new' order by scope, seen_at limit 1)
    union all
    select next.scope from owner cross join lateral (
      select scope from statement_line where state = 'new' and scope > owner.scope
      order by scope, seen_at limit 1
    ) as next
  )
  select line.* from owner cross join lateral (
    select first.*, row_number() over (order by seen_at, account, bank_key) as turn from (
      select line.*, item, failed.kind is not null as has_failed
      from statement_line as line
      cross join lateral (select ${LINE_REFERENCE} as item) as named
      left join ${failedItems} as failed on failed.kind = 'transfer_line'
        and failed.merchant_id = ${merchantInScope("scope")} and failed.item_id = item
      where state = 'new' and line.scope = owner.scope
        and (failed.due_at is null or failed.due_at <= $2)
      order by seen_at, account, bank_key limit $1
    ) as first
  ) as line
  order by turn, seen_at, account, bank_key limit $1`;

const WAITING: Statement = { name: "claim-lines", text: waitingOf("failed_item") };

/** On a distributed database `failed_item` is elsewhere, and the caller gives its rows. */
const WAITING_BESIDE: Statement = {
  name: "claim-lines-beside",
  text: waitingOf(
    `(select 'transfer_line' as kind, *
      from unnest($3::text[], $4::text[], $5::timestamptz[])
        as given (merchant_id, item_id, due_at))`,
  ),
};

/** The failed items of lines, where the lines can't be joined with them. */
export type FailedLines = () => Promise<readonly FailedItem[]>;

/** Lines of bank statements and feeds, with their verdicts. */
export function createStatementStore(
  pool: pg.Pool,
  { clock, clocks }: { readonly clock: Clock; readonly clocks: Clocks },
  failedLines?: FailedLines,
): StatementStore {
  const turns = createLineTurns();
  const timeOf = (owner: LineOwner | undefined): Instant =>
    owner === undefined ? clock.now() : clocks.now(owner);
  return {
    record: (lines) =>
      turns.run(subjectOf(lines[0]), () => record(pool, lines, toIso(clock.now()))),
    applyVerdicts: (judged) => {
      const applied = judged.map((one) => ({ ...one, at: timeOf(one.verdict.owner) }));
      return turns.run(subjectOf(judged[0]?.line), () => applyStatementLines(pool, applied));
    },
    copiesOf: (lines) => copiesOf(pool, lines),
    findLine: (owner, key) => findLine(pool, owner, key),
    unmatched: (query) => unmatched(pool, query),
    ...createAssignmentStore(pool, timeOf),
    giveBack: (command) => giveBack(pool, command, timeOf),

    async waiting(limit) {
      const now = toIso(clock.now());
      const { rows } = await pool.query<Row>(await claimOf([limit, now], failedLines));
      return rows.map((row) => ({
        key: keyOfItem(row),
        hasFailed: flag(row, "has_failed"),
        read: () => LINE.read(row),
      }));
    },
  };
}

function keyOfItem(row: Row): ItemKey {
  const merchantId = merchantOfScope(row) ?? "";
  return { kind: "transfer_line", merchantId, itemId: text(row, "item") };
}

/** The merchant or feed that brought lines; all lines of an import have the same. */
function subjectOf(first: StatementLine | undefined): string {
  return first === undefined ? "" : scopeText(first);
}

async function claimOf(given: readonly unknown[], failedLines: FailedLines | undefined) {
  if (failedLines === undefined) return { ...WAITING, values: [...given] };
  return { ...WAITING_BESIDE, values: [...given, ...failedValues(await failedLines())] };
}

function failedValues(items: readonly FailedItem[]): readonly unknown[] {
  return [
    items.map(({ merchantId }) => merchantId),
    items.map(({ itemId }) => itemId),
    items.map(({ dueAt }) => toIso(dueAt)),
  ];
}

async function record(
  pool: pg.Pool,
  lines: readonly StatementLine[],
  seenAt: string,
): Promise<readonly StatementLine[]> {
  const { rows } = await pool.query<Row>(
    `insert into statement_line (${namesOf(LINE.columns)}, seen_at)
     select ${namesOf(LINE.columns)}, $${LINE.columns.length + 1}
     from ${unnestClause(LINE.columns)}
     order by ord
     on conflict (account, bank_key, scope) do nothing
     returning scope, account, bank_key`,
    [...columnValues(LINE.columns, lines), seenAt],
  );
  const fresh = new Set(rows.map((row) => keyText(keyOfRow(row))));
  // If a statement contains equal lines, the database inserts the first one, so that one is
  // returned.
  return lines.filter((line) => fresh.delete(keyText(keyOfLine(line))));
}

async function findLine(
  pool: pg.Pool,
  { merchantId, mode }: LineOwner,
  { account, bankKey }: Pick<StatementLine, "account" | "bankKey">,
): Promise<StatementLine | undefined> {
  const { rows } = await pool.query<Row>(
    `select * from statement_line
     where account = $1 and bank_key = $2 and merchant_id = $3 and mode = $4
     order by scope limit 1`,
    [account, bankKey, merchantId, mode],
  );
  return rows[0] === undefined ? undefined : LINE.read(rows[0]);
}

async function unmatched(
  pool: pg.Pool,
  { owner, limit }: UnmatchedQuery,
): Promise<readonly WaitingLine[]> {
  const { rows } = await pool.query<Row>(
    `${UNMATCHED} and ($1::text is null or (line.merchant_id = $1 and line.mode = $2))
     order by booked_at, account, bank_key limit $3`,
    [owner?.merchantId ?? null, owner?.mode ?? null, limit],
  );
  return rows.map(WAITING_LINE.read);
}

const NAMED = `line.account || '/' || line.bank_key = $1
  and ($2::text is null or (line.merchant_id = $2 and line.mode = $3))
  order by line.scope`;

// The lock is a statement of its own, so that the assignments are read after it was granted.
const LOCK_NAMED = `
  select from statement_line as line where state = 'unmatched' and ${NAMED} for update`;

async function giveBack(
  pool: pg.Pool,
  { line: name, bankReference, owner: wanted }: GiveBackCommand,
  timeOf: (owner: LineOwner | undefined) => Instant,
): Promise<Result<WaitingLine, LineRefusal>> {
  return inTransaction(pool, async (sql) => {
    const wantedLine = [name, wanted?.merchantId ?? null, wanted?.mode ?? null];
    await sql.query(LOCK_NAMED, wantedLine);
    const { rows } = await sql.query<Row>(`${UNMATCHED} and ${NAMED} limit 1`, wantedLine);
    if (rows[0] === undefined || flag(rows[0], "is_open")) return refused("line_not_waiting");
    if (await isCopyJudged(sql, keyOfRow(rows[0]))) return refused("copy_being_matched");
    const returned = WAITING_LINE.read(rows[0]);
    const { owner } = returned;
    const at = timeOf(owner);
    await sql.query(
      `update statement_line set state = 'returned', returned_as = $4, settled_at = $5
       where scope = $1 and account = $2 and bank_key = $3`,
      [...keyOfRow(rows[0]), bankReference, toIso(at)],
    );
    const entry = returnEntry(returned.line, returned);
    if (entry !== undefined) await insertPostings(sql, [postedLine(entry, at)]);
    return ok(returned);
  });
}
