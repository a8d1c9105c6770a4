import { defineCommand } from "./kit/command.ts";
import { isSetAside, JOB_KINDS, mayDrop, type FailedItem } from "../domain/job/failed-item.ts";
import { toIso } from "../kernel/clock.ts";
import type { Installation } from "../service/installation/installation.ts";
import { json } from "./kit/arguments.ts";
import { CommandError, print } from "./kit/output.ts";
import { table } from "./kit/table.ts";
import { runOnInstallation } from "./kit/with-installation.ts";

const NAMES: string[] = [...JOB_KINDS];
const job = {
  type: "enum",
  options: NAMES,
  description: "Job, as in vezne jobs list",
} as const;
const item = { type: "string", description: "Item, as in vezne jobs list" } as const;

const list = defineCommand({
  meta: { name: "list", description: "List items of background jobs that failed, oldest first" },
  args: { json },
  run: ({ args }) =>
    runOnInstallation(async ({ failedItems }) => {
      const items = await failedItems.list({});
      const rows = items.map((one) => [
        one.kind,
        one.itemId,
        String(one.tries),
        isSetAside(one) ? "set aside" : "failing",
        toIso(one.firstAt),
        toIso(one.dueAt),
        one.error,
      ]);
      const headings = ["JOB", "ITEM", "TRIES", "STATE", "SINCE", "NEXT TRY", "ERROR"];
      const text = table(headings, rows, "no item of a job fails");
      print({ json: { items: items.map(documentOf) }, text }, args.json);
    }),
});

const retry = defineCommand({
  meta: { name: "retry", description: "Try an item at once, after its cause is mended" },
  args: {
    job,
    item,
    all: { type: "boolean", default: false, description: "Try all items that failed" },
    json,
  },
  run: ({ args }) =>
    runOnInstallation(async (jobs) => {
      const items = args.all ? await jobs.failedItems.list({}) : [await find(jobs, args)];
      for (const one of items) await jobs.failedItems.retry(one);
      print({ json: { retried: items.length }, text: `${items.length} are due now` }, args.json);
    }),
});

const drop = defineCommand({
  meta: {
    name: "drop",
    description: "Give up an item; refused for items about money or the books",
  },
  args: { job, item, json },
  run: ({ args }) =>
    runOnInstallation(async (jobs) => {
      const found = await find(jobs, args);
      if (!mayDrop(found)) {
        throw new CommandError(
          `an item of ${found.kind} can't be dropped: mend its cause, then vezne jobs retry`,
        );
      }
      await jobs.failedItems.drop(found);
      print({ json: { dropped: 1 }, text: `${found.itemId} is given up` }, args.json);
    }),
});

type ItemArguments = { readonly job?: string | undefined; readonly item?: string | undefined };

async function find(
  { failedItems }: Pick<Installation, "failedItems">,
  named: ItemArguments,
): Promise<FailedItem> {
  if (named.job === undefined || named.item === undefined) {
    throw new CommandError("give --job and --item, as vezne jobs list names them");
  }
  const items = await failedItems.list({});
  const found = items.find((one) => one.kind === named.job && one.itemId === named.item);
  if (found !== undefined) return found;
  throw new CommandError(`no item ${named.item} of ${named.job} fails; vezne jobs list shows all`);
}

function documentOf(one: FailedItem) {
  return {
    job: one.kind,
    merchant_id: one.merchantId === "" ? null : one.merchantId,
    item: one.itemId,
    tries: one.tries,
    set_aside: isSetAside(one),
    may_be_dropped: mayDrop(one),
    error: one.error,
    first_at: toIso(one.firstAt),
    last_at: toIso(one.lastAt),
    next_try_at: toIso(one.dueAt),
  };
}

export const jobsCommand = defineCommand({
  meta: {
    name: "jobs",
    description: "Items of background jobs that failed",
  },
  subCommands: { list, retry, drop },
});
