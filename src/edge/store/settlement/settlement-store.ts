import type pg from "pg";
import { toIso, type Instant } from "../../../kernel/clock.ts";
import type { Clocks } from "../../../merchant/clocks.ts";
import type { AgreedLine } from "../../../settlement/compare-settlement.ts";
import type { CalendarEntry, SettlementOwner, SettlementStore } from "../../../settlement/ports.ts";
import { settlementEntryId, settlementPostings } from "../../../settlement/settlement-entry.ts";
import { SETTLEMENT_KINDS, type ExpectedLine } from "../../../settlement/settlement-line.ts";
import type { SettlementTerm } from "../../../settlement/term.ts";
import {
  columnValues,
  namesOf,
  rowValues,
  unnestClause,
  valuesClause,
  type Column,
} from "../sql/columns.ts";
import { inTransaction, type SqlClient } from "../sql/database.ts";
import { inTurns } from "../sql/in-turns.ts";
import { insertPostings } from "../ledger/insert-postings.ts";
import { column, optional, record } from "../sql/mapping.ts";
import { isSettlementEntry } from "../sql/packed-references.ts";
import type { Row } from "../sql/rows.ts";

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

const EXPECTED_LINE = record<ExpectedLine>({
  reference: column.text("attempt_id"),
  orderId: optional(column.id("order_id")),
  kind: column.oneOf("kind", SETTLEMENT_KINDS),
  gross: column.money("gross"),
  commission: optional(column.amountInSameCurrency("commission")),
  valueDate: optional(column.day("value_date")),
  isSettled: column.flag("is_settled"),
});

const CALENDAR_ENTRY = record<CalendarEntry>({
  valueDate: optional(column.day("value_date")),
  currency: column.currency("currency"),
  sales: column.count("sales"),
  gross: column.bigint("gross"),
  commission: column.bigint("commission"),
  refunds: column.bigint("refunds"),
});

/** A line on which the acquirer and our books agree, as it is posted. */
type PostedLine = {
  readonly owner: SettlementOwner;
  readonly agreed: AgreedLine;
  readonly at: Instant;
};

const SETTLED_LINE: readonly Column<PostedLine>[] = [
  ["merchant_id", "text", ({ owner }) => owner.merchantId],
  ["attempt_id", "text", ({ agreed }) => agreed.line.reference],
  ["kind", "text", ({ agreed }) => agreed.line.kind],
  ["mode", "text", ({ owner }) => owner.mode],
  ["gross", "bigint", ({ agreed }) => agreed.line.gross.minor],
  ["commission", "bigint", ({ agreed }) => agreed.line.commission.minor],
  ["currency", "text", ({ agreed }) => agreed.line.gross.currency],
  ["paid_on", "date", ({ agreed }) => agreed.line.paidOn],
  ["settled_at", "timestamptz", ({ at }) => toIso(at)],
];

// The gross amount of each attempt, which the acquirer owes for a sale and is owed for a refund,
// and the commission, both in minor units.
const EXPECTED = `
  select attempt_id, max(order_id) as order_id,
    case when debit = 'merchant_payable' then 'refund' else 'sale' end as kind,
    sum(case when 'acquirer_commission' in (debit, credit) then 0 else amount end)::bigint as gross,
    sum(amount) filter (where debit = 'acquirer_commission')::bigint as commission,
    currency, max(value_date)::text as value_date
  from posting
  where merchant_id = $1 and mode = $2 and 'acquirer_receivable' in (debit, credit)
    and 'bank_account' not in (debit, credit) and not ${isSettlementEntry("attempt_id")}`;
const BY_ATTEMPT =
  "group by attempt_id, currency, case when debit = 'merchant_payable' then 'refund' else 'sale' end";

const PAID_OUT = `exists (
  select from settlement_line as settled
  where settled.merchant_id = $1 and settled.attempt_id = one.attempt_id
    and settled.kind = one.kind
)`;

const CALENDAR = `
  select value_date, currency, count(*) filter (where kind = 'sale') as sales,
    coalesce(sum(gross) filter (where kind = 'sale'), 0)::bigint as gross,
    coalesce(sum(commission), 0)::bigint as commission,
    coalesce(sum(gross) filter (where kind = 'refund'), 0)::bigint as refunds
  from (${EXPECTED} ${BY_ATTEMPT}) as one
  where not ${PAID_OUT}
  group by value_date, currency order by value_date nulls last, currency`;

/** Contracts with acquirers, expected payouts and settled lines. */
export function createSettlementStore(pool: pg.Pool, clocks: Clocks): SettlementStore {
  return {
    terms: (owner) => readTerms(pool, owner),
    replaceTerms: (owner, terms) => replaceTerms(pool, owner, terms),

    async expected(owner, references) {
      const { rows } = await pool.query<Row>(
        `select *, ${PAID_OUT} as is_settled from (
           ${EXPECTED} and attempt_id = any ($3) ${BY_ATTEMPT}
         ) as one`,
        [owner.merchantId, owner.mode, references],
      );
      return rows.map(EXPECTED_LINE.read);
    },

    async *unpaid(owner, dueBy) {
      const { rows } = await pool.query<Row>(
        `select *, false as is_settled from (
           ${EXPECTED} and value_date <= $3 ${BY_ATTEMPT}
         ) as one where not ${PAID_OUT}`,
        [owner.merchantId, owner.mode, dueBy],
      );
      for await (const part of inTurns(rows)) yield part.map(EXPECTED_LINE.read);
    },

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

    async calendar({ merchantId, mode }) {
      const { rows } = await pool.query<Row>(CALENDAR, [merchantId, mode]);
      return rows.map(CALENDAR_ENTRY.read);
    },
  };
}

/** Reads the contract from which a merchant's expected payouts are calculated. */
export async function readTerms(
  pool: pg.Pool,
  { merchantId, mode }: SettlementOwner,
): Promise<readonly SettlementTerm[]> {
  const { rows } = await pool.query<Row>(
    "select * from settlement_term where merchant_id = $1 and mode = $2 order by position",
    [merchantId, mode],
  );
  return rows.map(TERM.read);
}

async function replaceTerms(
  pool: pg.Pool,
  { merchantId, mode }: SettlementOwner,
  terms: readonly SettlementTerm[],
): Promise<void> {
  await inTransaction(pool, async (sql) => {
    // Locks the merchant, because two imports at once must not mix their rows.
    await sql.query("select from merchant where merchant_id = $1 for no key update", [merchantId]);
    await sql.query("delete from settlement_term where merchant_id = $1 and mode = $2", [
      merchantId,
      mode,
    ]);
    const { columns } = TERM;
    const place = columns.length + 1;
    await sql.query(
      `insert into settlement_term (merchant_id, mode, position, ${namesOf(columns)})
       select $${place}, $${place + 1}, ord, ${namesOf(columns)} from ${unnestClause(columns)}`,
      [...columnValues(columns, terms), merchantId, mode],
    );
  });
}

/** Posts a line; false if another import has posted it before. */
async function postLine(sql: SqlClient, posted: PostedLine): Promise<boolean> {
  const { rowCount } = await sql.query(
    `insert into settlement_line ${valuesClause(SETTLED_LINE)} on conflict do nothing`,
    rowValues(SETTLED_LINE, posted),
  );
  if (rowCount === 0) return false;
  const { owner, agreed, at } = posted;
  const entryId = settlementEntryId(agreed.line);
  const entry = { ...owner, entryId, at, orderId: agreed.expected.orderId };
  await insertPostings(sql, settlementPostings(agreed), entry);
  return true;
}
