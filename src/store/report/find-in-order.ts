import type { FoundPage } from "./payment-scan.ts";
import type { TransactionFilter } from "../../domain/report/transaction-filter.ts";
import type { SqlClient } from "../../database/connection/database.ts";
import { fetchedPage, scannedPage } from "./found-page.ts";
import { countUpTo, scan, type Condition, type PageQuery } from "./payment-scan.ts";

export type ScanOrder = {
  /** A condition that an index answers. */
  readonly condition: Condition;
  /** True if that index yields the matches in the order of time. */
  readonly isInTimeOrder: boolean;
  /** The filter whose matches are counted to decide between fetch and scan. */
  readonly countedFilter: TransactionFilter;
};

/**
 * Counts the matches of a condition in its index, up to a limit. Up to the limit all matches are
 * fetched; above it the newest payments are scanned. Our count decides, not the planner: its
 * statistics average over all merchants (docs/decisions/payment-search.md).
 */
export async function findInOrder(
  sql: SqlClient,
  query: PageQuery,
  { condition, isInTimeOrder, countedFilter }: ScanOrder,
): Promise<FoundPage> {
  const { exactMatchesMax, scanMax } = query.limits;
  const count = await countUpTo(
    sql,
    { filter: countedFilter },
    { indexCondition: condition, most: exactMatchesMax },
  );
  if (count <= exactMatchesMax) return fetchedPage(sql, query, condition);
  const scanned = await scan(sql, query, {
    scanMax,
    ...(isInTimeOrder ? { indexCondition: condition } : {}),
  });
  return scannedPage(query, scanned, undefined);
}
