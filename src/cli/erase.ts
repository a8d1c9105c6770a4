import { defineCommand } from "./kit/command.ts";
import { DAY_RULE, parseCalendarDay } from "../kernel/calendar-day.ts";
import { erasePersonalData, type ErasureChoice } from "../domain/payment/erase-personal-data.ts";
import { CommandError, facts, print } from "./kit/output.ts";
import { untilNoticed } from "./kit/table-file.ts";
import { ownerArguments, ownerOf } from "./kit/terms-owner.ts";
import { runOnInstallation, UNLIMITED } from "./kit/with-installation.ts";

export const eraseCommand = defineCommand({
  meta: {
    name: "erase",
    description:
      "Erase the personal data of a customer, or of all customers before a day; amounts, states " +
      "and the books stay. Exit code 1 if data is left because a payment is under way or a session " +
      "can still be paid",
  },
  args: {
    customer: { type: "string", description: "The merchant's own id of its customer" },
    email: { type: "string", description: "The customer's e-mail address" },
    phone: { type: "string", description: "The customer's telephone number" },
    before: { type: "string", description: "All customers' sessions from before this day (UTC)" },
    ...ownerArguments,
  },
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const owner = await ownerOf(deps.merchants, args);
      const erased = await erasePersonalData(deps, { ...owner, ...choiceOf(args) });
      const { sessions, payments, cards, left } = erased;
      // Afterwards no process has the erased data in memory.
      await untilNoticed();
      const text = facts([
        ["sessions", String(sessions)],
        ["payments", String(payments)],
        ["cards", String(cards)],
        ["left, still in use", left.length === 0 ? "none" : left.join(" ")],
      ]);
      print({ json: { sessions, payments, cards, left }, text }, args.json);
      if (left.length > 0) process.exitCode = 1;
    }, UNLIMITED),
});

type Choice = Readonly<Record<"customer" | "email" | "phone" | "before", string | undefined>>;

function choiceOf(args: Partial<Choice>): Pick<ErasureChoice, "customer" | "before"> {
  const keys = [
    { field: "customer_id", value: args.customer },
    { field: "email", value: args.email },
    { field: "phone", value: args.phone },
  ] as const;
  const named = keys.flatMap(({ field, value }) => (value === undefined ? [] : [{ field, value }]));
  if (named.length + (args.before === undefined ? 0 : 1) !== 1) {
    throw new CommandError("name one of --customer, --email, --phone and --before");
  }
  if (args.before === undefined) return { customer: named[0] };
  const before = parseCalendarDay(args.before);
  if (before === undefined) throw new CommandError(`--before ${DAY_RULE}`);
  return { before };
}
