import { assert } from "../../kernel/assert.ts";
import { instant } from "../../kernel/clock.ts";
import type { Payment } from "../../domain/payment/payment.ts";
import type { FoundPayments, LeftOff, PaymentDetail } from "../../domain/report/find-payments.ts";
import type { Period, TransactionFilter } from "../../domain/report/transaction-filter.ts";
import type { SqlClient } from "../../database/connection/database.ts";
import { PAYMENT } from "../payment/payment-rows.ts";
import { conditionsOf, parameters, type Bind } from "../payment/report-conditions.ts";
import { id, integer, moment, optionalText, type Row } from "../../database/mapping/rows.ts";

/**
 * The payment at which a page begins, and the side of it on which the page lies. `createdAt` is the
 * database's own text of the time, because the comparison needs its microseconds.
 */
export type Cursor = {
  readonly side: "older" | "newer";
  readonly orderId: string;
  readonly createdAt: string;
};

/** Upper bounds of the work for one page, each in rows. */
export type SearchLimits = {
  /** Payments of a first short scan, before an index or the roll-up is asked. */
  readonly nearbyScanMax: number;
  /** Payments of a scan for a condition that has many matches. */
  readonly scanMax: number;
  /** Payments of a scan that also reads the session of each payment, to compare the customer. */
  readonly customerScanMax: number;
  /** Up to this many matches are fetched through a selective index and counted exactly. */
  readonly exactMatchesMax: number;
  /**
   * Up to this many matches of a customer are fetched and counted. The bound is lower, because a
   * customer's sessions and payments lie on scattered pages of the table.
   */
  readonly exactCustomersMax: number;
};

/** The filter, cursor, size and limits of one page. */
export type PageQuery = {
  readonly filter: TransactionFilter & PaymentDetail;
  readonly cursor: Cursor | undefined;
  readonly limit: number;
  readonly limits: SearchLimits;
};

/** Returns the SQL of a condition on `payment` and binds its values to the statement. */
export type Condition = (bind: Bind) => string;

export type Scan = {
  /** Narrows the scan to an index that also yields the order of time. */
  readonly indexCondition?: Condition;
  /** A condition on each scanned payment, in addition to the filter. */
  readonly extraCondition?: Condition;
  /** The number of payments that are scanned at most. */
  readonly scanMax: number;
};

/** A page of found payments, before their customers are read. */
export type FoundPage = Omit<FoundPayments, "customers">;

/** The page of a scan; `isWhole` is true if no match lies beyond it. */
export type ScannedPage = Pick<FoundPage, "payments" | "leftOffAt"> & {
  readonly hasMore: boolean;
  readonly isWhole: boolean;
};

/**
 * Scans payments in the order of time from the cursor on, and returns those that pass the filter.
 * The `limit` inside the subquery is the trick: PostgreSQL can't move the outer conditions below
 * it, so it reads at most `scanMax` payments by the index of time and tests only those. Without it,
 * a rare status would read the whole table before the page is full.
 */
export async function scan(sql: SqlClient, query: PageQuery, bounds: Scan): Promise<ScannedPage> {
  const { filter, cursor, limit } = query;
  const { bind, values } = parameters();
  const order = orderOf(cursor);
  const passing = [
    conditionsOf(filter, bind),
    ...(bounds.extraCondition ? [bounds.extraCondition(bind)] : []),
  ];
  const { rows } = await sql.query<Row>(
    `select * from (
       ${candidates(query, bounds, bind)} limit ${bind(String(bounds.scanMax))}
     ) as payment
     where ${passing.join("\n  and ")} ${order} limit ${bind(String(limit + 1))}`,
    values,
  );
  const hasMore = rows.length > limit;
  const leftOffAt = hasMore ? undefined : await endOf(sql, query, bounds);
  return {
    payments: inOrder(rows.slice(0, limit).map(PAYMENT.read), cursor),
    hasMore,
    leftOffAt,
    isWhole: !hasMore && leftOffAt === undefined,
  };
}

/**
 * Counts the matches of a condition in its index, up to `most + 1`. The `limit` inside the subquery
 * ends the index scan there. No order is asked for, so that the planner never sorts.
 */
export async function countUpTo(
  sql: SqlClient,
  { filter }: Pick<PageQuery, "filter">,
  { indexCondition, most }: { readonly indexCondition: Condition; readonly most: number },
): Promise<number> {
  const { bind, values } = parameters();
  const { rows } = await sql.query<Row>(
    `select count(*)::int as count
     from (${candidates({ filter, cursor: undefined }, { indexCondition, order: "" }, bind)}
       limit ${bind(String(most + 1))}) as found`,
    values,
  );
  const [row] = rows;
  assert(row !== undefined, "a count is one row");
  return integer(row, "count");
}

