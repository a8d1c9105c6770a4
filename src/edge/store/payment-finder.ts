import type pg from "pg";
import type { FoundPayments, PaymentFinder, PaymentSearch } from "../../report/find-payments.ts";
import type { Scope } from "../../merchant/scope.ts";
import { classifyDatabaseError } from "./database-error.ts";
import { inTransaction, type SqlClient } from "./database.ts";
import { readPayment } from "./payment-rows.ts";
import { conditionsOf, parameters, type Put } from "./report-conditions.ts";
import type { Row } from "./rows.ts";

/** Nobody waits longer for a list; fewer days are found faster. */
const PATIENCE_MS = 8_000;

/** Looks for payments by what people know of them, page by page along the key. */
export function createPaymentFinder(pool: pg.Pool): PaymentFinder {
  return {
    async find(scope, search) {
      try {
        return await inTransaction(pool, async (sql) => {
          await sql.query(
            `set transaction read only; set local statement_timeout = ${PATIENCE_MS}`,
          );
          return findPage(sql, scope, search);
        });
      } catch (error) {
        if (classifyDatabaseError(error).kind === "timeout") return "too_slow";
        throw error;
      }
    },
  };
}

async function findPage(
  sql: SqlClient,
  scope: Scope,
  search: PaymentSearch,
): Promise<FoundPayments> {
  const { text, after, before, limit } = search;
  const { put, values } = parameters();
  const { merchantId, mode } = scope;
  const conditions = [conditionsOf({ ...search, merchantId, mode }, put)];
  if (text !== undefined) conditions.push(matching(text, put));
  const backwards = before !== undefined;
  const edge = before ?? after;
  if (edge !== undefined) {
    const side = backwards ? ">" : "<";
    const key = `merchant_id = ${put(merchantId)} and order_id = ${put(edge)}`;
    conditions.push(
      `(created_at, order_id) ${side}
         (select edge.created_at, edge.order_id from payment edge where edge.${key})`,
    );
  }
  const order = backwards ? "asc" : "desc";
  const { rows } = await sql.query<Row>(
    `select * from payment where ${conditions.join("\n  and ")}
     order by created_at ${order}, order_id ${order} limit ${put(String(limit + 1))}`,
    values,
  );
  const hasMore = rows.length > limit;
  const page = rows.slice(0, limit).map(readPayment);
  return {
    payments: backwards ? page.toReversed() : page,
    hasNewer: backwards ? hasMore : after !== undefined,
    hasOlder: backwards || hasMore,
  };
}

/** What a text means tells where to look: ids and last digits first, people and references last. */
function matching(text: string, put: Put): string {
  const id = text.toUpperCase();
  if (id.startsWith("ORD-")) return `order_id = ${put(id)}`;
  if (id.startsWith("SES_")) return `session_id = ${put(text)}`;
  if (id.startsWith("REF-")) return existing("refund", `refund_id = ${put(id)}`);
  if (/^\d{4}$/.test(text)) return `card_last_four = ${put(text)}`;
  const [exact, upper, lower] = [put(text), put(id), put(text.toLocaleLowerCase("tr"))];
  const like = put(`%${text.toLocaleLowerCase("tr").replace(/[\\%_]/g, String.raw`\$&`)}%`);
  const person = `(lower(customer->>'email') = lower(${exact})
      or lower(translate(concat_ws(' ', customer->>'name', customer->>'surname'), 'Iİ', 'ıi'))
        like ${like}
      or customer->>'phone' = ${exact})`;
  return `(customer_id = ${exact}
    or exists (select from session where session.merchant_id = payment.merchant_id
      and session.session_id = payment.session_id and ${person})
    or ${existing("transfer_request", `reference_code = ${upper}`)}
    or ${existing("attempt", `(bank_reference = ${exact} or auth_code in (${upper}, ${lower}))`)})`;
}

function existing(table: string, condition: string): string {
  return `exists (select from ${table} found where found.merchant_id = payment.merchant_id
    and found.order_id = payment.order_id and ${condition})`;
}
