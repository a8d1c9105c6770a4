import type pg from "pg";
import type { Customer } from "../../domain/session/session.ts";
import type { Scope } from "../../domain/merchant/scope.ts";
import type {
  FoundPayments,
  PaymentFinder,
  PaymentSearch,
} from "../../domain/report/find-payments.ts";
import { ALL_TIME } from "../../kernel/day.ts";
import { findInOrder } from "./find-in-order.ts";
import { findByTerm } from "./find-by-term.ts";
import { findByRollup } from "./find-by-rollup.ts";
import { classifyDatabaseError } from "../../database/connection/database-error.ts";
import type { SqlClient } from "../../database/connection/database.ts";
import { scannedPage } from "./found-page.ts";
import { scan, type FoundPage, type PageQuery, type SearchLimits } from "./payment-scan.ts";
import { amountConditions, hasAmounts } from "../payment/report-conditions.ts";
import { inSnapshot } from "./report-snapshot.ts";
import { id, json, text, type Row } from "../../database/mapping/rows.ts";

/**
 * Time limit of a statement. `LIMITS` keeps a search far below it; only an overloaded database
 * reaches it.
 */
const STATEMENT_TIMEOUT_MS = 8_000;

/** Measured with a million payments: within these limits each page takes less than 0.2 s. */
const LIMITS: SearchLimits = {
  nearbyScanMax: 3_000,
  scanMax: 30_000,
  customerScanMax: 10_000,
  exactMatchesMax: 10_000,
  exactCustomersMax: 5_000,
};

/**
 * The search of the panel's list of payments, page by page with a cursor. A selective condition
 * (few matches) is fetched and counted through its own index. A condition with many matches is
 * tested while the newest payments are scanned. Both take about the same time at any number of
 * payments. If no single condition is selective but few payments meet all of them, the scan ends at
 * its limit and the page says at which payment (`leftOffAt`). The reasons are in
 * docs/decisions/payment-search.md.
 */
export function createPaymentFinder(pool: pg.Pool, limits = LIMITS): PaymentFinder {
  return {
    async find(scope, search) {
      try {
        return await inSnapshot(pool, async (sql) => {
          await sql.query(`set local statement_timeout = ${STATEMENT_TIMEOUT_MS}`);
          const query = await pageQueryOf(sql, scope, { ...search, limits });
          if (query === undefined) return { ...EMPTY_PAGE, customers: new Map() };
          const page = await find(sql, query, search);
          return { ...page, customers: await customersOf(sql, scope, page.payments) };
        });
      } catch (error) {
        if (classifyDatabaseError(error).kind === "timeout") return "too_slow";
        throw error;
      }
    },
  };
}

const EMPTY_PAGE: FoundPage = {
  payments: [],
  hasNewer: false,
  hasOlder: false,
  total: undefined,
  leftOffAt: undefined,
};

/** Reads the customers of a page's payments in one look-up by key. */
async function customersOf(
  sql: SqlClient,
  { merchantId }: Scope,
  payments: FoundPage["payments"],
): Promise<FoundPayments["customers"]> {
  const { rows } = await sql.query<Row>(
    `select session_id, customer from session
     where merchant_id = $1 and session_id = any ($2) and customer <> '{}'`,
    [merchantId, payments.map(({ sessionId }) => sessionId)],
  );
  return new Map(rows.map((row) => [id(row, "session_id"), json<Customer>(row, "customer")]));
}

async function pageQueryOf(
  sql: SqlClient,
  { merchantId, mode }: Scope,
  search: PaymentSearch & Pick<PageQuery, "limits">,
): Promise<PageQuery | undefined> {
  const { period, status, paymentType, minMinor, maxMinor, declineReason, cardBank } = search;
  const { after, before, limit, limits } = search;
  const asked = { period, status, paymentType, minMinor, maxMinor, declineReason, cardBank };
  const filter = { merchantId, mode, ...asked };
  const orderId = before ?? after;
  if (orderId === undefined) return { filter, cursor: undefined, limit, limits };
  const { rows } = await sql.query<Row>(
    `select created_at::text as created_at from payment
     where merchant_id = $1 and order_id = $2 and mode = $3`,
    [merchantId, orderId, mode],
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const side = before === undefined ? "older" : "newer";
  return { filter, limit, limits, cursor: { side, orderId, createdAt: text(row, "created_at") } };
}

async function find(sql: SqlClient, query: PageQuery, search: PaymentSearch): Promise<FoundPage> {
  const { filter } = query;
  const hasDetail = filter.declineReason !== undefined || filter.cardBank !== undefined;
  if (search.term === undefined && !hasAmounts(filter)) {
    return hasDetail ? findByScan(sql, query) : findByRollup(sql, query);
  }
  await sql.query("set local enable_bitmapscan = on");
  if (search.term !== undefined) return findByTerm(sql, query, search.term);
  // The index of amounts orders by amount before time. A period would be a filter on its entries:
  // the count could read many more entries than it counts, so it covers all time.
  const countedFilter = { ...filter, period: ALL_TIME };
  return findInOrder(sql, query, {
    condition: (bind) => amountConditions(filter, bind),
    isInTimeOrder: false,
    countedFilter,
  });
}

/** Tests the newest payments: no index and no roll-up has the reasons and the cards' banks. */
async function findByScan(sql: SqlClient, query: PageQuery): Promise<FoundPage> {
  const scanned = await scan(sql, query, { scanMax: query.limits.scanMax });
  return scannedPage(query, scanned, undefined);
}
