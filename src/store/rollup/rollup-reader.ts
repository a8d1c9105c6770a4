import { toIso } from "../../kernel/clock.ts";
import { PAYMENT_STATUSES } from "../../domain/payment/states.ts";
import { PAYMENT_TYPES } from "../../domain/payment/payment.ts";
import type { Rollup } from "../../domain/report/summary.ts";
import type {
  Period,
  ReportScope,
  TransactionFilter,
} from "../../domain/report/transaction-filter.ts";
import type { SqlClient } from "../../database/connection/database.ts";
import { count, currency, moment, oneOf, sum, type Row } from "../../database/mapping/rows.ts";
import { SPANS, spansOf, unitEnd, type SpanRange } from "./rollup-span.ts";

/** An hour, day or month for which the roll-up has rows. */
export type RollupSpan = SpanRange & {
  readonly payments: number;
  /** The payments that pass the filter; at least one. */
  readonly matches: number;
};

/** The filters that the roll-up can answer; it has no amounts of single payments. */
export type RollupFilter = ReportScope & Pick<TransactionFilter, "status" | "paymentType">;

// The roll-up and the changes that are not compacted yet; $1 to $5 are `scopeValues`.
const COUNTED = `
  with piece as materialized (
    select * from unnest($3::text[], $4::timestamptz[], $5::timestamptz[])
      as piece (span, since, until)
  ),
  counted as (
    select piece.span, begins_at, payment_type, status, currency, payments, amount, refunded
    from piece join payment_tally tally
      on merchant_id = $1 and mode = $2 and tally.span = piece.span
      and begins_at >= since and begins_at < until
    union all
    select span,
      case span when 'quarter' then quarter else date_trunc(span, quarter, 'UTC') end,
      payment_type, status, currency, payments, amount, refunded
    from piece join payment_tally_change
      on merchant_id = $1 and mode = $2 and quarter >= since and quarter < until
  )`;

function scopeValues(scope: ReportScope, ranges: readonly SpanRange[]): unknown[] {
  return [
    scope.merchantId,
    scope.mode,
    ranges.map(({ span }) => span),
    ranges.map(({ from }) => toIso(from)),
    ranges.map(({ until }) => toIso(until)),
  ];
}

/** The counts and sums of a period's payments by type, status and currency. */
export async function readRollup(
  sql: SqlClient,
  scope: ReportScope,
  period: Period,
): Promise<readonly Rollup[]> {
  // A named statement is planned once for each connection; planning takes longer than execution.
  const { rows } = await sql.query<Record<string, unknown>>({
    name: "read-tally",
    text: `${COUNTED}
     select payment_type, status, currency, sum(payments)::bigint as payments,
       sum(amount)::text as amount, sum(refunded)::bigint as refunded
     from counted group by 1, 2, 3 having sum(payments) <> 0`,
    values: scopeValues(scope, spansOf(period)),
  });
  return rows.map((row) => ({
    paymentType: oneOf(row, "payment_type", PAYMENT_TYPES),
    status: oneOf(row, "status", PAYMENT_STATUSES),
    currency: currency(row, "currency"),
    payments: count(row, "payments"),
    amountMinor: sum(row, "amount"),
    refunded: count(row, "refunded"),
  }));
}

/** The units of time in `ranges` that contain matches, newest first. */
export async function countPieces(
  sql: SqlClient,
  filter: RollupFilter,
  ranges: readonly SpanRange[],
): Promise<readonly RollupSpan[]> {
  const { rows } = await sql.query<Record<string, unknown>>(
    `${COUNTED}
     select span, begins_at, sum(payments)::bigint as payments,
       coalesce(sum(payments) filter (where
         ($6::text is null or status = $6) and ($7::text is null or payment_type = $7)
       ), 0)::bigint as matches
     from counted group by 1, 2 order by 2 desc`,
    [...scopeValues(filter, ranges), filter.status ?? null, filter.paymentType ?? null],
  );
  return rows.map(readPiece).filter(({ matches }) => matches > 0);
}

function readPiece(row: Row): RollupSpan {
  const span = oneOf(row, "span", SPANS);
  const from = moment(row, "begins_at");
  return {
    span,
    from,
    until: unitEnd(span, from),
    payments: count(row, "payments"),
    matches: count(row, "matches"),
  };
}
