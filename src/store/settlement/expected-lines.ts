import type pg from "pg";
import type { CalendarDay } from "../../kernel/calendar-day.ts";
import type { UndatedSale } from "../../domain/settlement/dated-sale.ts";
import type {
  CalendarEntry,
  SettlementOwner,
  SettlementSource,
} from "../../domain/settlement/ports.ts";
import { SETTLEMENT_KINDS, type ExpectedLine } from "../../domain/settlement/settlement-line.ts";
import { inTurns } from "../../database/connection/in-turns.ts";
import { column, optional, record } from "../../database/mapping/mapping.ts";
import { isSettlementEntry } from "../../database/mapping/packed-references.ts";
import { PAYOUT_KIND } from "../../database/mapping/payout-kind.ts";
import type { Row } from "../../database/mapping/rows.ts";
import { isVoided } from "./voided-sales.ts";

export const EXPECTED_LINE = record<ExpectedLine>({
  attemptId: column.text("attempt_id"),
  reference: column.text("reference"),
  isNamedByOriginal: column.flag("is_named_by_original"),
  orderId: optional(column.id("order_id")),
  kind: column.oneOf("kind", SETTLEMENT_KINDS),
  gross: column.money("gross"),
  commission: optional(column.amountInSameCurrency("commission")),
  valueDate: optional(column.day("value_date")),
  bookedAt: column.instant("booked_at"),
  settledOn: optional(column.day("settled_on")),
  settledCommission: optional(column.amountInSameCurrency("settled_commission")),
  settledParts: optional(column.json<readonly number[]>("part_numbers")),
  settledInParts: optional(column.amountInSameCurrency("part_gross")),
  paymentType: optional(column.text("payment_type")),
  installmentCount: optional(column.integer("installment_count")),
});

const UNDATED_SALE = record<UndatedSale>({
  attemptId: column.text("attempt_id"),
  orderId: column.id("order_id"),
  gross: column.money("gross"),
  takenAt: column.instant("posted_at"),
  acquirer: column.text("acquirer"),
  paymentType: column.text("payment_type"),
  program: optional(column.text("card_program")),
  installmentCount: column.integer("installment_count"),
});

const CALENDAR_ENTRY = record<CalendarEntry>({
  acquirer: column.text("acquirer"),
  valueDate: optional(column.day("value_date")),
  currency: column.currency("currency"),
  sales: column.count("sales"),
  gross: column.bigint("gross"),
  commission: column.bigint("commission"),
  refunds: column.bigint("refunds"),
  wasCompared: column.flag("was_compared"),
});

const IS_COMMISSION = "'acquirer_commission' in (debit, credit)";

// The gross amount of each attempt, which the acquirer owes for a sale and is owed for a refund,
// and the commission, both in minor units. A booking that the bank took back has a line in each
// direction; if it stands again, the two are set off against each other.
export const expected = (condition = ""): string => `
  select attempt_id, order_id, kind, currency, value_date, posted_at,
    (case when gross = opposite then gross / bookings else gross - opposite end)::bigint as gross,
    (case when gross = opposite then commission / bookings
      else commission - opposite_commission end)::bigint as commission
  from (
    select *, sum(gross) over of_attempt - gross as opposite,
      coalesce(sum(commission) over of_attempt, 0) - coalesce(commission, 0)
        as opposite_commission
    from (
      select attempt_id, max(order_id) as order_id, ${PAYOUT_KIND} as kind, currency,
        coalesce(sum(amount) filter (where not ${IS_COMMISSION}), 0) as gross,
        sum(amount) filter (where ${IS_COMMISSION}) as commission,
        greatest(count(*) filter (where not ${IS_COMMISSION}), 1) as bookings,
        max(value_date)::text as value_date, min(created_at) as posted_at
      from posting
      where merchant_id = $1 and mode = $2 and 'acquirer_receivable' in (debit, credit)
        and 'bank_account' not in (debit, credit)
        and not ${isSettlementEntry("attempt_id")} ${condition}
      group by attempt_id, currency, ${PAYOUT_KIND}
    ) as posted
    window of_attempt as (partition by attempt_id, currency)
  ) as directed
  where gross >= opposite`;

/** The columns of `EXPECTED` as `one`, and those of the attempt. */
export const OF_ATTEMPT = `one.*, part_numbers, part_gross,
  payment.payment_type, payment.installment_count,
  coalesce(attempt.booked_at, one.posted_at) as booked_at,
  coalesce(attempt.acquirer_reference, one.attempt_id) as own_reference`;
export const WITH_ATTEMPT = `
  left join attempt on attempt.merchant_id = $1 and attempt.attempt_id = one.attempt_id
  left join payment on payment.merchant_id = $1 and payment.order_id = one.order_id
  left join lateral (
    select sum(part.gross)::bigint as part_gross, count(*)::integer as part_count,
      array_agg(part.part::integer) as part_numbers
    from settlement_part as part
    where part.merchant_id = $1 and part.attempt_id = one.attempt_id and part.kind = one.kind
  ) as parts on true`;

// The contract dates a sale; each further installment is due a month after the one before.
const DUE = `case when part_count > 0
  then (one.value_date::date + make_interval(months => part_count))::date::text
  else one.value_date end`;

