import type { FastifyInstance } from "fastify";
import { cachedText } from "../answer/cached-text.ts";
import type { Json } from "../openapi/schema-writer.ts";

/** Serves `/openapi.json`, made from the routes that are registered here. */
export function documentRoutes(app: FastifyInstance, writeDocument: () => Json): void {
  const document = cachedText("application/json", () => JSON.stringify(writeDocument()));
  app.get("/openapi.json", (request, reply) => document.send(request, reply));
}
