import {
  EndpointCreatedSchema,
  EndpointListSchema,
  EndpointRemovedSchema,
} from "../../schema/webhook.ts";
import { EXAMPLE } from "../example-values.ts";
import type { Operation } from "../operation.ts";
import { ofField } from "../problem-examples.ts";

const shared = { tag: "Events", access: "merchant key" } as const;
const KEY_PROBLEMS = ["missing_api_key", "invalid_api_key"] as const;

const endpoint = {
  endpoint_id: EXAMPLE.endpoint,
  mode: "test",
  url: "http://127.0.0.1:4000/hooks",
  description: "",
  events: null,
  state: "enabled",
  disabled_reason: null,
  created_at: EXAMPLE.createdAt,
};

/** Extension of contract C6: endpoints, by the merchant itself. */
export const WEBHOOK_OPERATIONS: Readonly<Record<string, Operation>> = {
  "POST /api/v1/webhook-endpoints": {
    ...shared,
    id: "createWebhookEndpoint",
    summary: "Register a webhook endpoint",
    description:
      "An address that is sent every event of the key's mode from now on, signed with `secret`, " +
      "which is told this once (Standard Webhooks). In live mode it must be https and lead to a public address.",
    answers: { "application/json": [EndpointCreatedSchema] },
    examples: {
      all_events: {
        summary: "Every event",
        body: { url: endpoint.url },
        answer: { ...endpoint, secret: EXAMPLE.webhookSecret },
      },
    },
    problems: ["validation_failed", ...KEY_PROBLEMS, "too_many_endpoints"],
    problemExamples: { validation_failed: ofField("url", "is required") },
  },
  "GET /api/v1/webhook-endpoints": {
    ...shared,
    id: "listWebhookEndpoints",
    summary: "List webhook endpoints",
    description: "The endpoints of the key's merchant and mode, oldest first.",
    answers: { "application/json": [EndpointListSchema] },
    examples: { one: { summary: "One endpoint", answer: { endpoints: [endpoint] } } },
    problems: KEY_PROBLEMS,
  },
  "DELETE /api/v1/webhook-endpoints/:endpoint_id": {
    ...shared,
    id: "removeWebhookEndpoint",
    summary: "Remove a webhook endpoint",
    description: "Nothing more is sent to the endpoint; waiting deliveries are dropped.",
    answers: { "application/json": [EndpointRemovedSchema] },
    examples: {
      registered: {
        summary: "An endpoint that is there",
        query: { endpoint_id: EXAMPLE.endpoint },
        answer: { removed: true, endpoint_id: EXAMPLE.endpoint },
      },
    },
    problems: [...KEY_PROBLEMS, "endpoint_not_found"],
  },
};
