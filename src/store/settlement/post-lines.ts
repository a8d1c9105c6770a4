import type pg from "pg";
import type { Instant } from "../../kernel/clock.ts";
import { isolate } from "../../kernel/isolate.ts";
import { money } from "../../kernel/money.ts";
import type { RestingQueue } from "../../kernel/queue/resting-queue.ts";
import { slicesOf } from "../../kernel/slices.ts";
import type { AgreedLine } from "../../domain/settlement/compare-settlement.ts";
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
import { bigint, text, type Row } from "../../database/mapping/rows.ts";
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
  const { owner, lines, at } = posting;
  await holdDates(sql, owner);
  const values = columnValues(
    SETTLED_LINE,
    lines.map((agreed) => ({ owner, agreed, at })),
  );
  const { rows } = await sql.query<Row>(SETTLE, [owner.merchantId, ...values]);
  const settled = new Set(rows.map((row) => keyOf(text(row, "kind"), text(row, "attempt_id"))));
  const isSettled = ({ line, expected }: AgreedLine): boolean =>
    settled.has(keyOf(line.kind, expected.attemptId));
  const first = await withLaterCommissions(sql, owner, lines.filter(isSettled));
  await insertPostings(
    sql,
    first.map((agreed) => entryOf(agreed, posting)),
  );
  return lines.filter((line) => !isSettled(line));
}

function entryOf(agreed: AgreedLine, { owner, at }: Posting): PostedItem {
  const { line, expected } = agreed;
  const entryId = settlementEntryId(line.kind, expected.attemptId);
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

function keyOf(kind: string, attemptId: string): string {
  return `${kind} ${attemptId}`;
}
