import type pg from "pg";
import type { Customer } from "../../domain/session/session.ts";
import { money } from "../../kernel/money.ts";
import type { CustomerKey } from "../../domain/session/customer-key.ts";
import type { CustomerHistory } from "../../domain/report/customer.ts";
import type { CustomerStore } from "../../domain/report/history.ts";
import { isCustomer } from "../session/is-customer.ts";
import { PAYMENT } from "../payment/payment-rows.ts";
import { bigint, currency, integer, json, moment, type Row } from "../../database/mapping/rows.ts";

/** The payments that a customer's page lists. */
const LISTED = 100;

function paymentsOf(field: CustomerKey["field"]): string {
  return `
    select payment.*, session.customer
    from session
    join session_payment as own using (merchant_id, session_id)
    join payment on payment.merchant_id = own.merchant_id and payment.order_id = own.order_id
      and payment.created_at = own.created_at
    where session.merchant_id = $1 and session.mode = $2 and ${isCustomer(field)}`;
}

/** Customers by their payments; there is no table of customers to erase or to fall behind. */
export function createCustomerStore(pool: pg.Pool): CustomerStore {
  return {
    async find({ merchantId, mode }, { field, value }) {
      const values = [merchantId, mode, value];
      const { rows } = await pool.query<Row>(
        `${paymentsOf(field)} order by payment.created_at desc, payment.order_id desc limit ${LISTED + 1}`,
        values,
      );
      const [newest] = rows;
      if (newest === undefined) return undefined;
      const sums = await pool.query<Row>(
        `select currency, count(*)::int as payments, min(created_at) as first_at,
           (count(*) filter (where captured_amount > 0))::int as successful,
           sum(captured_amount)::bigint as taken, sum(refunded_amount)::bigint as refunded
         from (${paymentsOf(field)}) as payment group by currency order by taken desc, currency`,
        values,
      );
      return historyOf(newest, rows, sums.rows);
    },
  };
}

function historyOf(newest: Row, rows: readonly Row[], sums: readonly Row[]): CustomerHistory {
  const firsts = sums.map((row) => moment(row, "first_at"));
  return {
    customer: json<Customer>(newest, "customer"),
    totals: sums.map((row) => ({
      payments: integer(row, "payments"),
      successful: integer(row, "successful"),
      taken: money(bigint(row, "taken"), currency(row, "currency")),
      refunded: money(bigint(row, "refunded"), currency(row, "currency")),
    })),
    firstAt: firsts.reduce((least, at) => (at < least ? at : least)),
    payments: rows.slice(0, LISTED).map(PAYMENT.read),
    hasOlder: rows.length > LISTED,
  };
}
