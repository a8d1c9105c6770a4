import { accountRoutes } from "./account/account-page.tsx";
import { homeRoutes } from "./account/home.tsx";
import { passwordRoutes } from "./account/password-page.tsx";
import { secondFactorRoutes } from "./account/second-factor-page.tsx";
import { clockRoutes } from "./clock/clock-page.tsx";
import { jobsRoutes } from "./jobs/jobs-page.tsx";
import { merchantsRoutes } from "./merchants/merchants-page.tsx";
import { overviewRoutes } from "./overview/overview-page.tsx";
import { exportRoutes } from "./payments/export-page.tsx";
import { paymentListRoutes } from "./payments/list-page.tsx";
import { paymentRoutes } from "./payments/payment-page.tsx";
import { viewRoutes } from "./payments/view-routes.ts";
import { approvalRoutes } from "./refunds/approvals-page.tsx";
import { holdRoutes } from "./refunds/hold-pages.tsx";
import { limitRoutes } from "./refunds/limit-routes.ts";
import { refundRoutes } from "./refunds/refund-page.tsx";
import type { PanelRoute } from "./route.ts";
import { codeRoutes } from "./sign-in/code-page.tsx";
import { setUpRoutes } from "./sign-in/set-up-page.tsx";
import { signInRoutes } from "./sign-in/sign-in-page.tsx";
import { auditRoutes } from "./audit/audit-page.tsx";
import { brandRoutes } from "./settings/brand-page.tsx";
import { securityRoutes } from "./security/security-page.tsx";
import { settingsRoutes } from "./settings/settings-page.tsx";
import { accountsRoutes } from "./transfers/accounts-page.tsx";
import { requestRoutes } from "./requests/request-page.tsx";
import { requestsRoutes } from "./requests/requests-page.tsx";
import { transferRoutes } from "./transfers/transfers-page.tsx";
import { calendarRoutes } from "./settlement/calendar-page.tsx";
import { contractRoutes } from "./settlement/contract-routes.ts";
import { importRoutes } from "./settlement/import-page.tsx";
import { settlementRoutes } from "./settlement/settlement-page.tsx";
import { cardsRoutes } from "./cards/cards-page.tsx";
import { binsRoutes } from "./tables/bins-page.tsx";
import { tablesRoutes } from "./tables/tables-page.tsx";
import { userRoutes } from "./users/user-page.tsx";
import { usersRoutes } from "./users/users-page.tsx";
import { keyRoutes } from "./keys/key-routes.tsx";
import { deliveryRoutes } from "./webhooks/delivery-page.tsx";
import { endpointActionRoutes } from "./webhooks/endpoint-actions.tsx";
import { endpointRoutes } from "./webhooks/endpoint-page.tsx";
import { secretRoutes } from "./webhooks/secret-page.tsx";
import { webhooksRoutes } from "./webhooks/webhooks-page.tsx";

/**
 * Every page of the panel; a page that is not listed here is not served.
 * The reasons are in docs/decisions/panel.md.
 */
export const PANEL_ROUTES: readonly PanelRoute[] = [
  ...signInRoutes,
  ...setUpRoutes,
  ...codeRoutes,
  ...homeRoutes,
  ...accountRoutes,
  ...passwordRoutes,
  ...secondFactorRoutes,
  ...merchantsRoutes,
  ...jobsRoutes,
  ...overviewRoutes,
  ...keyRoutes,
  ...webhooksRoutes,
  ...secretRoutes,
  ...endpointRoutes,
  ...endpointActionRoutes,
  ...deliveryRoutes,
  ...requestsRoutes,
  ...requestRoutes,
  ...transferRoutes,
  ...accountsRoutes,
  ...settlementRoutes,
  ...contractRoutes,
  ...calendarRoutes,
  ...importRoutes,
  ...cardsRoutes,
  ...tablesRoutes,
  ...binsRoutes,
  ...settingsRoutes,
  ...brandRoutes,
  ...securityRoutes,
  ...usersRoutes,
  ...userRoutes,
  ...auditRoutes,
  ...clockRoutes,
  ...paymentListRoutes,
  ...viewRoutes,
  ...exportRoutes,
  ...paymentRoutes,
  ...refundRoutes,
  ...holdRoutes,
  ...approvalRoutes,
  ...limitRoutes,
];
