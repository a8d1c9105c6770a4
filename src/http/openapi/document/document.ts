import {
  HEADERS,
  INFO_DESCRIPTION,
  PARAMETERS,
  SECURITY_SCHEMES,
  TAGS,
} from "../document-parts.ts";
import type { Operation } from "../operation.ts";
import { writeOperation } from "../operation-writer.ts";
import { ADMIN_BIN_CORRECTION_OPERATIONS } from "../operations/admin/bin-correction.ts";
import { ADMIN_CONNECTION_OPERATIONS } from "../operations/admin/connection.ts";
import { ADMIN_FEED_OPERATIONS } from "../operations/admin/feed.ts";
import { ADMIN_KEY_OPERATIONS } from "../operations/admin/key.ts";
import { ADMIN_MERCHANT_OPERATIONS } from "../operations/admin/merchant.ts";
import { ADMIN_TABLE_OPERATIONS } from "../operations/admin/table.ts";
import { ADMIN_USER_OPERATIONS } from "../operations/admin/user.ts";
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
  ...ADMIN_MERCHANT_OPERATIONS,
  ...ADMIN_KEY_OPERATIONS,
  ...ADMIN_USER_OPERATIONS,
  ...ADMIN_CONNECTION_OPERATIONS,
  ...ADMIN_FEED_OPERATIONS,
  ...ADMIN_TABLE_OPERATIONS,
  ...ADMIN_BIN_CORRECTION_OPERATIONS,
};

export type DocumentFacts = {
  readonly publicUrl: string;
  /** The version of the running program. */
  readonly version: string;
  readonly docs: string;
  /** The address of the administration API, if it is not served at the public address. */
  readonly adminUrl?: string | undefined;
};

/**
 * The interface as an OpenAPI 3.1 document, made from the registered routes and the schemas that
 * validate their calls.
 * The reasons are in docs/decisions/openapi.md.
 */
export function writeDocument(routes: readonly CatalogRoute[], facts: DocumentFacts): Json {
  const { publicUrl, version } = facts;
  return {
    openapi: "3.1.1",
    info: {
      title: "Vezne",
      version,
      summary: "Checkout and payment service",
      description: INFO_DESCRIPTION,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    externalDocs: { description: "Documentation", url: facts.docs },
    servers: [{ url: publicUrl }],
    tags: TAGS,
    paths: writePaths(routes, facts),
    webhooks: writeWebhooks(),
    components: {
      schemas: writeComponents(),
      parameters: PARAMETERS,
      headers: HEADERS,
      responses: connectionResponses(facts.docs),
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

function writePaths(routes: readonly CatalogRoute[], { docs, adminUrl }: DocumentFacts): Json {
  const registered = new Map(routes.map((route) => [`${route.method} ${route.path}`, route]));
  const paths: Record<string, Record<string, Json>> = {};
  for (const [key, operation] of Object.entries(OPERATIONS)) {
    const route = registered.get(key);
    if (route === undefined) continue;
    const path = route.path.replace(/:(\w+)/g, "{$1}");
    const isElsewhere = route.operatorRight !== undefined && adminUrl !== undefined;
    (paths[path] ??= {})[route.method.toLowerCase()] = {
      ...writeOperation({ operation, route, docs }),
      ...(isElsewhere ? { servers: [{ url: adminUrl }] } : {}),
    };
  }
  return paths;
}
