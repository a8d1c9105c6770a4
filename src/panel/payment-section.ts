import { overviewRoutes } from "./overview/overview-page.tsx";
import { lineRoutes } from "./transfers/line-page.tsx";
import { transferRoutes } from "./transfers/transfers-page.tsx";
import { accountsRoutes } from "./transfers/accounts-page.tsx";
import { settlementRoutes } from "./settlement/settlement-page.tsx";
import { contractRoutes } from "./settlement/contract-routes.ts";
import { calendarRoutes } from "./settlement/calendar-page.tsx";
import { importRoutes } from "./settlement/import-page.tsx";
import { CUSTOMER_ROUTES } from "./customers/customer-section.ts";
import { tablesRoutes } from "./tables/tables-page.tsx";
import { binsRoutes } from "./tables/bins-page.tsx";
import { paymentListRoutes } from "./payments/list-page.tsx";
import { viewRoutes } from "./payments/view-routes.ts";
import { columnRoutes } from "./payments/column-chooser.tsx";
import { exportRoutes } from "./payments/export-page.tsx";
import { paymentRoutes } from "./payments/payment-page.tsx";
import { refundRoutes } from "./refunds/refund-page.tsx";
import { holdRoutes } from "./refunds/hold-pages.tsx";
import { approvalRoutes } from "./refunds/approvals-page.tsx";
import { caseRoutes } from "./cases/cases-page.tsx";
import { limitRoutes } from "./refunds/limit-routes.ts";
import { acquirerRoutes } from "./acquirers/acquirer-routes.tsx";
import { goingLiveRoutes } from "./going-live/going-live-page.tsx";
import { routingRoutes } from "./acquirers/routing-routes.tsx";
import type { PanelRoute } from "./kit/route.ts";

/** The pages about payments, banks, refunds, transfers, settlement and the tables behind them. */
export const PAYMENT_ROUTES: readonly PanelRoute[] = [
  ...overviewRoutes,
  ...routingRoutes,
  ...acquirerRoutes,
  ...goingLiveRoutes,
  ...transferRoutes,
  ...lineRoutes,
  ...accountsRoutes,
  ...settlementRoutes,
  ...contractRoutes,
  ...calendarRoutes,
  ...importRoutes,
  ...CUSTOMER_ROUTES,
  ...tablesRoutes,
  ...binsRoutes,
  ...paymentListRoutes,
  ...viewRoutes,
  ...columnRoutes,
  ...exportRoutes,
  ...paymentRoutes,
  ...refundRoutes,
  ...holdRoutes,
  ...approvalRoutes,
  ...caseRoutes,
  ...limitRoutes,
];
