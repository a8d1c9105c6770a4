import type { FastifyInstance } from "fastify";
import { cachedText } from "../cached-text.ts";
import { writeDocument, type DocumentFacts } from "../openapi/document.ts";
import type { CatalogRoute } from "../openapi/route-catalog.ts";

export type DocumentRoutesDeps = DocumentFacts & { readonly routes: readonly CatalogRoute[] };

/** `/openapi.json`: the interface as it is registered and validated here. */
export function documentRoutes(app: FastifyInstance, deps: DocumentRoutesDeps): void {
  const document = cachedText("application/json", () =>
    JSON.stringify(writeDocument(deps.routes, deps)),
  );
  app.get("/openapi.json", (request, reply) => document.send(request, reply));
}
