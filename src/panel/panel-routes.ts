import type { PanelRoute } from "./kit/route.ts";
import { DEVELOPER_ROUTES } from "./developer-section.ts";
import { OFFICE_ROUTES } from "./office-section.ts";
import { PAYMENT_ROUTES } from "./payment-section.ts";

/**
 * Every page of the panel; a page that is in no list is not served.
 * The reasons are in docs/decisions/panel.md.
 */
export const PANEL_ROUTES: readonly PanelRoute[] = [
  ...OFFICE_ROUTES,
  ...DEVELOPER_ROUTES,
  ...PAYMENT_ROUTES,
];
