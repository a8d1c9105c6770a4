import type { FastifyInstance } from "fastify";
import type { KeyRight } from "../../domain/merchant/key-right.ts";
import type { OperatorRight } from "../../domain/merchant/operator-right.ts";
import type { ErrorForm } from "../problem/problem.ts";

/** A registered route as the document describes it, with the schemas that validate its calls. */
export type CatalogRoute = {
  readonly method: string;
  readonly path: string;
  readonly errorForm: ErrorForm;
  /** The right that a merchant's key needs; absent if the call takes no key. */
  readonly right: KeyRight | undefined;
  /** The right that an operator key needs; present on calls of the administration API. */
  readonly operatorRight: OperatorRight | undefined;
  readonly body: unknown;
  readonly params: unknown;
  readonly query: unknown;
};

/** Records every route that is registered on `app` from now on, in order. */
export function catalogRoutes(app: FastifyInstance): readonly CatalogRoute[] {
  const routes: CatalogRoute[] = [];
  app.addHook("onRoute", ({ method, url, schema, config }) => {
    // A route with a list of methods answers them with 405; HEAD is registered with each GET.
    if (typeof method !== "string" || method === "HEAD") return;
    routes.push({
      method,
      path: url,
      errorForm: config?.errorForm ?? "problem",
      right: config?.right,
      operatorRight: config?.operatorRight,
      body: schema?.body,
      params: schema?.params,
      query: schema?.querystring,
    });
  });
  return routes;
}
