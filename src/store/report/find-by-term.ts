import type { FoundPage } from "./payment-scan.ts";
import type { SqlClient } from "../../database/connection/database.ts";
import { findInOrder } from "./find-in-order.ts";
import { fetchedPage, scannedPage } from "./found-page.ts";
import { scan, type Condition, type PageQuery } from "./payment-scan.ts";
import type { Bind } from "../payment/report-conditions.ts";
import type { SearchTerm } from "../../domain/report/find-payments.ts";
import { text as textOf, type Row } from "../../database/mapping/rows.ts";

/**
 * Payments that match a search term. The form of the term selects the index: four digits are the
 * last digits of a card, `552879******0008` is a card as receipts show it, `ORD-`, `SES_` and `REF-`
 * begin ids; any other term is a reference, a value of the metadata or a customer. If nothing has
 * the term as a whole, it may be an amount, and last the end of an id or the beginning of an e-mail
 * address.
 */
export async function findByTerm(
  sql: SqlClient,
  query: PageQuery,
  { text: term, amountMinor }: SearchTerm,
): Promise<FoundPage> {
  const whole = findById(sql, query, term) ?? findByMaskedCard(sql, query, term);
  if (whole !== undefined) return whole;
  const found = /^\d{4}$/.test(term)
    ? await findByLastFour(sql, query, term)
    : await findByReferenceOrCustomer(sql, query, term);
  if (found.total !== 0) return found;
  if (amountMinor !== undefined) {
    const ofAmount = await findByAmount(sql, query, amountMinor);
    if (ofAmount.total !== 0) return ofAmount;
  }
  return /^\d{4}$/.test(term) ? found : findByPart(sql, query, term);
}

/** Payments by a whole id; undefined if the term has not the form of an id. */
function findById(sql: SqlClient, query: PageQuery, term: string): Promise<FoundPage> | undefined {
  const { merchantId } = query.filter;
  const id = term.toUpperCase();
  if (id.startsWith("ORD-")) return fetchedPage(sql, query, (bind) => `order_id = ${bind(id)}`);
  if (id.startsWith("SES_")) {
    return fetchedPage(sql, query, (bind) =>
      orderFrom(`session_payment where merchant_id = ${bind(merchantId)}
        and session_id = ${bind(term)}`),
    );
  }
  if (id.startsWith("REF-")) {
    return fetchedPage(sql, query, (bind) =>
      orderFrom(`refund where merchant_id = ${bind(merchantId)} and refund_id = ${bind(id)}`),
    );
  }
  return undefined;
}

function findByLastFour(sql: SqlClient, query: PageQuery, digits: string): Promise<FoundPage> {
  const condition: Condition = (bind) => `card_last_four = ${bind(digits)}`;
  return findInOrder(sql, query, { condition, isInTimeOrder: true, countedFilter: query.filter });
}

/** The first six or eight and the last four digits of a card, with signs for those between. */
const MASKED_CARD = /^(\d{6}|\d{8})(?:…|[*•.xX]{2,})(\d{4})$/;

/** Payments by a masked card number; undefined if the term has not the form of one. */
function findByMaskedCard(
  sql: SqlClient,
  query: PageQuery,
  term: string,
): Promise<FoundPage> | undefined {
  const [, first, last] = MASKED_CARD.exec(term.replaceAll(" ", "")) ?? [];
  if (first === undefined || last === undefined) return undefined;
  const condition: Condition = (bind) =>
    `card_last_four = ${bind(last)} and starts_with(card_bin, ${bind(first)})`;
  return findInOrder(sql, query, { condition, isInTimeOrder: true, countedFilter: query.filter });
}

function findByAmount(sql: SqlClient, query: PageQuery, minor: bigint): Promise<FoundPage> {
  const condition: Condition = (bind) => `amount = ${bind(String(minor))}::bigint`;
  return findInOrder(sql, query, { condition, isInTimeOrder: true, countedFilter: query.filter });
}

/** The least length of a searched part; a shorter part is in too many ids. */
const PART_MIN = 4;

/**
 * Scans the newest payments for the end of an order or session id and the beginning of an e-mail
 * address. No index finds these, because each would cost every payment an entry of its own.
 */
async function findByPart(sql: SqlClient, query: PageQuery, term: string): Promise<FoundPage> {
  const part = term.replace(/[\\%_]/g, String.raw`\$&`);
  const extraCondition: Condition = (bind) => `(order_id like '%' || upper(${bind(part)})
    or session_id like '%' || ${bind(part)} or exists (
      select from session where session.merchant_id = payment.merchant_id
        and session.session_id = payment.session_id
        and lower(customer ->> 'email') like lower(${bind(part)}) || '%'))`;
  if (term.length < PART_MIN) return NONE;
  const scanMax = query.limits.customerScanMax;
  return scannedPage(query, await scan(sql, query, { extraCondition, scanMax }), undefined);
}

