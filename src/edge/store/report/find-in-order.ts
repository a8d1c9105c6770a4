import type { FoundPayments } from "../../../report/find-payments.ts";
import type { TransactionFilter } from "../../../report/transaction-filter.ts";
import type { SqlClient } from "../sql/database.ts";
import { fetchedPage, scannedPage } from "./found-page.ts";
import { countAlong, scan, type Condition, type Question } from "./payment-scan.ts";

export type ScanOrder = {
  /** What an index knows of payments. */
  readonly condition: Condition;
  /** Whether it gives them in the order of time. */
  readonly isTimely: boolean;
  /** Whom it is asked about, to learn whether they are few. */
  readonly among: TransactionFilter;
};

/** Gathers what an index says is rare; walks through what is frequent. */
export async function findAlong(
  sql: SqlClient,
  question: Question,
  { condition, isTimely, among }: ScanOrder,
): Promise<FoundPayments> {
  const { few, reach } = question.limits;
  const count = await countAlong(sql, { filter: among }, { along: condition, most: few });
  if (count <= few) return fetchedPage(sql, question, condition);
  const scanned = await scan(sql, question, {
    reach,
    ...(isTimely ? { along: condition } : {}),
  });
  return scannedPage(question, scanned, undefined);
}
