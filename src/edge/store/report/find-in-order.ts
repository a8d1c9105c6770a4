import type { FoundPayments } from "../../../report/find-payments.ts";
import type { TransactionFilter } from "../../../report/transaction-filter.ts";
import type { SqlClient } from "../sql/database.ts";
import { gatheredPage, walkedPage } from "./found-page.ts";
import { countAlong, walk, type Condition, type Question } from "./payment-scan.ts";

export type Along = {
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
  { condition, isTimely, among }: Along,
): Promise<FoundPayments> {
  const { few, reach } = question.limits;
  const count = await countAlong(sql, { filter: among }, { along: condition, most: few });
  if (count <= few) return gatheredPage(sql, question, condition);
  const walked = await walk(sql, question, {
    reach,
    ...(isTimely ? { along: condition } : {}),
  });
  return walkedPage(question, walked, undefined);
}
