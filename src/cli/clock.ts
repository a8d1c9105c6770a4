import { defineCommand } from "citty";
import { openClock } from "../compose-clock.ts";
import { systemClock } from "../edge/system/clock.ts";
import { DAY, later, SECOND, toIso } from "../kernel/clock.ts";
import { json } from "./arguments.ts";
import { UNITS } from "./duration.ts";
import { CommandError, facts, print } from "./output.ts";
import { withParts } from "./with-service.ts";

/** Nobody tests further ahead, and every id has room for its time. */
const MOST_MS = 3_660 * DAY;

const withClock = (work: Parameters<typeof withParts<Deps>>[1]): Promise<void> =>
  withParts((parts) => openClock(parts, systemClock), work);
type Deps = ReturnType<typeof openClock>["deps"];

const advance = defineCommand({
  meta: {
    name: "advance",
    description: "Let time pass in a sandbox: sessions expire, deadlines pass, webhooks come again",
  },
  args: { by: { type: "positional", required: true, description: "90s, 30m, 12h or 3d" }, json },
  run: ({ args }) =>
    withClock(async (deps) => {
      const moved = await deps.advance(durationOf(args.by));
      if (!moved.ok) {
        throw new CommandError(
          "this installation has live sessions, and live payments go by the real time; use a " +
            "sandbox of its own (another VEZNE_DATA_DIR or DATABASE_URL)",
        );
      }
      const { from, to, stops, unfinished, isUnserved } = moved.value;
      const times = { from: toIso(from), to: toIso(to) };
      const document = { ...times, stops, unfinished, served: !isUnserved };
      const text = facts([
        ...Object.entries(times),
        ["stops", isUnserved ? "no server runs; what is due is done when one does" : `${stops}`],
        ...(unfinished === 0 ? [] : [["unfinished", `${unfinished}`] as const]),
      ]);
      print({ json: document, text }, args.json);
    }),
});

const show = defineCommand({
  meta: { name: "show", description: "Tell the sandbox's time, and how far it is ahead" },
  args: { json },
  run: ({ args }) =>
    withClock(async ({ mover }) => {
      const aheadMs = await mover.aheadMs();
      const now = toIso(later(mover.wallClock.now(), aheadMs));
      const seconds = Math.round(aheadMs / SECOND);
      const text = facts([
        ["now", now],
        ["ahead", aheadMs === 0 ? "not at all" : `${seconds} s`],
      ]);
      print({ json: { now, ahead_seconds: seconds }, text }, args.json);
    }),
});

const reset = defineCommand({
  meta: { name: "reset", description: "Go back to the real time; what has happened stays" },
  args: { json },
  run: ({ args }) =>
    withClock(async ({ mover, reset: goBack }) => {
      await goBack();
      const now = toIso(mover.wallClock.now());
      print({ json: { now, ahead_seconds: 0 }, text: facts([["now", now]]) }, args.json);
    }),
});

export const clockCommand = defineCommand({
  meta: { name: "clock", description: "The time of a sandbox" },
  subCommands: { advance, show, reset },
});

function durationOf(text: string): number {
  const [, count, unit = ""] = /^(\d{1,7})([smhd])$/.exec(text) ?? [];
  const ms = Number(count) * (UNITS[unit] ?? 0);
  if (ms > 0 && ms <= MOST_MS) return ms;
  throw new CommandError("name a time to let pass: 90s, 30m, 12h or 3d, ten years at most");
}
