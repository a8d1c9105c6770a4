import type pg from "pg";
import { toIso, type Instant } from "../../../kernel/clock.ts";
import { money, type Money } from "../../../kernel/money.ts";
import { postingsOf, type Posting } from "../../../ledger/posting.ts";
import type { Clocks } from "../../../merchant/clocks.ts";
import type { AgreedLine } from "../../../settlement/compare-settlement.ts";
import type { CalendarEntry, SettlementOwner, SettlementStore } from "../../../settlement/ports.ts";
import type { ExpectedLine } from "../../../settlement/settlement-line.ts";
import { netOf, type SettlementTerm } from "../../../settlement/term.ts";
import { columnValues, namesOf, unnestClause, type Column } from "../sql/columns.ts";
import { inTransaction, type SqlClient } from "../sql/database.ts";
import { inTurns } from "../sql/in-turns.ts";
import { insertPostings } from "../ledger/insert-postings.ts";
import {
  bigint,
  currency,
  flag,
  integer,
  optionalText,
  text,
  trusted,
  type Row,
} from "../sql/rows.ts";

const TERM: readonly Column<SettlementTerm>[] = [
  ["payment_type", "text", (term) => term.paymentType],
  ["program", "text", (term) => term.program],
  ["installment_count", "smallint", (term) => term.count],
  ["rate_basis_points", "integer", (term) => term.rateBasisPoints],
  ["value_days", "smallint", (term) => term.valueDays],
  ["valid_from", "date", (term) => term.validFrom],
  ["valid_to", "date", (term) => term.validTo],
];

// Of an attempt, what the acquirer owes or is owed: its gross, and the commission beside it.
const EXPECTED = `
  select attempt_id, max(order_id) as order_id,
    case when debit = 'merchant_payable' then 'refund' else 'sale' end as kind,
    sum(case when 'acquirer_commission' in (debit, credit) then 0 else amount end)::bigint as gross,
    sum(amount) filter (where debit = 'acquirer_commission')::bigint as commission,
    currency, max(value_date)::text as value_date
  from posting
  where merchant_id = $1 and mode = $2 and 'acquirer_receivable' in (debit, credit)
    and 'bank_account' not in (debit, credit) and attempt_id not like 'settlement %'`;
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

/** Contracts with acquirers, and what became of what they owe. */
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
      return rows.map(readExpected);
    },

    async *unpaid(owner, dueBy) {
      const { rows } = await pool.query<Row>(
        `select *, false as is_settled from (
           ${EXPECTED} and value_date <= $3 ${BY_ATTEMPT}
         ) as one where not ${PAID_OUT}`,
        [owner.merchantId, owner.mode, dueBy],
      );
      for await (const part of inTurns(rows)) yield part.map(readExpected);
    },

    async post(owner, lines) {
      const late: AgreedLine[] = [];
      const at = clocks.now(owner);
      for (const line of lines) {
        const isFirst = await inTransaction(pool, (sql) => postLine(sql, { owner, line, at }));
        if (!isFirst) late.push(line);
      }
      return late;
    },

    async calendar({ merchantId, mode }) {
      const { rows } = await pool.query<Row>(CALENDAR, [merchantId, mode]);
      return rows.map(readEntry);
    },
  };
}

/** The contract that a merchant's expectations rest on. */
export async function readTerms(
  pool: pg.Pool,
  { merchantId, mode }: SettlementOwner,
): Promise<readonly SettlementTerm[]> {
  const { rows } = await pool.query<Row>(
    "select * from settlement_term where merchant_id = $1 and mode = $2 order by position",
    [merchantId, mode],
  );
  return rows.map((row) => ({
    paymentType: text(row, "payment_type"),
    program: optionalText(row, "program"),
    count: row["installment_count"] === null ? undefined : integer(row, "installment_count"),
    rateBasisPoints: integer(row, "rate_basis_points"),
    valueDays: integer(row, "value_days"),
    validFrom: trusted(row, "valid_from"),
    validTo: trusted(row, "valid_to") ?? undefined,
  }));
}

async function replaceTerms(
  pool: pg.Pool,
  { merchantId, mode }: SettlementOwner,
  terms: readonly SettlementTerm[],
): Promise<void> {
  await inTransaction(pool, async (sql) => {
    // Two imports at once must not mix their rows.
    await sql.query("select from merchant where merchant_id = $1 for no key update", [merchantId]);
    await sql.query("delete from settlement_term where merchant_id = $1 and mode = $2", [
      merchantId,
      mode,
    ]);
    const place = TERM.length + 1;
    await sql.query(
      `insert into settlement_term (merchant_id, mode, position, ${namesOf(TERM)})
       select $${place}, $${place + 1}, ord, ${namesOf(TERM)} from ${unnestClause(TERM)}`,
      [...columnValues(TERM, terms), merchantId, mode],
    );
  });
}

type PostedLine = {
  readonly owner: SettlementOwner;
  readonly line: AgreedLine;
  readonly at: Instant;
};

/** Whether no other import of the line was first. */
async function postLine(sql: SqlClient, { owner, line: agreed, at }: PostedLine): Promise<boolean> {
  const { line, expected } = agreed;
  const { rowCount } = await sql.query(
    `insert into settlement_line (merchant_id, attempt_id, kind, mode, gross, commission, currency,
       paid_on, settled_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`,
    [
      owner.merchantId,
      line.reference,
      line.kind,
      owner.mode,
      line.gross.minor,
      line.commission.minor,
      line.gross.currency,
      line.paidOn,
      toIso(at),
    ],
  );
  if (rowCount === 0) return false;
  const entryId = `settlement ${line.kind} ${line.reference}`;
  const entry = { ...owner, entryId, at, orderId: expected.orderId };
  await insertPostings(sql, postingsOfLine(agreed), entry);
  return true;
}

/**
 * A fixed fee may be more than a small sale: its net is what the bank takes, not pays. Of a refund
 * the bank may give commission back, which no contract promises.
 */
function postingsOfLine({ line, expected }: AgreedLine): Posting[] {
  const above = (minor: bigint): Money => money(minor > 0n ? minor : 0n, line.gross.currency);
  const net = netOf(line.gross, line.commission).minor;
  const [paid, more] =
    line.kind === "sale"
      ? [net, line.commission.minor - (expected.commission?.minor ?? 0n)]
      : [-net, -line.commission.minor];
  return [
    ...postingsOf("settled", { moved: above(paid), commission: above(more) }),
    ...postingsOf("taken_back", { moved: above(-paid) }),
    ...postingsOf("commission_corrected", { commission: above(-more) }),
  ];
}

function readExpected(row: Row): ExpectedLine {
  const code = currency(row, "currency");
  const commission = row["commission"] === null ? undefined : bigint(row, "commission");
  return {
    reference: text(row, "attempt_id"),
    orderId: trusted(row, "order_id") ?? undefined,
    kind: trusted(row, "kind"),
    gross: money(bigint(row, "gross"), code),
    commission: commission === undefined ? undefined : money(commission, code),
    valueDate: trusted(row, "value_date") ?? undefined,
    isSettled: flag(row, "is_settled"),
  };
}

function readEntry(row: Row): CalendarEntry {
  return {
    valueDate: trusted(row, "value_date") ?? undefined,
    currency: currency(row, "currency"),
    sales: Number(bigint(row, "sales")),
    gross: bigint(row, "gross"),
    commission: bigint(row, "commission"),
    refunds: bigint(row, "refunds"),
  };
}
