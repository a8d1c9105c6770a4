import { EVENT_TYPES } from "../../../domain/event/event.ts";
import { BOUNDS } from "../../../kernel/bounds.ts";
import { EventListSchema, EventStreamSchema } from "../../schema/event-answer.ts";
import { EXAMPLE } from "../example-values.ts";
import type { Operation, Parameter } from "../operation.ts";
import { ofField } from "../problem-examples.ts";

const event = {
  id: EXAMPLE.event,
  type: "payment.completed",
  timestamp: EXAMPLE.createdAt,
  // The members are in the order of PostgreSQL's `jsonb`, so that the example equals a real event.
  data: {
    mode: "test",
    amount: EXAMPLE.amount,
    status: "completed",
    acquirer: "sandbox",
    currency: "TRY",
    metadata: {},
    order_id: EXAMPLE.order,
    created_at: EXAMPLE.createdAt,
    session_id: EXAMPLE.session,
    customer_id: null,
    payment_type: "creditcard",
    card_last_four: "0008",
    charged_amount: EXAMPLE.amount,
    refunded_amount: 0,
    financing_amount: 0,
    installment_count: 1,
    event_sequence: 1,
  },
};

const parameters: Readonly<Record<string, Parameter>> = {
  after: { description: "Only the events after this one; `next` of the page before." },
  type: {
    description: `One or more of ${EVENT_TYPES.join(", ")}, separated by commas. Default all.`,
  },
};

const shared = {
  tag: "Events",
  access: "merchant key",
  problems: ["validation_failed", "missing_api_key", "invalid_api_key", "event_not_in_feed"],
  problemExamples: {
    validation_failed: ofField("after", "must be the id of an event (evt_…)"),
  },
} as const;

/** Extension of contract C6: the event feed, for merchants without an address for webhooks. */
export const EVENT_OPERATIONS: Readonly<Record<string, Operation>> = {
  "GET /api/v1/events": {
    ...shared,
    id: "listEvents",
    summary: "List events",
    description:
      "The events of the sessions, payments and refunds of the key's merchant and mode, in the order in " +
      "which they became visible. A call with `next` as `after` misses none.",
    parameters: {
      ...parameters,
      order: { description: "`desc` begins with the newest. Default `asc`." },
      limit: {
        description: "Events of a page.",
        schema: { type: "integer", minimum: 1, maximum: BOUNDS.perPageMax, default: 20 },
      },
    },
    answers: { "application/json": [EventListSchema] },
    examples: {
      completed: {
        summary: "Completed payments",
        query: { type: "payment.completed", limit: 20 },
        answer: { events: [event], has_more: false, next: EXAMPLE.event },
      },
    },
  },
  "GET /api/v1/events/stream": {
    ...shared,
    id: "streamEvents",
    summary: "Follow events",
    description:
      "The same events as they happen, as server-sent events with the event's id. Without " +
      "`after` and `Last-Event-ID` it begins now. The first `id`, without data, names the place at which " +
      "it begins: a client that has seen no event continues after it. A comment every 15 seconds keeps " +
      "it alive.",
    parameters,
    problems: [...shared.problems, "too_many_streams"],
    answers: { "text/event-stream": [EventStreamSchema] },
    examples: {
      from_now: {
        summary: "Everything from now on",
        answer: `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`,
      },
    },
  },
};
