import { defineCommand } from "./command.ts";
import { parseCalendarDay } from "../kernel/calendar-day.ts";
import { erasePersonalData } from "../payment/erase-personal-data.ts";
import { CommandError, facts, print } from "./output.ts";
import { ownerArguments, ownerOf } from "./terms-owner.ts";
import { runOnInstallation, UNLIMITED } from "./with-installation.ts";

export const eraseCommand = defineCommand({
  meta: {
    name: "erase",
    description:
      "Erase the personal data of a customer, or of all customers before a day; amounts, states " +
      "and the books stay. Exit code 1 if data is left because a payment is under way",
  },
  args: {
    customer: { type: "string", description: "The merchant's own id of its customer" },
    before: { type: "string", description: "All customers' sessions from before this day (UTC)" },
    ...ownerArguments,
  },
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const owner = await ownerOf(deps.merchants, args);
      const erased = await erasePersonalData(deps, { ...owner, ...choiceOf(args) });
      const { sessions, payments, cards, left } = erased;
      const text = facts([
        ["sessions", String(sessions)],
        ["payments", String(payments)],
        ["cards", String(cards)],
        ["left, under way", left.length === 0 ? "none" : left.join(" ")],
      ]);
      print({ json: { sessions, payments, cards, left }, text }, args.json);
      if (left.length > 0) process.exitCode = 1;
    }, UNLIMITED),
});

function choiceOf(args: { customer?: string | undefined; before?: string | undefined }) {
  if ((args.customer === undefined) === (args.before === undefined)) {
    throw new CommandError("name either --customer or --before");
  }
  if (args.before === undefined) return { customerId: args.customer };
  const before = parseCalendarDay(args.before);
  if (before === undefined) throw new CommandError("--before must be a day such as 2026-01-31");
  return { before };
}