// A booking that the bank took back before it was settled is settled in neither direction. Nor is a
// sale that the bank voided in place of a refund, unless the bank has settled one of the two.
const IS_OUTSTANDING = `(part_gross is null or part_gross < one.gross) and not exists (
  select from settlement_line as settled
  where settled.merchant_id = $1 and settled.attempt_id = one.attempt_id
    and settled.kind = one.kind
) and (attempt.state is distinct from 'declined' or exists (
  select from settlement_line as settled
  where settled.merchant_id = $1 and settled.attempt_id = one.attempt_id
)) and (not ${isVoided("one")} or exists (
  select from settlement_line as settled join attempt as other using (merchant_id, attempt_id)
  where settled.merchant_id = $1 and other.order_id = one.order_id
))`;

// `named` has the attempts that the references name; `related` adds the other attempts of their
// orders for a named authorization, whose reference banks give to captures and refunds as well.
const NAMED = `
  with named as (
    select acquirer_reference as reference, attempt_id, order_id, kind from attempt
    where merchant_id = $1 and acquirer = $3 and acquirer_reference = any ($4)
    union
    select attempt_id, attempt_id, order_id, kind from attempt
    where merchant_id = $1 and attempt_id = any ($4)
  ), related as (
    select named.reference, other.attempt_id,
      other.attempt_id <> named.attempt_id as is_named_by_original
    from named join attempt as other on other.merchant_id = $1
      and other.order_id = named.order_id
      and (other.attempt_id = named.attempt_id or named.kind = 'authorize')
  )
  select ${OF_ATTEMPT}, related.reference, is_named_by_original,
    settled.paid_on::text as settled_on, settled.commission as settled_commission
  from (
    ${expected("and attempt_id = any (array(select attempt_id from related))")}
  ) as one
  join related on related.attempt_id = one.attempt_id ${WITH_ATTEMPT}
  left join settlement_line as settled on settled.merchant_id = $1
    and settled.attempt_id = one.attempt_id and settled.kind = one.kind
  where attempt.acquirer = $3`;

// The gross amount and the date of a sale may be in different postings.
const UNPAID = `
  select *, own_reference as reference, false as is_named_by_original, null as settled_on,
    null as settled_commission
  from (
    select ${OF_ATTEMPT} from (
      ${expected(`and attempt_id in (
        select attempt_id from posting
        where merchant_id = $1 and mode = $2 and value_date <= $4
      )`)}
    ) as one
    ${WITH_ATTEMPT}
    where (${DUE})::date <= $4 and ${IS_OUTSTANDING} and attempt.acquirer = $3
  ) as outstanding`;

const CALENDAR = `
  select days.*, exists (
      select from settlement_import as file
      where file.merchant_id = $1 and file.mode = $2 and file.acquirer = days.acquirer
        and file.last_day >= days.value_date::date
    ) as was_compared
  from (
    select acquirer, value_date, currency, count(*) filter (where kind = 'sale') as sales,
      coalesce(sum(gross) filter (where kind = 'sale'), 0)::bigint as gross,
      coalesce(sum(case kind when 'sale' then commission else -commission end), 0)::bigint
        as commission,
      coalesce(sum(gross) filter (where kind = 'refund'), 0)::bigint as refunds
    from (
      select attempt.acquirer as acquirer, one.kind, one.currency, ${DUE} as value_date,
        one.gross - coalesce(part_gross, 0) as gross,
        one.commission - coalesce(one.commission * part_gross / nullif(one.gross, 0), 0)
          as commission
      from (${expected()}) as one ${WITH_ATTEMPT}
      where ${IS_OUTSTANDING}
    ) as outstanding
    group by 1, 2, 3
  ) as days
  order by value_date nulls last, currency, acquirer`;

const UNDATED = `
  select one.attempt_id, one.order_id, gross, one.currency, posted_at,
    attempt.acquirer as acquirer, payment_type, card_program, installment_count
  from (${expected()}) as one ${WITH_ATTEMPT}
  where one.kind = 'sale' and value_date is null and commission is null and ${IS_OUTSTANDING}`;

export async function* readUndated(
  pool: pg.Pool,
  { merchantId, mode }: SettlementOwner,
): AsyncGenerator<readonly UndatedSale[]> {
  const { rows } = await pool.query<Row>(UNDATED, [merchantId, mode]);
  for await (const part of inTurns(rows)) yield part.map(UNDATED_SALE.read);
}

export async function readExpected(
  pool: pg.Pool,
  { merchantId, mode, acquirer }: SettlementSource,
  references: readonly string[],
): Promise<readonly ExpectedLine[]> {
  const { rows } = await pool.query<Row>(NAMED, [merchantId, mode, acquirer, references]);
  return rows.map(EXPECTED_LINE.read);
}

export async function* readUnpaid(
  pool: pg.Pool,
  { merchantId, mode, acquirer }: SettlementSource,
  dueBy: CalendarDay,
): AsyncGenerator<readonly ExpectedLine[]> {
  const { rows } = await pool.query<Row>(UNPAID, [merchantId, mode, acquirer, dueBy]);
  for await (const part of inTurns(rows)) yield part.map(EXPECTED_LINE.read);
}

export async function readCalendar(
  pool: pg.Pool,
  { merchantId, mode }: SettlementOwner,
): Promise<readonly CalendarEntry[]> {
  const { rows } = await pool.query<Row>(CALENDAR, [merchantId, mode]);
  return rows.map(CALENDAR_ENTRY.read);
}
