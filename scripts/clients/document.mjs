import { join } from "node:path";
import { pathToFileURL } from "node:url";
import fastify from "fastify";

const FACTS = { publicUrl: "https://pay.example", version: "0", docs: "https://pay.example/docs" };

/** The codes of all problems, some of which are the answer to any request, from the built table. */
export async function readErrorCodes(root) {
  const path = join(root, "dist", "http", "problem", "problem-codes.js");
  const { PROBLEM_STATUS } = await import(pathToFileURL(path).href);
  return Object.keys(PROBLEM_STATUS);
}

/**
 * Reads the OpenAPI document from the built modules in `dist`. Routes are registered and never
 * called, so their stores and limits can be stand-ins, and no database is needed.
 */
export async function readDocument(root) {
  const load = (path) => import(pathToFileURL(join(root, "dist", path)).href);
  const { writeDocument } = await load("http/openapi/document/document.js");
  const { catalogRoutes } = await load("http/openapi/route-catalog.js");
  const { addRoutes } = await load("service/http/routes.js");
  const { adminRoutes } = await load("http/admin/admin-routes.js");
  const app = fastify();
  const routes = catalogRoutes(app);
  const standIn = createStandIn();
  addRoutes(app, standIn, standIn);
  adminRoutes(app, standIn);
  return writeDocument(routes, FACTS);
}

/** A function that stands in for any dependency: its properties and results are the function. */
function createStandIn() {
  const standIn = new Proxy(() => {}, {
    get: (_, name) => (name === Symbol.toPrimitive ? () => "" : standIn),
    apply: () => standIn,
  });
  return standIn;
}
