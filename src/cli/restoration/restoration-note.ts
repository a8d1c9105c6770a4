import { DAY_RULE, parseCalendarDay } from "../../kernel/calendar-day.ts";
import { parseOrderId } from "../../kernel/ids.ts";
import { noteBooking, ORDER_BOOKINGS } from "../../domain/payment/movement/note-booking.ts";
import { bankNumber, json } from "../kit/arguments.ts";
import { defineCommand } from "../kit/command.ts";
import { logCommand } from "../kit/command-log.ts";
import { formatMinor, minorOf } from "../kit/money-text.ts";
import { CommandError, facts, print } from "../kit/output.ts";
import { runOnInstallation } from "../kit/with-installation.ts";

/** `vezne restoration note` enters a booking that only a bank's statement shows. */
export const note = defineCommand({
  meta: {
    name: "note",
    description:
      "Enter a booking of a bank's statement that the data lack; its order moves no money until a " +
      "person clears the booking in the panel",
  },
  args: {
    order: { type: "positional", required: true, description: "Order id (ORD-…)" },
    kind: {
      type: "enum",
      options: [...ORDER_BOOKINGS],
      required: true,
      description: "Kind of the booking",
    },
    amount: { type: "string", required: true, description: "Amount of the booking: 1250.50" },
    "bank-reference": {
      type: "string",
      required: true,
      description: "Number of the booking at the bank",
    },
    on: { type: "string", required: true, description: "Day of the booking in Turkey: 2026-11-21" },
    json,
  },
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const orderId = parseOrderId(args.order);
      if (orderId === undefined) throw new CommandError("give the id of an order (ORD-…)");
      const bookedOn = parseCalendarDay(args.on);
      if (bookedOn === undefined) throw new CommandError(`--on ${DAY_RULE}`);
      const amountMinor = minorOf(args.amount, "--amount");
      if (amountMinor === 0n) throw new CommandError("--amount must be more than 0");
      const bankReference = bankNumber("--bank-reference", args["bank-reference"]);
      if ((await deps.restorations.read()) === undefined) {
        throw new CommandError("the data were never restored, so they lack no booking");
      }
      const wanted = { orderId, kind: args.kind, amountMinor, bankReference, bookedOn };
      const noted = await noteBooking(deps, wanted);
      if (!noted.ok) throw new CommandError(REFUSALS[noted.refusal]);
      const { merchantId, mode, acquirer, reference, amount } = noted.value;
      const document = {
        order_id: orderId,
        merchant_id: merchantId,
        connection: acquirer,
        kind: args.kind,
        amount: Number(amount.minor),
        currency: amount.currency,
        bank_reference: bankReference,
        booked_on: args.on,
      };
      await logCommand(deps, {
        action: "booking.noted",
        object: { kind: "booking", id: reference },
        after: { acquirer, kind: args.kind, bank_reference: bankReference },
        merchantId,
        mode,
      });
      const shown = { ...document, amount: formatMinor(document.amount, amount.currency) };
      const lines = Object.entries(shown).filter(([name]) => name !== "currency");
      print({ json: document, text: facts(lines) }, args.json);
    }),
});

const REFUSALS = {
  order_not_found: "no charge of this order is in the data",
  noted_already: "this booking is known already",
} as const;
