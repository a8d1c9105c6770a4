import type pg from "pg";
import { toIso } from "../../kernel/clock.ts";
import type { PageRequest, ReportStore, TransactionPage } from "../../report/ports.ts";
import type { Tally } from "../../report/summary.ts";
import type { Period, ReportScope, TransactionFilter } from "../../report/transaction-filter.ts";
import { inTransaction } from "./database.ts";
import { readPayment } from "./payment-rows.ts";
import { conditionsOf, parameters, statusOf } from "./report-conditions.ts";
import { bigint, currency, optionalMoment, trusted, type Row } from "./rows.ts";

/** Lists and figures; every answer is of one snapshot, so that its parts agree. */
export function createReportStore(pool: pg.Pool): ReportStore {
  return {
    list: (filter, request) => list(pool, filter, request),
    tally: (scope, period) => tally(pool, scope, period),

    async firstPaymentAt({ merchantId, mode }) {
      const { rows } = await pool.query<Record<string, unknown>>(
        "select min(created_at) as first from payment where merchant_id = $1 and mode = $2",
        [merchantId, mode],
      );
      return rows[0] === undefined ? undefined : optionalMoment(rows[0], "first");
    },
  };
}

async function list(
  pool: pg.Pool,
  filter: TransactionFilter,
  { page, perPage }: PageRequest,
): Promise<TransactionPage> {
  return inTransaction(pool, async (sql) => {
    await sql.query("set transaction isolation level repeatable read, read only");
    const { put, values } = parameters();
    const where = conditionsOf(filter, put);
    const counted = await sql.query<{ total: bigint }>(
      `select count(*) as total from payment where ${where}`,
      values,
    );
    const offset = put(String((page - 1) * perPage));
    const { rows } = await sql.query<Record<string, unknown>>(
      `select * from payment where ${where}
       order by created_at desc, order_id desc limit ${put(String(perPage))} offset ${offset}`,
      values,
    );
    return { total: Number(counted.rows[0]?.total ?? 0n), payments: rows.map(readPayment) };
  });
}

async function tally(pool: pg.Pool, scope: ReportScope, period: Period): Promise<readonly Tally[]> {
  const { rows } = await pool.query<Record<string, unknown>>(
    `select payment_type, ${statusOf("state")} as status, currency, count(*) as payments,
       sum(amount)::text as amount, count(*) filter (where refunded_amount > 0) as refunded
     from payment
     where merchant_id = $1 and mode = $2 and created_at >= $3 and created_at < $4
     group by 1, 2, 3`,
    [scope.merchantId, scope.mode, toIso(period.from), toIso(period.until)],
  );
  return rows.map(readTally);
}

function readTally(row: Row): Tally {
  return {
    paymentType: trusted(row, "payment_type"),
    status: trusted(row, "status"),
    currency: currency(row, "currency"),
    payments: Number(bigint(row, "payments")),
    amountMinor: BigInt(trusted<string>(row, "amount")),
    refunded: Number(bigint(row, "refunded")),
  };
}
