import { shell } from "../words/shell.ts";
import { merchantRoute, type PanelRoute } from "../route.ts";

export const overviewRoutes: readonly PanelRoute[] = [
  merchantRoute({
    method: "GET",
    path: "",
    permission: "overview.see",
    run: async (context) => ({
      kind: "page",
      nav: "overview",
      title: shell[context.language].nav.overview,
      body: <p class="empty">{shell[context.language].nothing}</p>,
    }),
  }),
];