/**
 * Counts all payments that pass the filter and a selective condition, and reads those of the page.
 * `materialized` makes PostgreSQL find the matches once, by the condition's index. If it were free
 * to merge the parts, `order by … limit` would tempt it to read all payments in the order of time
 * until the page is full. The count is joined to the page, so one row returns even for no match.
 */
export async function fetch(
  sql: SqlClient,
  { filter, cursor, limit }: PageQuery,
  condition: Condition,
): Promise<{ readonly count: number; readonly payments: readonly Payment[] }> {
  const { bind, values } = parameters();
  const { rows } = await sql.query<Row>(
    `with matched as materialized (
       select * from payment where ${conditionsOf(filter, bind)} and ${condition(bind)}
     )
     select counted.count, page.*
     from (select count(*)::int as count from matched) as counted
     left join (
       select * from matched where ${beyond(cursor, bind)} ${orderOf(cursor)}
       limit ${bind(String(limit + 1))}
     ) as page on true`,
    values,
  );
  const [first] = rows;
  assert(first !== undefined, "a count is one row");
  const found = rows.filter((row) => optionalText(row, "order_id") !== undefined);
  return { count: integer(first, "count"), payments: found.map(PAYMENT.read) };
}

/**
 * Counts the matches from the newest one to the cursor. The cursor's own payment is counted only if
 * the page lies on the older side.
 */
export async function countBefore(
  sql: SqlClient,
  filter: TransactionFilter & PaymentDetail,
  { side, orderId, createdAt }: Cursor,
): Promise<number> {
  const { bind, values } = parameters();
  const order = side === "newer" ? ">" : ">=";
  const { rows } = await sql.query<Row>(
    `select count(*)::int as count from payment where ${conditionsOf(filter, bind)}
       and (created_at, order_id) ${order} (${bind(createdAt)}::timestamptz, ${bind(orderId)})`,
    values,
  );
  const [row] = rows;
  assert(row !== undefined, "a count is one row");
  return integer(row, "count");
}

export function inOrder<Item>(items: readonly Item[], cursor: Cursor | undefined): readonly Item[] {
  return cursor?.side === "newer" ? items.toReversed() : items;
}

/** The payments beyond the cursor in the order of time, before the filter is applied. */
function candidates(
  query: Pick<PageQuery, "filter" | "cursor">,
  {
    indexCondition,
    order = orderOf(query.cursor),
  }: Pick<Scan, "indexCondition"> & { readonly order?: string },
  bind: Bind,
): string {
  const { filter, cursor } = query;
  const { merchantId, mode } = filter;
  const all = { merchantId, mode, period: periodBeyond(query), ...NO_CONDITIONS };
  const conditions = [
    conditionsOf(all, bind),
    ...(indexCondition ? [indexCondition(bind)] : []),
    beyond(cursor, bind),
  ];
  return `select * from payment where ${conditions.join("\n  and ")} ${order}`;
}

const NO_CONDITIONS = {
  status: undefined,
  paymentType: undefined,
  minMinor: undefined,
  maxMinor: undefined,
};

function beyond(cursor: Cursor | undefined, bind: Bind): string {
  if (cursor === undefined) return "true";
  const side = cursor.side === "newer" ? ">" : "<";
  return `(created_at, order_id) ${side} (${bind(cursor.createdAt)}::timestamptz, ${bind(cursor.orderId)})`;
}

/**
 * Moves the bound of the period to the cursor. An index scan begins at the bound of the period; the
 * row comparison with the cursor alone would only filter the entries in between. The bound is in
 * whole ms and the row comparison makes it exact.
 */
function periodBeyond({ filter, cursor }: Pick<PageQuery, "filter" | "cursor">): Period {
  const { period } = filter;
  if (cursor === undefined) return period;
  const at = Date.parse(cursor.createdAt);
  return cursor.side === "newer"
    ? { from: instant(Math.max(at, period.from)), until: period.until }
    : { from: period.from, until: instant(Math.min(at + 1, period.until)) };
}

function orderOf(cursor: Cursor | undefined): string {
  const order = cursor?.side === "newer" ? "asc" : "desc";
  return `order by created_at ${order}, order_id ${order}`;
}

/** Returns the last payment within a scan's reach, or undefined if there are fewer payments. */
async function endOf(sql: SqlClient, query: PageQuery, bounds: Scan): Promise<LeftOff | undefined> {
  const { bind, values } = parameters();
  const { rows } = await sql.query<Row>(
    `select order_id, created_at from (${candidates(query, bounds, bind)}
       offset ${bind(String(bounds.scanMax - 1))} limit 1) as payment`,
    values,
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  return { orderId: id(row, "order_id"), at: moment(row, "created_at") };
}
