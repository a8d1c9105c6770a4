import { defineCommand } from "../kit/command.ts";
import { parseOrderId } from "../../kernel/ids.ts";
import { json } from "../kit/arguments.ts";
import { formatMinor } from "../kit/money-text.ts";
import { withApi } from "../kit/merchant-api.ts";
import { CommandError, facts, print } from "../kit/output.ts";
import { attemptEntry, eventEntry, recordOf, refundEntry, type Entry } from "./payment-entry.ts";
import { filterOf, PAYMENT_FILTER } from "./payment-filter.ts";
import { table } from "../kit/table.ts";
import { runOnInstallation } from "../kit/with-installation.ts";

const list = defineCommand({
  meta: { name: "list", description: "List a merchant's payments, newest first" },
  args: {
    ...PAYMENT_FILTER,
    page: { type: "string", default: "1", description: "Number of the page" },
    limit: { type: "string", default: "20", description: "Payments of a page, up to 100" },
    json,
  },
  run: ({ args }) =>
    withApi(async ({ vezne }) => {
      const page = await vezne.transactions.list({
        ...filterOf(args),
        page: numberOf("--page", args.page),
        per_page: numberOf("--limit", args.limit),
      });
      const rows = page.transactions.map((one) => [
        one.created_at,
        one.order_id,
        one.status,
        formatMinor(one.amount, one.currency),
        one.payment_type,
        one.card_last_four ?? "-",
      ]);
      const headings = ["TIME", "ORDER", "STATUS", "AMOUNT", "TYPE", "CARD"];
      const text = `${table(headings, rows, "no payments")}\n${page.total} in all`;
      print({ json: page, text }, args.json);
    }),
});

const show = defineCommand({
  meta: { name: "show", description: "Show a payment with its attempts, refunds and events" },
  args: {
    order: { type: "positional", required: true, description: "Order id (ORD-…)" },
    json,
  },
  run: ({ args }) =>
    runOnInstallation(async ({ historyReader }) => {
      const orderId = parseOrderId(args.order);
      if (orderId === undefined) throw new CommandError("give the id of an order (ORD-…)");
      const history = await historyReader.find(orderId);
      if (history === undefined) throw new CommandError(`there is no order ${orderId}`);
      const record = recordOf(history);
      const [attempts, refunds, events] = [
        history.attempts.map(attemptEntry),
        history.refunds.map(refundEntry),
        history.events.map(eventEntry),
      ];
      const text = [
        facts(Object.entries(record).map(([name, value]) => [name, String(value ?? "-")])),
        ...sectionOf("AT THE BANK", attempts, ["created_at", "kind", "state", "bank_code"]),
        ...sectionOf("REFUNDS", refunds, ["created_at", "refund_id", "state", "amount"]),
        ...sectionOf("EVENTS", events, ["created_at", "type", "event_id", "delivered"]),
      ];
      print({ json: { ...record, attempts, refunds, events }, text: text.join("\n") }, args.json);
    }),
});

export const paymentsCommand = defineCommand({
  meta: { name: "payments", description: "Payments and their histories" },
  subCommands: { list, show },
});

function sectionOf(title: string, entries: readonly Entry[], columns: readonly string[]): string[] {
  if (entries.length === 0) return [];
  const rows = entries.map((entry) => columns.map((column) => String(entry[column] ?? "-")));
  return ["", title, table(columns, rows, "")];
}

function numberOf(name: string, text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new CommandError(`${name} must be a whole number from 1`);
}
