import { assert } from "../../../kernel/assert.ts";
import { instant } from "../../../kernel/clock.ts";
import type { Payment } from "../../../payment/payment.ts";
import type { FoundPayments, LeftOff } from "../../../report/find-payments.ts";
import type { Period, TransactionFilter } from "../../../report/transaction-filter.ts";
import type { SqlClient } from "../sql/database.ts";
import { readPayment } from "../payment/payment-rows.ts";
import { conditionsOf, parameters, type Put } from "../payment/report-conditions.ts";
import { integer, moment, optionalText, trusted, type Row } from "../sql/rows.ts";

/** A payment that a page begins behind, as the database has its time. */
export type Edge = {
  readonly side: "older" | "newer";
  readonly orderId: string;
  readonly createdAt: string;
};

/** How much is looked at for one page. */
export type SearchLimits = {
  /** Payments, in the order of time, before it is asked where the rare ones are. */
  readonly nearby: number;
  /** Payments, in the order of time, where nothing that is asked for is rare. */
  readonly reach: number;
  /** The same where the customer of each is looked at. */
  readonly customerReach: number;
  /** So few payments are gathered by what is rare about them, and counted. */
  readonly few: number;
  /** So few customers: what belongs to them lies all over the tables. */
  readonly fewCustomers: number;
};

/** What a page is to hold. */
export type Question = {
  readonly filter: TransactionFilter;
  readonly edge: Edge | undefined;
  readonly limit: number;
  readonly limits: SearchLimits;
};

/** A condition on `payment`, whose values are put into the statement. */
export type Condition = (put: Put) => string;

export type Scan = {
  /** What an index gives in the order of time; without it, all of the period are walked. */
  readonly along?: Condition;
  /** What each payment is asked beyond the filter. */
  readonly asking?: Condition;
  /** Payments that are looked at. */
  readonly reach: number;
};

/** A walk's page: `isWhole` where nothing was left that could have been on it. */
export type Scanned = Pick<FoundPayments, "payments" | "leftOffAt"> & {
  readonly hasMore: boolean;
  readonly isWhole: boolean;
};

/** Goes through payments in the order of time, from the edge, and keeps those that pass. */
export async function scan(sql: SqlClient, question: Question, steps: Scan): Promise<Scanned> {
  const { filter, edge, limit } = question;
  const { bind, values } = parameters();
  const order = orderOf(edge);
  const passing = [conditionsOf(filter, bind), ...(steps.asking ? [steps.asking(bind)] : [])];
  const { rows } = await sql.query<Row>(
    `select * from (${passed(question, steps, bind)} limit ${bind(String(steps.reach))}) as payment
     where ${passing.join("\n  and ")} ${order} limit ${bind(String(limit + 1))}`,
    values,
  );
  const hasMore = rows.length > limit;
  const leftOffAt = hasMore ? undefined : await endOf(sql, question, steps);
  return {
    payments: inOrder(rows.slice(0, limit).map(readPayment), edge),
    hasMore,
    leftOffAt,
    isWhole: !hasMore && leftOffAt === undefined,
  };
}

/** How many payments there are along an index; one more than `most` where there are more. */
export async function countAlong(
  sql: SqlClient,
  { filter }: Pick<Question, "filter">,
  { along, most }: { readonly along: Condition; readonly most: number },
): Promise<number> {
  const { bind, values } = parameters();
  const { rows } = await sql.query<Row>(
    `select count(*)::int as count
     from (${passed({ filter, edge: undefined }, { along, order: "" }, bind)}
       limit ${bind(String(most + 1))}) as found`,
    values,
  );
  const [row] = rows;
  assert(row !== undefined, "a count is one row");
  return integer(row, "count");
}

/** All that pass the filter and a condition that few meet: their number, and those of the page. */
export async function fetch(
  sql: SqlClient,
  { filter, edge, limit }: Question,
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
       select * from matched where ${behind(edge, bind)} ${orderOf(edge)}
       limit ${bind(String(limit + 1))}
     ) as page on true`,
    values,
  );
  const [first] = rows;
  assert(first !== undefined, "a count is one row");
  const found = rows.filter((row) => optionalText(row, "order_id") !== undefined);
  return { count: integer(first, "count"), payments: found.map(readPayment) };
}

/** How many that pass come before those behind the edge, newest first. */
export async function countBefore(
  sql: SqlClient,
  filter: TransactionFilter,
  { side, orderId, createdAt }: Edge,
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

export function inOrder<Item>(items: readonly Item[], edge: Edge | undefined): readonly Item[] {
  return edge?.side === "newer" ? items.toReversed() : items;
}

/** What lies behind the edge, along the index. */
function passed(
  question: Pick<Question, "filter" | "edge">,
  { along, order = orderOf(question.edge) }: Pick<Scan, "along"> & { readonly order?: string },
  put: Put,
): string {
  const { filter, edge } = question;
  const { merchantId, mode } = filter;
  const all = { merchantId, mode, period: periodBehind(question), ...NO_CONDITIONS };
  const conditions = [conditionsOf(all, put), ...(along ? [along(put)] : []), behind(edge, put)];
  return `select * from payment where ${conditions.join("\n  and ")} ${order}`;
}

const NO_CONDITIONS = {
  status: undefined,
  paymentType: undefined,
  minMinor: undefined,
  maxMinor: undefined,
};

function behind(edge: Edge | undefined, put: Put): string {
  if (edge === undefined) return "true";
  const side = edge.side === "newer" ? ">" : "<";
  return `(created_at, order_id) ${side} (${put(edge.createdAt)}::timestamptz, ${put(edge.orderId)})`;
}

/** An index is begun to be read at the bound of the period, so this is where the edge is. */
function periodBehind({ filter, edge }: Pick<Question, "filter" | "edge">): Period {
  const { period } = filter;
  if (edge === undefined) return period;
  const at = Date.parse(edge.createdAt);
  return edge.side === "newer"
    ? { from: instant(Math.max(at, period.from)), until: period.until }
    : { from: period.from, until: instant(Math.min(at + 1, period.until)) };
}

function orderOf(edge: Edge | undefined): string {
  const order = edge?.side === "newer" ? "asc" : "desc";
  return `order by created_at ${order}, order_id ${order}`;
}

/** The last of the payments that a walk reaches; undefined where there are not so many. */
async function endOf(
  sql: SqlClient,
  question: Question,
  steps: Scan,
): Promise<LeftOff | undefined> {
  const { bind, values } = parameters();
  const { rows } = await sql.query<Row>(
    `select order_id, created_at from (${passed(question, steps, bind)}
       offset ${bind(String(steps.reach - 1))} limit 1) as payment`,
    values,
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  return { orderId: trusted(row, "order_id"), at: moment(row, "created_at") };
}
