import { cardsRoutes } from "../cards/cards-page.tsx";
import { eraseRoutes } from "./erase-page.tsx";
import type { PanelRoute } from "../kit/route.ts";
import { customerRoutes } from "./customers-page.tsx";

/** The pages about customers and their stored cards. */
export const CUSTOMER_ROUTES: readonly PanelRoute[] = [
  ...customerRoutes,
  ...eraseRoutes,
  ...cardsRoutes,
];