const NONE: FoundPage = {
  payments: [],
  hasNewer: false,
  hasOlder: false,
  total: 0,
  leftOffAt: undefined,
};

/**
 * Maximum number of orders that one reference finds, because a bank may give all its payments the
 * same code.
 */
const REFERENCED_MAX = 1_000;

function orderFrom(rows: string): string {
  return `order_id = any (array(select order_id from ${rows}))`;
}

/** A first name or surname alone, which thousands of customers may share. */
const ONE_WORD = /^\p{L}+$/u;

/**
 * A single word may be a frequent name, so a short scan of the newest payments comes first. If the
 * scan ends before the page is full, the full-text index over customers finds the sessions. If even
 * that index has too many matches, the scan is repeated with a greater limit.
 */
async function findByReferenceOrCustomer(
  sql: SqlClient,
  query: PageQuery,
  term: string,
): Promise<FoundPage> {
  const { limits } = query;
  const { merchantId } = query.filter;
  const referenced = await ordersByReference(sql, merchantId, term);
  const extraCondition: Condition = (bind) => `(${isOneOf(referenced, bind)} or exists (
    select from session where session.merchant_id = payment.merchant_id
      and session.session_id = payment.session_id and (is_customer(customer, ${bind(term)})
        or lower(${bind(term)}) = any (metadata_values(metadata)))))`;
  if (ONE_WORD.test(term)) {
    const near = await scan(sql, query, { extraCondition, scanMax: limits.nearbyScanMax });
    if (near.leftOffAt === undefined) return scannedPage(query, near, undefined);
  }
  const orders = await ordersByCustomer(sql, query, term);
  if (orders === "many") {
    const scanned = await scan(sql, query, { extraCondition, scanMax: limits.customerScanMax });
    return scannedPage(query, scanned, undefined);
  }
  return fetchedPage(sql, query, (bind) => isOneOf([...referenced, ...orders], bind));
}

function isOneOf(orders: readonly string[], bind: Bind): string {
  return `order_id = any (${bind(`{${orders.join(",")}}`)}::text[])`;
}

/**
 * Orders whose bank reference, authorisation code or transfer reference code is the term, or whose
 * merchant reference ends with it.
 */
async function ordersByReference(
  sql: SqlClient,
  merchantId: string,
  term: string,
): Promise<readonly string[]> {
  const { rows } = await sql.query<Row>(
    `select order_id from attempt where merchant_id = $1 and bank_reference = $2
     union select order_id from attempt
       where merchant_id = $1 and auth_code = any (array[upper($2), lower($2)])
     union select order_id from transfer_request
       where merchant_id = $1 and reference_code = upper($2)
     union select order_id from payment
       where merchant_id = $1 and reference is not null
         and reverse(upper(reference)) like reverse(upper($3)) || $4
     limit ${REFERENCED_MAX}`,
    [merchantId, term, term.replace(/[\\%_]/g, "$&\\"), term.length < PART_MIN ? "" : "%"],
  );
  return rows.map((row) => textOf(row, "order_id"));
}

async function ordersByCustomer(
  sql: SqlClient,
  { filter: { merchantId }, limits: { exactCustomersMax } }: PageQuery,
  term: string,
): Promise<readonly string[] | "many"> {
  // Only the full-text index may answer this query; a GIN index is read by bitmap scan. For a
  // merchant who has most of the sessions, the planner would instead read all of them by the
  // primary key and compare each customer, so plain index scans are off for this one query.
  await sql.query("set local enable_indexscan = off");
  const found = await sql.query<Row>(
    `select session_id from session
     where merchant_id = $1 and customer <> '{}'
       and customer_terms(merchant_id, customer) @@ customer_query($1, $2)
     union select session_id from session
     where merchant_id = $1 and metadata <> '{}'
       and metadata_terms(merchant_id, metadata) @@ metadata_query($1, $2)
     limit ${exactCustomersMax + 1}`,
    [merchantId, term],
  );
  await sql.query("set local enable_indexscan = on");
  if (found.rows.length > exactCustomersMax) return "many";
  const { rows } = await sql.query<Row>(
    "select order_id from session_payment where merchant_id = $1 and session_id = any ($2)",
    [merchantId, found.rows.map((row) => textOf(row, "session_id"))],
  );
  return rows.map((row) => textOf(row, "order_id"));
}
