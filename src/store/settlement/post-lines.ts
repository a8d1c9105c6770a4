import type pg from "pg";
import { toIso, type Instant } from "../../kernel/clock.ts";
import { isolate } from "../../kernel/isolate.ts";
import { money } from "../../kernel/money.ts";
import type { RestingQueue } from "../../kernel/queue/resting-queue.ts";
import { slicesOf } from "../../kernel/slices.ts";
import type { AgreedLine } from "../../domain/settlement/compare-settlement.ts";
import { lineKey } from "../../domain/settlement/settlement-part.ts";
import type { SettlementOwner } from "../../domain/settlement/ports.ts";
import { settlementEntryId, settlementPostings } from "../../domain/settlement/settlement-entry.ts";
import type { PostedItem } from "../ledger/batched-postings.ts";
import { insertPostings } from "../ledger/insert-postings.ts";
import {
  columnValues,
  namesOf,
  unnestClause,
  type Column,
} from "../../database/mapping/columns.ts";
import { inTransaction, type SqlClient } from "../../database/connection/database.ts";
import { isPassing } from "../../database/connection/database-error.ts";
import { bigint, integer, text, type Row } from "../../database/mapping/rows.ts";
import { holdDates } from "./dated-sales.ts";

/** Lines on which the acquirer and our books agree, as they are posted. */
type Posting = {
  readonly owner: SettlementOwner;
  readonly lines: readonly AgreedLine[];
  readonly at: Instant;
};

/** The number of lines that are posted in one commit. */
const TOGETHER = 100;

type PostedLine = Omit<Posting, "lines"> & { readonly agreed: AgreedLine };

const SETTLED_LINE: readonly Column<PostedLine>[] = [
  ["attempt_id", "text", ({ agreed }) => agreed.expected.attemptId],
  ["kind", "text", ({ agreed }) => agreed.line.kind],
  ["mode", "text", ({ owner }) => owner.mode],
  ["gross", "bigint", ({ agreed }) => agreed.line.gross.minor],
  ["commission", "bigint", ({ agreed }) => agreed.line.commission.minor],
  ["currency", "text", ({ agreed }) => agreed.line.gross.currency],
  ["paid_on", "date", ({ agreed }) => agreed.line.paidOn],
  ["settled_at", "timestamptz", ({ at }) => at],
];

// The order keeps two imports of the same lines from waiting for each other.
const SETTLE = `
  insert into settlement_line (merchant_id, ${namesOf(SETTLED_LINE)})
  select $1, ${namesOf(SETTLED_LINE)} from ${unnestClause(SETTLED_LINE, 2)}
  order by attempt_id, kind
  on conflict do nothing
  returning attempt_id, kind`;

const SETTLED_PART: readonly Column<PostedLine>[] = [
  ...SETTLED_LINE,
  ["part", "smallint", ({ agreed }) => agreed.line.part?.number],
];

// A sale is settled as a whole or in parts; the merchant's row is locked, so this can't change.
const SETTLE_PARTS = `
  insert into settlement_part (merchant_id, ${namesOf(SETTLED_PART)})
  select $1, ${namesOf(SETTLED_PART)} from ${unnestClause(SETTLED_PART, 2)}
  where not exists (
    select from settlement_line as whole
    where whole.merchant_id = $1 and whole.attempt_id = input.attempt_id
      and whole.kind = input.kind
  )
  order by attempt_id, kind, part
  on conflict do nothing
  returning attempt_id, kind, part`;

const NOTE_ROWS = `
  update settlement_row set settled_at = $4, attempt_id = settled.attempt_id
  from unnest($2::text[], $3::text[]) as settled (row_key, attempt_id)
  where settlement_row.merchant_id = $1 and settlement_row.row_key = settled.row_key`;

const LATER_COMMISSIONS = `
  select attempt_id,
    sum(case debit when 'acquirer_commission' then amount else -amount end)::bigint as commission
  from posting
  where merchant_id = $1 and attempt_id = any ($2) and 'acquirer_commission' in (debit, credit)
  group by attempt_id`;

/**
 * Posts lines, in commits of many lines each, and returns those that another import has posted
 * before. If a commit fails, the lines before the one at fault are posted.
 */
