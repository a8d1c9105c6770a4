import { toIso } from "../../kernel/clock.ts";
import type { TransactionPage } from "../../domain/report/ports.ts";
import type { TransactionFilter } from "../../domain/report/transaction-filter.ts";
import type { SqlClient } from "../../database/connection/database.ts";
import { locatePage, type PageLocation } from "./page-location.ts";
import { PAYMENT } from "../payment/payment-rows.ts";
import { conditionsOf, parameters } from "../payment/report-conditions.ts";

/** A part of a list, counted from the newest payment. */
export type Slice = { readonly offset: number; readonly limit: number };

/**
 * A page of a filter without amounts: the roll-up gives the total and the units of time that hold
 * the page.
 */
export async function rollupPage(
  sql: SqlClient,
  filter: TransactionFilter,
  slice: Slice,
): Promise<TransactionPage> {
  const location = await locatePage(sql, filter, slice);
  if (location.pieces.length === 0) return { total: location.total, payments: [] };
  const { total, skip } = location;
  const { bind, values } = parameters();
  const { rows } = await sql.query<Record<string, unknown>>(
    `select payment.* from ${piecesOf(location, bind)}
     cross join lateral (
       select * from payment where ${conditionsOf(filter, bind)}
         and created_at >= since and created_at < until
       order by created_at desc, order_id desc limit ${bind(String(skip + slice.limit))}
     ) as payment
     order by payment.created_at desc, payment.order_id desc
     limit ${bind(String(slice.limit))} offset ${bind(String(skip))}`,
    values,
  );
  return { total, payments: rows.map(PAYMENT.read) };
}

function piecesOf({ pieces }: PageLocation, put: (value: string) => string): string {
  const array = (instants: readonly string[]): string => put(`{${instants.join(",")}}`);
  const since = array(pieces.map(({ from }) => toIso(from)));
  const until = array(pieces.map(({ until: end }) => toIso(end)));
  return `unnest(${since}::timestamptz[], ${until}::timestamptz[]) as piece (since, until)`;
}
