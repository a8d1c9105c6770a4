import { defineCommand } from "../kit/command.ts";
import type { EventDocument } from "../../domain/event/event.ts";
import { merchantOf, parseEventId } from "../../kernel/ids.ts";
import { json } from "../kit/arguments.ts";
import { listEvents } from "./event-api.ts";
import { withApi } from "../kit/merchant-api.ts";
import { CommandError, print } from "../kit/output.ts";
import { table } from "../kit/table.ts";
import { runOnInstallation } from "../kit/with-installation.ts";

const list = defineCommand({
  meta: { name: "list", description: "List events, newest first" },
  args: {
    type: { type: "string", description: "Only these types, separated by commas" },
    after: { type: "string", description: "Begin after this event (evt_…)" },
    oldest: { type: "boolean", default: false, description: "Oldest first" },
    limit: { type: "string", default: "20", description: "Events to list, at most 100" },
    json,
  },
  run: ({ args }) =>
    withApi(async (api) => {
      const page = await listEvents(api, {
        order: args.oldest ? "asc" : "desc",
        limit: args.limit,
        ...(args.type === undefined ? {} : { type: args.type }),
        ...(args.after === undefined ? {} : { after: args.after }),
      });
      const rows = page.events.map((event) => [
        event.timestamp,
        event.type,
        subjectOf(event),
        event.id,
      ]);
      const text = table(["TIME", "TYPE", "OF", "EVENT"], rows, "no events");
      const more = page.has_more ? `\nmore: --after ${page.next ?? ""}` : "";
      print({ json: page, text: text + more }, args.json);
    }),
});

const resend = defineCommand({
  meta: { name: "resend", description: "Send an event to its merchant's endpoints again" },
  args: {
    event: { type: "positional", required: true, description: "Event id (evt_…)" },
    json,
  },
  run: ({ args }) =>
    runOnInstallation(async ({ endpoints, feed, deliveryLog, clock }) => {
      const eventId = parseEventId(args.event);
      if (eventId === undefined) throw new CommandError("give the id of an event (evt_…)");
      const merchantId = merchantOf(eventId);
      const resent: string[] = [];
      for (const endpoint of await endpoints.list({ merchantId })) {
        if (endpoint.disabled !== undefined) continue;
        if ((await feed.positionOf(endpoint, eventId)) === undefined) continue;
        const events = { kind: "one", eventId } as const;
        const count = await deliveryLog.resend({ ...endpoint, events, now: clock.now() });
        if (count > 0) resent.push(endpoint.endpointId);
      }
      if (resent.length === 0) {
        throw new CommandError(`there is no enabled endpoint that ${eventId} could be sent to`);
      }
      const text = resent.map((endpointId) => `is sent to ${endpointId} again`).join("\n");
      print({ json: { event_id: eventId, endpoints: resent }, text }, args.json);
    }),
});

export const eventsCommand = defineCommand({
  meta: { name: "events", description: "Events of sessions, payments and refunds" },
  subCommands: { list, resend },
});

/** The refund, order or session that an event is about. */
export function subjectOf({ data }: EventDocument): string {
  const subject = data["refund_id"] ?? data["order_id"] ?? data["session_id"];
  return typeof subject === "string" ? subject : "";
}
