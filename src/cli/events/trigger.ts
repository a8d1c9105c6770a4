import { defineCommand } from "../kit/command.ts";
import {
  EVENT_TYPES,
  isEventType,
  type EventDocument,
  type EventType,
} from "../../domain/event/event.ts";
import { sleep } from "../../system/sleep.ts";
import { json } from "../kit/arguments.ts";
import { listEvents } from "./event-api.ts";
import { subjectOf } from "./events.ts";
import { withApi, type MerchantApi } from "../kit/merchant-api.ts";
import { CommandError, facts, print } from "../kit/output.ts";
import { progress } from "../kit/progress.ts";
import { requireTestKey } from "../sandbox/sandbox-card.ts";
import { table } from "../kit/table.ts";
import { TRIGGERS } from "./triggers.ts";

const PATIENCE_MS = 30_000;
const LOOK_EVERY_MS = 200;

export const triggerCommand = defineCommand({
  meta: {
    name: "trigger",
    description: "Cause an event in the sandbox, and show the event",
  },
  args: {
    event: { type: "positional", required: true, description: `${EVENT_TYPES.join(", ")}, or all` },
    json,
  },
  run: ({ args }) =>
    withApi(async (api) => {
      requireTestKey(api.apiKey);
      if (args.event === "all") return triggerAll(api, args.json);
      if (!isEventType(args.event)) {
        throw new CommandError(`the event must be one of ${EVENT_TYPES.join(", ")}, or all`);
      }
      const event = await trigger(api, args.event);
      const lines = [["event", event.id] as const, ["type", event.type] as const];
      const about = Object.entries(event.data).filter(([, value]) => typeof value !== "object");
      const text = facts([...lines, ...about.map(([key, value]) => [key, String(value)] as const)]);
      print({ json: event, text }, args.json);
    }),
});

async function triggerAll(api: MerchantApi, asJson: boolean): Promise<void> {
  const bar = progress("events");
  const events: EventDocument[] = [];
  try {
    for (const type of EVENT_TYPES) {
      events.push(await trigger(api, type));
      bar.step(1, EVENT_TYPES.length);
    }
  } finally {
    bar.stop();
  }
  const rows = events.map((event) => [event.type, subjectOf(event), event.id]);
  print({ json: { events }, text: table(["TYPE", "OF", "EVENT"], rows, "no events") }, asJson);
}

async function trigger(api: MerchantApi, type: EventType): Promise<EventDocument> {
  const newest = await listEvents(api, { order: "desc", limit: "1" });
  const subject = await TRIGGERS[type](api);
  return awaitEvent(api, { type, subject, after: newest.next });
}

type AwaitedEvent = {
  readonly type: EventType;
  /** Id of the session, order or refund that the event is about. */
  readonly subject: string;
  readonly after: string | null;
};

async function awaitEvent(api: MerchantApi, { type, subject, after }: AwaitedEvent) {
  const deadline = performance.now() + PATIENCE_MS;
  while (performance.now() < deadline) {
    const from = after === null ? {} : { after };
    const { events } = await listEvents(api, { ...from, type, limit: "100" });
    const found = events.find((event) => isAbout(event, subject));
    if (found !== undefined) return found;
    await sleep(LOOK_EVERY_MS);
  }
  throw new CommandError(`${type} of ${subject} did not come within ${PATIENCE_MS / 1_000} s`);
}

function isAbout({ data }: EventDocument, subject: string): boolean {
  return [data["refund_id"], data["order_id"], data["session_id"]].includes(subject);
}
