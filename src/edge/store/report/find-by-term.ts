import type { FoundPayments } from "../../../report/find-payments.ts";
import type { SqlClient } from "../sql/database.ts";
import { findAlong } from "./find-in-order.ts";
import { fetchedPage, scannedPage } from "./found-page.ts";
import { scan, type Condition, type Question } from "./payment-scan.ts";
import type { Put } from "../payment/report-conditions.ts";
import { text as textOf, type Row } from "../sql/rows.ts";

/**
 * Payments by what somebody typed. Its form tells where to look: ids and last digits are looked for
 * as such, and everything else among references and customers.
 */
export function findBySign(
  sql: SqlClient,
  question: Question,
  typed: string,
): Promise<FoundPayments> {
  const { merchantId } = question.filter;
  const id = typed.toUpperCase();
  if (/^\d{4}$/.test(typed)) {
    const condition: Condition = (put) => `card_last_four = ${put(typed)}`;
    return findAlong(sql, question, { condition, isTimely: true, among: question.filter });
  }
  if (id.startsWith("ORD-")) return fetchedPage(sql, question, (put) => `order_id = ${put(id)}`);
  if (id.startsWith("SES_")) {
    return fetchedPage(sql, question, (put) =>
      ordersOf(`session_payment where merchant_id = ${put(merchantId)}
        and session_id = ${put(typed)}`),
    );
  }
  if (id.startsWith("REF-")) {
    return fetchedPage(sql, question, (put) =>
      ordersOf(`refund where merchant_id = ${put(merchantId)} and refund_id = ${put(id)}`),
    );
  }
  return findByPerson(sql, question, typed);
}

/** Of a bank that gives all its payments one code, some are enough. */
const MOST_REFERENCED = 1_000;

function ordersOf(rows: string): string {
  return `order_id = any (array(select order_id from ${rows}))`;
}

/** A first name or a surname, which many may have. */
const ONE_WORD = /^\p{L}+$/u;

/** Of customers whom many payments mean, the newest are near; those of any other are gathered. */
async function findByPerson(
  sql: SqlClient,
  question: Question,
  typed: string,
): Promise<FoundPayments> {
  const { limits } = question;
  const { merchantId } = question.filter;
  const referenced = await ordersByReference(sql, merchantId, typed);
  const asking: Condition = (put) => `(${oneOf(referenced, put)} or exists (
    select from session where session.merchant_id = payment.merchant_id
      and session.session_id = payment.session_id and is_customer(customer, ${put(typed)})))`;
  if (ONE_WORD.test(typed)) {
    const near = await scan(sql, question, { asking, reach: limits.nearby });
    if (near.leftOffAt === undefined) return scannedPage(question, near, undefined);
  }
  const orders = await ordersByCustomer(sql, question, typed);
  if (orders === "many") {
    const scanned = await scan(sql, question, { asking, reach: limits.customerReach });
    return scannedPage(question, scanned, undefined);
  }
  return fetchedPage(sql, question, (put) => oneOf([...referenced, ...orders], put));
}

function oneOf(orders: readonly string[], put: Put): string {
  return `order_id = any (${put(`{${orders.join(",")}}`)}::text[])`;
}

/** Orders by a bank's reference or code, or by what a transfer was to be named. */
async function ordersByReference(
  sql: SqlClient,
  merchantId: string,
  typed: string,
): Promise<readonly string[]> {
  const { rows } = await sql.query<Row>(
    `select order_id from attempt where merchant_id = $1 and bank_reference = $2
     union select order_id from attempt
       where merchant_id = $1 and auth_code = any (array[upper($2), lower($2)])
     union select order_id from transfer_request
       where merchant_id = $1 and reference_code = upper($2)
     limit ${MOST_REFERENCED}`,
    [merchantId, typed],
  );
  return rows.map((row) => textOf(row, "order_id"));
}

async function ordersByCustomer(
  sql: SqlClient,
  { filter: { merchantId }, limits: { fewCustomers } }: Question,
  typed: string,
): Promise<readonly string[] | "many"> {
  // Without it, a merchant who has most of the sessions would have all of them gone through.
  await sql.query("set local enable_indexscan = off");
  const found = await sql.query<Row>(
    `select session_id from session
     where merchant_id = $1 and customer <> '{}'
       and customer_terms(merchant_id, customer) @@ customer_query($1, $2)
     limit ${fewCustomers + 1}`,
    [merchantId, typed],
  );
  await sql.query("set local enable_indexscan = on");
  if (found.rows.length > fewCustomers) return "many";
  const { rows } = await sql.query<Row>(
    "select order_id from session_payment where merchant_id = $1 and session_id = any ($2)",
    [merchantId, found.rows.map((row) => textOf(row, "session_id"))],
  );
  return rows.map((row) => textOf(row, "order_id"));
}