export async function postLines(
  { pool, turns }: { readonly pool: pg.Pool; readonly turns: RestingQueue },
  { owner, lines, at }: Posting,
): Promise<readonly AgreedLine[]> {
  const late: AgreedLine[] = [];
  for (const part of slicesOf(lines, TOGETHER)) {
    await isolate(part, {
      isPassing,
      work: async (some) => {
        const posting = { owner, lines: some, at };
        const post = () => inTransaction(pool, (sql) => postPart(sql, posting));
        late.push(...(await turns.run(owner.merchantId, post)));
      },
      onFault: (_, error) => {
        throw error;
      },
    });
  }
  return late;
}

async function postPart(sql: SqlClient, posting: Posting): Promise<readonly AgreedLine[]> {
  const { owner, lines } = posting;
  await holdDates(sql, owner);
  const settled = await insertSettled(sql, posting);
  const isSettled = ({ line, expected }: AgreedLine): boolean =>
    settled.has(lineKey({ kind: line.kind, attemptId: expected.attemptId }, line.part));
  const first = await withLaterCommissions(sql, owner, lines.filter(isSettled));
  await noteRows(sql, { ...posting, lines: first });
  await insertPostings(
    sql,
    first.map((agreed) => entryOf(agreed, posting)),
  );
  return lines.filter((line) => !isSettled(line));
}

/** Writes the settled lines, and returns the keys of those that no other import has written. */
async function insertSettled(
  sql: SqlClient,
  { owner, lines, at }: Posting,
): Promise<ReadonlySet<string>> {
  const posted = lines.map((agreed) => ({ owner, agreed, at }));
  const whole = posted.filter(({ agreed }) => agreed.line.part === undefined);
  const parts = posted.filter(({ agreed }) => agreed.line.part !== undefined);
  const insert = async (statement: string, values: readonly unknown[]) =>
    (await sql.query<Row>(statement, [owner.merchantId, ...values])).rows;
  const rows = [
    ...(whole.length === 0 ? [] : await insert(SETTLE, columnValues(SETTLED_LINE, whole))),
    ...(parts.length === 0 ? [] : await insert(SETTLE_PARTS, columnValues(SETTLED_PART, parts))),
  ];
  return new Set(
    rows.map((row) => {
      const key = `${text(row, "kind")} ${text(row, "attempt_id")}`;
      return row["part"] === undefined ? key : `${key} ${integer(row, "part")}`;
    }),
  );
}

/** Notes the rows of extracts that are settled, in the commit that settles them. */
async function noteRows(sql: SqlClient, { owner, lines, at }: Posting): Promise<void> {
  const rows = lines.filter(({ line }) => line.rowKey !== undefined);
  if (rows.length === 0) return;
  const keys = rows.map(({ line }) => line.rowKey);
  const attempts = rows.map(({ expected }) => expected.attemptId);
  await sql.query(NOTE_ROWS, [owner.merchantId, keys, attempts, toIso(at)]);
}

function entryOf(agreed: AgreedLine, { owner, at }: Posting): PostedItem {
  const { line, expected } = agreed;
  const entryId = settlementEntryId(line.kind, expected.attemptId, line.part);
  const { merchantId, mode } = owner;
  return {
    entry: { merchantId, mode, entryId, at, orderId: expected.orderId },
    postings: settlementPostings(agreed),
  };
}

/** Gives the lines the commissions that were posted after the lines were read. */
async function withLaterCommissions(
  sql: SqlClient,
  { merchantId }: SettlementOwner,
  lines: readonly AgreedLine[],
): Promise<readonly AgreedLine[]> {
  const unknown = lines.flatMap(({ expected: { attemptId, commission, kind } }) =>
    commission === undefined && kind === "sale" ? [attemptId] : [],
  );
  if (unknown.length === 0) return lines;
  const { rows } = await sql.query<Row>(LATER_COMMISSIONS, [merchantId, unknown]);
  const later = new Map(rows.map((row) => [text(row, "attempt_id"), bigint(row, "commission")]));
  return lines.map((agreed) => {
    const { line, expected } = agreed;
    const minor = expected.kind === "sale" ? later.get(expected.attemptId) : undefined;
    if (minor === undefined) return agreed;
    const commission = money(minor, expected.gross.currency);
    return { line, expected: { ...expected, commission } };
  });
}
