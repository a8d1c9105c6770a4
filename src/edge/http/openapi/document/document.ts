import {
  HEADERS,
  INFO_DESCRIPTION,
  PARAMETERS,
  SECURITY_SCHEMES,
  TAGS,
} from "../document-parts.ts";
import type { Operation } from "../operation.ts";
import { writeOperation } from "../operation-writer.ts";
import { CARD_OPERATIONS } from "../operations/card.ts";
import { EVENT_OPERATIONS } from "../operations/event.ts";
import { MONEY_BACK_OPERATIONS } from "../operations/modification.ts";
import { OPTION_OPERATIONS } from "../operations/option.ts";
import { PAYMENT_OPERATIONS } from "../operations/pay.ts";
import { REPORT_OPERATIONS } from "../operations/report.ts";
import { STORED_CARD_OPERATIONS } from "../operations/stored-card.ts";
import { SESSION_OPERATIONS } from "../operations/session.ts";
import { connectionResponses } from "../problem-responses.ts";
import type { CatalogRoute } from "../route-catalog.ts";
import { WEBHOOK_OPERATIONS } from "../operations/webhook.ts";
import { writeComponents, type Json } from "../schema-writer.ts";
import { writeWebhooks } from "../webhooks.ts";

/** Every operation of the interface by method and path, in the document's order. */
const OPERATIONS: Readonly<Record<string, Operation>> = {
  ...SESSION_OPERATIONS,
  ...PAYMENT_OPERATIONS,
  ...OPTION_OPERATIONS,
  ...CARD_OPERATIONS,
  ...STORED_CARD_OPERATIONS,
  ...MONEY_BACK_OPERATIONS,
  ...REPORT_OPERATIONS,
  ...EVENT_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
};

export type DocumentFacts = {
  readonly publicUrl: string;
  /** The version of the running program. */
  readonly version: string;
  readonly docs: string;
};

/**
 * The interface as an OpenAPI 3.1 document, made from the registered routes and the schemas that
 * validate their calls.
 * The reasons are in docs/decisions/openapi.md.
 */
export function writeDocument(routes: readonly CatalogRoute[], facts: DocumentFacts): Json {
  const { publicUrl, version, docs } = facts;
  return {
    openapi: "3.1.1",
    info: {
      title: "Vezne",
      version,
      summary: "Checkout and payment service",
      description: INFO_DESCRIPTION,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    externalDocs: { description: "Documentation", url: docs },
    servers: [{ url: publicUrl }],
    tags: TAGS,
    paths: writePaths(routes, docs),
    webhooks: writeWebhooks(),
    components: {
      schemas: writeComponents(),
      parameters: PARAMETERS,
      headers: HEADERS,
      responses: connectionResponses(docs),
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

function writePaths(routes: readonly CatalogRoute[], docs: string): Json {
  const registered = new Map(routes.map((route) => [`${route.method} ${route.path}`, route]));
  const paths: Record<string, Record<string, Json>> = {};
  for (const [key, operation] of Object.entries(OPERATIONS)) {
    const route = registered.get(key);
    if (route === undefined) continue;
    const path = route.path.replace(/:(\w+)/g, "{$1}");
    (paths[path] ??= {})[route.method.toLowerCase()] = writeOperation({ operation, route, docs });
  }
  return paths;
}
