import type { Payment } from "../../domain/payment/payment.ts";
import type { FoundPage } from "./payment-scan.ts";
import type { SqlClient } from "../../database/connection/database.ts";
import {
  fetch,
  inOrder,
  type Condition,
  type PageQuery,
  type ScannedPage,
} from "./payment-scan.ts";

/**
 * Returns the page of payments that a scan found; `total` is the count of matches if it is known.
 */
export function scannedPage(
  { cursor }: PageQuery,
  scanned: ScannedPage,
  total: number | undefined,
): FoundPage {
  const { payments, hasMore, leftOffAt } = scanned;
  // A complete scan without a cursor has found every match.
  const isAll = cursor === undefined && scanned.isWhole;
  return {
    payments,
    ...sides(cursor, hasMore || leftOffAt !== undefined),
    total: isAll ? payments.length : total,
    leftOffAt,
  };
}

/** The page of all payments that meet a selective condition. */
export async function fetchedPage(
  sql: SqlClient,
  query: PageQuery,
  condition: Condition,
): Promise<FoundPage> {
  const { cursor, limit } = query;
  const { count, payments } = await fetch(sql, query, condition);
  const page: readonly Payment[] = payments.slice(0, limit);
  return {
    payments: inOrder(page, cursor),
    ...sides(cursor, payments.length > limit),
    total: count,
    leftOffAt: undefined,
  };
}

function sides(
  cursor: PageQuery["cursor"],
  hasMore: boolean,
): Pick<FoundPage, "hasNewer" | "hasOlder"> {
  const isBack = cursor?.side === "newer";
  return { hasNewer: isBack ? hasMore : cursor !== undefined, hasOlder: isBack || hasMore };
}
