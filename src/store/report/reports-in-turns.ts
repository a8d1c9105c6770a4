import type { Admission } from "../../kernel/queue/admission.ts";
import type { MerchantId } from "../../kernel/ids.ts";
import type { PaymentFinder } from "../../domain/report/find-payments.ts";
import type { CustomerStore, HistoryStore } from "../../domain/report/history.ts";
import type { OverviewStore } from "../../domain/report/overview.ts";
import type { UnknownBinStore } from "../../domain/report/unknown-bins.ts";
import type { ReportStore, UsedCategoryStore } from "../../domain/report/ports.ts";
import type { RequestLog } from "../../domain/report/request-log.ts";

/** The stores behind merchants' reports; each call occupies one connection. */
export type Reading = {
  readonly reports: ReportStore;
  readonly finder: PaymentFinder;
  readonly overview: OverviewStore;
  readonly unknownBins: UnknownBinStore;
  readonly usedCategories: UsedCategoryStore;
  readonly history: HistoryStore;
  readonly customers: CustomerStore;
  readonly requests: RequestLog;
};

/**
 * Puts the stores behind an admission by merchant, so that one merchant's slow reports never block
 * the others.
 */
export function inTurns(turns: Admission, stores: Reading): Reading {
  const { reports, finder, overview, unknownBins, history, customers, requests } = stores;
  const { usedCategories } = stores;
  const turn = <Value>(
    { merchantId }: { readonly merchantId: MerchantId },
    read: () => Promise<Value>,
  ): Promise<Value> => turns.run(merchantId, read);
  return {
    reports: {
      list: (filter, page) => turn(filter, () => reports.list(filter, page)),
      rollup: (scope, period) => turn(scope, () => reports.rollup(scope, period)),
      firstPaymentAt: (scope) => turn(scope, () => reports.firstPaymentAt(scope)),
    },
    finder: { find: (scope, search) => turn(scope, () => finder.find(scope, search)) },
    overview: {
      days: (scope, period, zone) => turn(scope, () => overview.days(scope, period, zone)),
      details: (scope, period) => turn(scope, () => overview.details(scope, period)),
      changes: (scope, choice) => turn(scope, () => overview.changes(scope, choice)),
    },
    unknownBins: { since: (scope, from) => turn(scope, () => unknownBins.since(scope, from)) },
    usedCategories: {
      since: (scope, from) => turn(scope, () => usedCategories.since(scope, from)),
    },
    history: { find: (scope, orderId) => turn(scope, () => history.find(scope, orderId)) },
    customers: { find: (scope, key) => turn(scope, () => customers.find(scope, key)) },
    requests: {
      list: (owner, search) => turn(owner, () => requests.list(owner, search)),
      find: (owner, entryId) => turn(owner, () => requests.find(owner, entryId)),
      ofPayment: (owner, payment) => turn(owner, () => requests.ofPayment(owner, payment)),
    },
  };
}
