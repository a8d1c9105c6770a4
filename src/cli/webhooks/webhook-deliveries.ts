import { defineCommand } from "../kit/command.ts";
import type { DeliveryAnswer, DeliveryState } from "../../domain/event/delivery.ts";
import type { AttemptEntry, DeliveryEntry, ResendRequest } from "../../domain/event/ports.ts";
import { parseCalendarDay } from "../../kernel/calendar-day.ts";
import { instant, toIso, type Instant } from "../../kernel/clock.ts";
import { parseEventId } from "../../kernel/ids.ts";
import { json } from "../kit/arguments.ts";
import { momentOf } from "../kit/moment.ts";
import { CommandError, print } from "../kit/output.ts";
import { table } from "../kit/table.ts";
import { endpointOf } from "./webhook-owner.ts";
import { runOnInstallation } from "../kit/with-installation.ts";

const endpoint = { type: "string", required: true, description: "Endpoint id (whe_…)" } as const;
const STATES: DeliveryState[] = ["waiting", "sending", "delivered", "failed", "paused"];

const list = defineCommand({
  meta: { name: "list", description: "List the newest deliveries to an endpoint" },
  args: {
    endpoint,
    state: { type: "enum", options: STATES, description: "Only deliveries in this state" },
    limit: { type: "string", default: "20", description: "Deliveries to list, at most 1000" },
    json,
  },
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const limit = /^\d{1,4}$/.test(args.limit) ? Number(args.limit) : 0;
      if (limit < 1 || limit > 1_000) throw new CommandError("--limit must be 1 to 1000");
      const owner = await endpointOf(deps, args.endpoint);
      const found = await deps.deliveryLog.list({ ...owner, state: args.state, limit });
      const rows = found.map((one) => [
        one.eventId,
        one.type,
        one.state,
        String(one.attempts),
        answerText(one.last),
        one.dueAt === undefined ? "-" : toIso(one.dueAt),
      ]);
      const headings = ["EVENT", "TYPE", "STATE", "ATTEMPTS", "LAST ANSWER", "NEXT ATTEMPT"];
      const text = table(headings, rows, "no deliveries");
      print({ json: { deliveries: found.map(deliveryDocument) }, text }, args.json);
    }),
});

const show = defineCommand({
  meta: { name: "show", description: "Show every attempt to deliver an event, with its answer" },
  args: {
    endpoint,
    event: { type: "string", required: true, description: "Event id (evt_…)" },
    json,
  },
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const { endpointId } = await endpointOf(deps, args.endpoint);
      const attempts = await deps.deliveryLog.attempts(endpointId, eventIdOf(args.event));
      const text = attempts.map((one) =>
        [
          `${one.number}. ${toIso(one.startedAt)}  ${answerText(one)}  ${one.answer.durationMs} ms`,
          ...bodyLines(one.answer),
        ].join("\n"),
      );
      const document = { attempts: attempts.map(attemptDocument) };
      print(
        { json: document, text: text.length === 0 ? "no attempts" : text.join("\n") },
        args.json,
      );
    }),
});

export const deliveriesCommand = defineCommand({
  meta: { name: "deliveries", description: "Deliveries to an endpoint" },
  subCommands: { list, show },
});

export const resend = defineCommand({
  meta: {
    name: "resend",
    description: "Send an event again, or all events since a time; ids stay the same",
  },
  args: {
    endpoint,
    event: { type: "string", description: "One event (evt_…)" },
    since: { type: "string", description: "All events since this time: 2026-11-21T09:00:00Z" },
    undelivered: {
      type: "boolean",
      default: false,
      description: "Leave out events that were delivered",
    },
    json,
  },
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const owner = await endpointOf(deps, args.endpoint);
      if (owner.disabled !== undefined) {
        throw new CommandError(`${owner.endpointId} is disabled; enable it first`);
      }
      const events = rangeOf(args);
      const count = await deps.deliveryLog.resend({ ...owner, events, now: deps.clock.now() });
      print({ json: { resent: count }, text: `${count} events are sent again` }, args.json);
    }),
});

type Range = {
  readonly event?: string | undefined;
  readonly since?: string | undefined;
  readonly undelivered: boolean;
};

function rangeOf({ event, since, undelivered }: Range): ResendRequest["events"] {
  if (event !== undefined && since === undefined) return { kind: "one", eventId: eventIdOf(event) };
  if (since === undefined || event !== undefined) {
    throw new CommandError("give either --event or --since");
  }
  return { kind: "since", at: sinceOf(since), undelivered };
}

/** A day begins at midnight in UTC. */
function sinceOf(text: string): Instant {
  const day = parseCalendarDay(text);
  return day === undefined ? momentOf(text, "--since") : instant(Date.parse(day));
}

function eventIdOf(text: string) {
  const eventId = parseEventId(text);
  if (eventId === undefined) throw new CommandError("--event must be the id of an event (evt_…)");
  return eventId;
}

function answerText(attempt: AttemptEntry | undefined): string {
  if (attempt === undefined) return "-";
  return attempt.answer.kind === "answered" ? String(attempt.answer.status) : attempt.answer.error;
}

function deliveryDocument(one: DeliveryEntry) {
  return {
    endpoint_id: one.endpointId,
    event_id: one.eventId,
    type: one.type,
    state: one.state,
    attempts: one.attempts,
    next_attempt_at: one.dueAt === undefined ? null : toIso(one.dueAt),
    created_at: toIso(one.createdAt),
    settled_at: one.endedAt === undefined ? null : toIso(one.endedAt),
    last_attempt: one.last === undefined ? null : attemptDocument(one.last),
  };
}

function bodyLines(answer: DeliveryAnswer): readonly string[] {
  const body = answer.kind === "answered" ? answer.body : undefined;
  return body === undefined || body === "" ? [] : [body];
}

function attemptDocument({ number, startedAt, requestHeaders, answer }: AttemptEntry) {
  const isAnswered = answer.kind === "answered";
  return {
    number,
    started_at: toIso(startedAt),
    duration_ms: answer.durationMs,
    request_headers: requestHeaders,
    status: isAnswered ? answer.status : null,
    response_headers: isAnswered ? answer.headers : null,
    response_body: isAnswered ? (answer.body ?? null) : null,
    error: isAnswered ? null : answer.error,
  };
}
