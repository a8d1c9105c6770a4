import { defineCommand } from "citty";
import { openPersonalData } from "../service/compose-books.ts";
import { parseCalendarDay } from "../kernel/calendar-day.ts";
import { erasePersonalData } from "../payment/erase-personal-data.ts";
import { CommandError, facts, print } from "./output.ts";
import { ownerArguments, ownerOf } from "./terms-owner.ts";
import { withParts } from "./with-service.ts";

export const eraseCommand = defineCommand({
  meta: {
    name: "erase",
    description:
      "Erase what is about a customer, or about everybody before a day; amounts, states and the " +
      "books stay. Exit code 1 where something is left because a payment is under way",
  },
  args: {
    customer: { type: "string", description: "The merchant's own id of its customer" },
    before: { type: "string", description: "Everybody's sessions made before this day (UTC)" },
    ...ownerArguments,
  },
  run: ({ args }) =>
    withParts(openPersonalData, async (deps) => {
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
    }),
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
