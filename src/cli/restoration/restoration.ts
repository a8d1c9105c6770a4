import { defineCommand } from "../kit/command.ts";
import type { ComparedSource } from "../../database/installation/restoration-store.ts";
import { isServed } from "../../store/sandbox/move-sandbox.ts";
import { sleep } from "../../system/sleep.ts";
import { SECOND, toIso } from "../../kernel/clock.ts";
import type { Restoration } from "../../domain/payment/restoration.ts";
import type { Installation } from "../../service/installation/installation.ts";
import { FOLLOW_RESTORATION_MS } from "../../service/runtime/restoration.ts";
import { json } from "../kit/arguments.ts";
import { momentOf } from "../kit/moment.ts";
import { CommandError, facts, print } from "../kit/output.ts";
import { note } from "./restoration-note.ts";
import { runOnInstallation } from "../kit/with-installation.ts";

type Parts = Pick<Installation, "restorations" | "unknownMovements">;

/** The time after which every process of a running service has read the mark. */
const NOTICED_AFTER_MS = FOLLOW_RESTORATION_MS + SECOND;

type Progress = {
  readonly last: Restoration;
  readonly sources: readonly ComparedSource[];
  readonly unknown: number;
};

const show = defineCommand({
  meta: {
    name: "show",
    description: "Show how far restored data were compared with the banks",
  },
  args: { json },
  run: ({ args }) =>
    runOnInstallation(async (parts) => {
      const progress = await progressOf(parts);
      if (progress === undefined) {
        print({ json: { restored: false }, text: "the data were never restored" }, args.json);
        return;
      }
      print(shown(progress), args.json);
    }),
});

const begin = defineCommand({
  meta: {
    name: "begin",
    description: "Mark data that other tools have restored, before the service starts",
  },
  args: {
    until: {
      type: "string",
      required: true,
      description: "The moment to which the data were restored, such as 2026-11-21T10:00:00Z",
    },
    json,
  },
  run: ({ args }) =>
    runOnInstallation(async (parts) => {
      const dataUntil = momentOf(args.until, "--until");
      await parts.restorations.begin({ restoredAt: parts.clock.now(), dataUntil });
      // The command ends when no process moves money any more.
      if (await isServed(parts.pool)) await sleep(NOTICED_AFTER_MS);
      const progress = await progressOf(parts);
      if (progress !== undefined) print(shown(progress), args.json);
    }),
});

const end = defineCommand({
  meta: {
    name: "end",
    description: "Let payments and refunds begin again after the comparison with the banks",
  },
  args: {
    "by-hand": {
      type: "boolean",
      default: false,
      description: "Confirm that banks without a list were compared with their statements",
    },
    json,
  },
  run: ({ args }) =>
    runOnInstallation(async (parts) => {
      const progress = await progressOf(parts);
      if (progress?.last.endedAt !== undefined || progress === undefined) {
        throw new CommandError("no comparison of restored data is open");
      }
      const missing = progress.sources.filter(({ state }) => state !== "compared");
      if (missing.length > 0 && !args["by-hand"]) {
        throw new CommandError(
          `${missing.length} connections were not compared: ${missing.map(lineOf).join(", ")}. ` +
            "Let the service compare them, or compare them with the banks' statements and add --by-hand",
        );
      }
      await parts.restorations.end(parts.clock.now());
      const ended = await progressOf(parts);
      if (ended !== undefined) print(shown(ended), args.json);
    }),
});

async function progressOf({
  restorations,
  unknownMovements,
}: Parts): Promise<Progress | undefined> {
  const last = await restorations.read();
  if (last === undefined) return undefined;
  const [sources, unknown] = [await restorations.sources(), await unknownMovements.count()];
  return { last, sources, unknown };
}

function shown({ last, sources, unknown }: Progress) {
  const endedAt = last.endedAt === undefined ? null : toIso(last.endedAt);
  const document = {
    restored_at: toIso(last.restoredAt),
    data_until: toIso(last.dataUntil),
    ended_at: endedAt,
    unknown_bookings: unknown,
    held_orders: last.heldOrders.size,
  };
  const listed = sources.map(({ merchantId, acquirer, state }) => ({
    merchant_id: merchantId,
    connection: acquirer,
    state,
  }));
  const lines = Object.entries({ ...document, ended_at: endedAt ?? "no: no money is moved" });
  return {
    json: { restored: true, ...document, connections: listed },
    text: [facts(lines.map(([name, value]) => [name, String(value)])), ...sources.map(lineOf)].join(
      "\n",
    ),
  };
}

const STATES = {
  open: "not compared yet",
  compared: "compared",
  no_list: "its bank lists no bookings",
} as const;

function lineOf({ merchantId, acquirer, state }: ComparedSource): string {
  return `${merchantId} ${acquirer}: ${STATES[state]}`;
}

export const restorationCommand = defineCommand({
  meta: {
    name: "restoration",
    description: "Compare restored data with the banks before money is moved again",
  },
  subCommands: { show, begin, note, end },
});
