import type { EventType } from "../../domain/event/event.ts";
import { EXAMPLE } from "./example-values.ts";
import type { Json } from "./schema-writer.ts";

/** The schema of each event's data, and a summary (contract C6). */
const EVENTS = {
  "session.expired": ["SessionNotice", "A session ended unpaid"],
  "payment.pending": ["PaymentNotice", "A payment waits for a transfer"],
  "payment.processing": ["PaymentNotice", "A payment is under way"],
  "payment.authorized": ["PaymentNotice", "An amount is held"],
  "payment.hold_expiring": ["PaymentNotice", "A hold ends within 24 hours"],
  "payment.completed": ["PaymentNotice", "A payment is completed"],
  "payment.failed": ["PaymentNotice", "A payment failed"],
  "payment.cancelled": ["PaymentNotice", "A payment was cancelled"],
  "refund.pending": ["RefundNotice", "A refund waits for the bank, or for a transfer by hand"],
  "refund.succeeded": ["RefundNotice", "A refund succeeded"],
  "refund.failed": ["RefundNotice", "A refund failed"],
} as const satisfies Record<EventType, readonly [schema: string, summary: string]>;

const header = (name: string, description: string, schema: Json): Json => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string", ...schema },
});

const HEADERS: readonly Json[] = [
  header("webhook-id", "The same at every delivery of one event.", { pattern: "^evt_" }),
  header("webhook-timestamp", "Seconds since 1970; refuse an old delivery.", { pattern: "^\\d+$" }),
  header("webhook-signature", "One or more signatures, parted by spaces (Standard Webhooks).", {
    pattern: "^v1,",
  }),
  {
    ...header(
      "vezne-event-sequence",
      "`event_sequence` of the data: drop an event that is lower than one you have of its payment.",
      { pattern: "^\\d+$" },
    ),
    required: false,
  },
];

/** Deliveries to the merchant's endpoints (Standard Webhooks). */
export function writeWebhooks(): Json {
  return Object.fromEntries(
    Object.entries(EVENTS).map(([type, [data, summary]]) => [
      type,
      {
        post: {
          operationId: `on_${type.replace(".", "_")}`,
          summary,
          // A delivery is authenticated by its signature and by no scheme of the document.
          security: [],
          parameters: HEADERS,
          requestBody: {
            required: true,
            content: { "application/json": { schema: eventDataSchema(type, data) } },
          },
          responses: {
            "2XX": { description: "Delivered." },
            default: { description: "Tried again, at growing intervals, for about three days." },
          },
        },
      },
    ]),
  );
}

function eventDataSchema(type: string, data: string): Json {
  return {
    type: "object",
    required: ["type", "timestamp", "data"],
    properties: {
      type: { type: "string", const: type, description: "Type of the event." },
      timestamp: {
        type: "string",
        format: "date-time",
        description: "Time of the event; UTC, ISO 8601.",
        examples: [EXAMPLE.createdAt],
      },
      data: { $ref: `#/components/schemas/${data}` },
    },
  };
}
