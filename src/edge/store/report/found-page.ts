import type { Payment } from "../../../payment/payment.ts";
import type { FoundPayments } from "../../../report/find-payments.ts";
import type { SqlClient } from "../sql/database.ts";
import { fetch, inOrder, type Condition, type Question, type Scanned } from "./payment-scan.ts";

/** The page that a walk came back with. */
export function scannedPage(
  { edge }: Question,
  scanned: Scanned,
  total: number | undefined,
): FoundPayments {
  const { payments, hasMore, leftOffAt } = scanned;
  const isAll = edge === undefined && scanned.isWhole;
  return {
    payments,
    ...sides(edge, hasMore || leftOffAt !== undefined),
    total: isAll ? payments.length : total,
    leftOffAt,
  };
}

/** The page of all that meet a condition that few meet. */
export async function fetchedPage(
  sql: SqlClient,
  question: Question,
  condition: Condition,
): Promise<FoundPayments> {
  const { edge, limit } = question;
  const { count, payments } = await fetch(sql, question, condition);
  const page: readonly Payment[] = payments.slice(0, limit);
  return {
    payments: inOrder(page, edge),
    ...sides(edge, payments.length > limit),
    total: count,
    leftOffAt: undefined,
  };
}

function sides(
  edge: Question["edge"],
  hasMore: boolean,
): Pick<FoundPayments, "hasNewer" | "hasOlder"> {
  const isBack = edge?.side === "newer";
  return { hasNewer: isBack ? hasMore : edge !== undefined, hasOlder: isBack || hasMore };
}
