import { goRoutes } from "./go/go-page.tsx";
import { keyRoutes } from "./keys/key-routes.tsx";
import { webhooksRoutes } from "./webhooks/webhooks-page.tsx";
import { secretRoutes } from "./webhooks/secret-page.tsx";
import { endpointRoutes } from "./webhooks/endpoint-page.tsx";
import { endpointActionRoutes } from "./webhooks/endpoint-actions.tsx";
import { deliveryRoutes } from "./webhooks/delivery-page.tsx";
import { requestsRoutes } from "./requests/requests-page.tsx";
import { requestRoutes } from "./requests/request-page.tsx";
import type { PanelRoute } from "./kit/route.ts";

/** The pages about keys, webhooks and requests. */
export const DEVELOPER_ROUTES: readonly PanelRoute[] = [
  ...goRoutes,
  ...keyRoutes,
  ...webhooksRoutes,
  ...secretRoutes,
  ...endpointRoutes,
  ...endpointActionRoutes,
  ...deliveryRoutes,
  ...requestsRoutes,
  ...requestRoutes,
];
