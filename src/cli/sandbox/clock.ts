import { defineCommand } from "../kit/command.ts";
import { AHEAD_MAX_MS, type AdvanceRefusal } from "../../jobs/advance-clock.ts";
import { later, SECOND, toIso } from "../../kernel/clock.ts";
import type { MerchantId } from "../../kernel/ids.ts";
import type { Installation } from "../../service/installation/installation.ts";
import { json } from "../kit/arguments.ts";
import { UNITS } from "../kit/duration.ts";
import { namedOrOnly } from "../kit/merchant-of.ts";
import { CommandError, facts, print } from "../kit/output.ts";
import { runOnInstallation } from "../kit/with-installation.ts";

const merchant = {
  type: "string",
  description: "Merchant id (mer_…); needed if there are several merchants",
} as const;

type MerchantArguments = { readonly merchant?: string | undefined };

const withSandbox = (
  args: MerchantArguments,
  work: (sandbox: Installation["sandboxMovement"], merchantId: MerchantId) => Promise<void>,
): Promise<void> =>
  runOnInstallation(async ({ merchants, sandboxMovement }) => {
    const { merchantId } = await namedOrOnly({ merchants }, args.merchant);
    await work(sandboxMovement, merchantId);
  });

const REFUSALS = {
  too_far:
    "a sandbox can be 366 days ahead of the real time at most; go back with vezne clock reset",
  already_moving: "the sandbox is being moved",
  went_back: "the sandbox was put back to the real time while it was moving",
} as const satisfies Record<AdvanceRefusal, string>;

const advance = defineCommand({
  meta: {
    name: "advance",
    description:
      "Let time pass in a merchant's sandbox: sessions expire, webhooks are attempted again",
  },
  args: {
    by: { type: "positional", required: true, description: "90s, 30m, 12h or 3d" },
    merchant,
    json,
  },
  run: ({ args }) =>
    withSandbox(args, async (sandbox, merchantId) => {
      const moved = await sandbox.advance(merchantId, durationOf(args.by));
      if (!moved.ok) throw new CommandError(REFUSALS[moved.refusal]);
      const { from, to, stops, unfinished, isUnserved } = moved.value;
      const document = { merchant_id: merchantId, from: toIso(from), to: toIso(to) };
      const text = facts([
        ...Object.entries(document),
        ["stops", isUnserved ? "no service runs; due items wait for the next one" : `${stops}`],
        ...(unfinished === 0 ? [] : [["unfinished", `${unfinished}`] as const]),
      ]);
      print({ json: { ...document, stops, unfinished, served: !isUnserved }, text }, args.json);
    }),
});

const show = defineCommand({
  meta: {
    name: "show",
    description: "Show the time of a merchant's sandbox and how far it is ahead",
  },
  args: { merchant, json },
  run: ({ args }) =>
    withSandbox(args, async ({ mover }, merchantId) => {
      const { clock, state } = mover(merchantId);
      const { aheadMs } = await state();
      const document = { merchant_id: merchantId, now: toIso(later(clock.now(), aheadMs)) };
      const seconds = Math.round(aheadMs / SECOND);
      const text = facts([
        ...Object.entries(document),
        ["ahead", aheadMs === 0 ? "not at all" : `${seconds} s`],
      ]);
      print({ json: { ...document, ahead_seconds: seconds }, text }, args.json);
    }),
});

const reset = defineCommand({
  meta: {
    name: "reset",
    description: "Go back to the real time; payments stay, open sessions expire",
  },
  args: { merchant, json },
  run: ({ args }) =>
    withSandbox(args, async ({ mover, reset: goBack }, merchantId) => {
      await goBack(merchantId);
      const document = { merchant_id: merchantId, now: toIso(mover(merchantId).clock.now()) };
      const text = facts(Object.entries(document));
      print({ json: { ...document, ahead_seconds: 0 }, text }, args.json);
    }),
});

export const clockCommand = defineCommand({
  meta: { name: "clock", description: "The time of a merchant's sandbox" },
  subCommands: { advance, show, reset },
});

function durationOf(text: string): number {
  const [, count, unit = ""] = /^(\d{1,8})([smhd])$/.exec(text) ?? [];
  const ms = Number(count) * (UNITS[unit] ?? 0);
  if (ms > 0 && ms <= AHEAD_MAX_MS) return ms;
  throw new CommandError("name a time to let pass: 90s, 30m, 12h or 3d, 366d at most");
}
