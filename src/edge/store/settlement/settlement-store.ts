import type pg from "pg";
import { toIso, type Instant } from "../../../kernel/clock.ts";
import type { Clocks } from "../../../merchant/clocks.ts";
import type { AgreedLine } from "../../../settlement/compare-settlement.ts";
import type { SettlementOwner, SettlementStore } from "../../../settlement/ports.ts";
import { settlementEntryId, settlementPostings } from "../../../settlement/settlement-entry.ts";
import type { SettlementTerm } from "../../../settlement/term.ts";
import { rowValues, valuesClause, type Column } from "../sql/columns.ts";
import { inTransaction, type SqlClient } from "../sql/database.ts";
import { insertPostings } from "../ledger/insert-postings.ts";
import { dateSales, holdDates, withLaterCommission } from "./dated-sales.ts";
import { readCalendar, readExpected, readUndated, readUnpaid } from "./expected-lines.ts";
import { column, optional, record } from "../sql/mapping.ts";
import { createVersionedTable } from "../sql/versioned-table.ts";

const TERM = record<SettlementTerm>({
  acquirer: optional(column.text("acquirer")),
  paymentType: column.text("payment_type"),
  program: optional(column.text("program")),
  count: optional(column.integer("installment_count", "smallint")),
  rateBasisPoints: column.integer("rate_basis_points"),
  valueDays: column.integer("value_days", "smallint"),
  validFrom: column.day("valid_from"),
  validTo: optional(column.day("valid_to")),
});

/** A line on which the acquirer and our books agree, as it is posted. */
type PostedLine = {
  readonly owner: SettlementOwner;
  readonly agreed: AgreedLine;
  readonly at: Instant;
};

const SETTLED_LINE: readonly Column<PostedLine>[] = [
  ["merchant_id", "text", ({ owner }) => owner.merchantId],
  ["attempt_id", "text", ({ agreed }) => agreed.expected.attemptId],
  ["kind", "text", ({ agreed }) => agreed.line.kind],
  ["mode", "text", ({ owner }) => owner.mode],
  ["gross", "bigint", ({ agreed }) => agreed.line.gross.minor],
  ["commission", "bigint", ({ agreed }) => agreed.line.commission.minor],
  ["currency", "text", ({ agreed }) => agreed.line.gross.currency],
  ["paid_on", "date", ({ agreed }) => agreed.line.paidOn],
  ["settled_at", "timestamptz", ({ at }) => toIso(at)],
];

/** Contracts with acquirers, expected payouts and settled lines. */
export function createSettlementStore(pool: pg.Pool, clocks: Clocks): SettlementStore {
  const contract = createContractTable(pool);
  return {
    contract,
    terms: contract.stored,

    expected: (source, references) => readExpected(pool, source, references),
    unpaid: (source, dueBy) => readUnpaid(pool, source, dueBy),

    async post(owner, lines) {
      const late: AgreedLine[] = [];
      const at = clocks.now(owner);
      for (const line of lines) {
        const isFirst = await inTransaction(pool, (sql) =>
          postLine(sql, { owner, agreed: line, at }),
        );
        if (!isFirst) late.push(line);
      }
      return late;
    },

    undated: (owner) => readUndated(pool, owner),
    date: (owner, sales) => dateSales(pool, { owner, sales, at: clocks.now(owner) }),

    calendar: (owner) => readCalendar(pool, owner),
  };
}

/** The contract from which a merchant's expected payouts are calculated. */
function createContractTable(pool: pg.Pool) {
  return createVersionedTable(pool, {
    name: "settlement_term",
    order: "position",
    mapping: TERM,
    initial: () => [],
  });
}

/** Reads the contract from which a merchant's expected payouts are calculated. */
export async function readTerms(
  pool: pg.Pool,
  owner: SettlementOwner,
): Promise<readonly SettlementTerm[]> {
  return createContractTable(pool).stored(owner);
}

/** Posts a line; false if another import has posted it before. */
async function postLine(sql: SqlClient, posted: PostedLine): Promise<boolean> {
  await holdDates(sql, posted.owner);
  const { rowCount } = await sql.query(
    `insert into settlement_line ${valuesClause(SETTLED_LINE)} on conflict do nothing`,
    rowValues(SETTLED_LINE, posted),
  );
  if (rowCount === 0) return false;
  const { owner, agreed, at } = posted;
  const { line } = agreed;
  const expected = await withLaterCommission(sql, { owner, expected: agreed.expected });
  const entryId = settlementEntryId(line.kind, expected.attemptId);
  const entry = { ...owner, entryId, at, orderId: expected.orderId };
  await insertPostings(sql, settlementPostings({ line, expected }), entry);
  return true;
}
