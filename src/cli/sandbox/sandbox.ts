import { defineCommand } from "../kit/command.ts";
import { readConfig } from "../../config/config.ts";
import { BOUNDS } from "../../kernel/bounds.ts";
import { DAY_RULE, parseCalendarDay } from "../../kernel/calendar-day.ts";
import { toIso } from "../../kernel/clock.ts";
import { CURRENCY_CODES } from "../../kernel/currency.ts";
import { money } from "../../kernel/money.ts";
import { sandboxIban } from "../../domain/transfer/receiving-account.ts";
import { findReferenceCodes } from "../../domain/transfer/reference-code.ts";
import type { Installation } from "../../service/installation/installation.ts";
import {
  sandboxContract,
  sandboxSettlementFile,
  sandboxToday,
} from "../../service/runtime/sandbox-settlement.ts";
import { bookSandboxTransfer } from "../../service/jobs/transfers.ts";
import { json, merchant } from "../kit/arguments.ts";
import { merchantOf } from "../kit/merchant-of.ts";
import { currencyOf } from "../kit/money-text.ts";
import { sandboxPay } from "./sandbox-pay.ts";
import { CommandError, facts, print, printFile } from "../kit/output.ts";
import { runOnInstallation } from "../kit/with-installation.ts";

/** The EFT code of the bank that gets a transfer whose description names no payment. */
const MAIN_BANK = "0062";
const DESCRIPTION_MAX = 140;

const transfer = defineCommand({
  meta: { name: "transfer", description: "Send money to an account at the test bank" },
  args: {
    reference: {
      type: "string",
      required: true,
      description: "Description of the transfer, with the reference code",
    },
    amount: { type: "string", required: true, description: "Minor units: 125000 is 1 250,00" },
    currency: { type: "string", default: "TRY", description: CURRENCY_CODES.join(", ") },
    json,
  },
  run: ({ args }) =>
    runOnInstallation(async (installation) => {
      if (readConfig(process.env).bankUrl !== undefined) {
        throw new CommandError("VEZNE_BANK_URL names another bank; send the money there");
      }
      const order = orderOf(args);
      const iban = await ibanOf(installation, order);
      const line = await bookSandboxTransfer(installation, { ...order, iban });
      const document = {
        booked: true,
        reference: line.description,
        amount: Number(line.amount.minor),
        currency: line.amount.currency,
        iban: line.iban,
        bank_reference: line.reference,
        booked_at: toIso(line.bookedAt),
      };
      const lines = Object.entries(document).map(([name, value]) => [name, String(value)] as const);
      print({ json: document, text: facts(lines) }, args.json);
    }),
});

const settlement = defineCommand({
  meta: {
    name: "settlement",
    description: "Print the test bank's settlement file for a merchant",
  },
  args: {
    merchant,
    until: { type: "string", description: "Last day of payouts (YYYY-MM-DD); default: today" },
    json,
  },
  run: ({ args }) =>
    runOnInstallation(async (installation) => {
      const { merchantId } = await merchantOf(installation, args.merchant);
      const until =
        args.until === undefined
          ? sandboxToday(installation, merchantId)
          : parseCalendarDay(args.until);
      if (until === undefined) throw new CommandError(`--until ${DAY_RULE}`);
      printFile(await sandboxSettlementFile(installation, merchantId, until), args.json);
    }),
});

const terms = defineCommand({
  meta: { name: "terms", description: "Print the test bank's commissions and value dates" },
  args: { json },
  run: ({ args }) => printFile(sandboxContract(), args.json),
});

export const sandboxCommand = defineCommand({
  meta: { name: "sandbox", description: "The test bank" },
  subCommands: { pay: sandboxPay, transfer, settlement, terms },
});

type Order = { readonly description: string; readonly amount: ReturnType<typeof money> };

function orderOf(args: Readonly<Record<"reference" | "amount" | "currency", string>>): Order {
  const description = args.reference.trim();
  if (description.length > DESCRIPTION_MAX) {
    throw new CommandError(`--reference must be at most ${DESCRIPTION_MAX} characters`);
  }
  const minor = /^\d{1,12}$/.test(args.amount) ? Number(args.amount) : 0;
  if (minor < BOUNDS.amountMin) {
    const most = BOUNDS.amountMax.toLocaleString("en");
    throw new CommandError(`--amount must be ${BOUNDS.amountMin} to ${most}`);
  }
  return { description, amount: money(BigInt(minor), currencyOf(args.currency)) };
}

/** Returns the IBAN of the payment that the description names, or that of the main bank. */
async function ibanOf(
  { transfers }: Pick<Installation, "transfers">,
  order: Order,
): Promise<string> {
  const { currency } = order.amount;
  const requests = await transfers.findByReference(findReferenceCodes(order.description));
  const request = requests.find(
    ({ mode, amount }) => mode === "test" && amount.currency === currency,
  );
  return request?.iban ?? sandboxIban(MAIN_BANK, currency);
}
