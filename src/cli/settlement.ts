import { defineCommand } from "./kit/command.ts";
import { importSettlementFile, importTerms } from "../file/import/import-settlement-file.ts";
import type { CalendarEntry } from "../domain/settlement/ports.ts";
import type { SettlementReport } from "../domain/settlement/import-settlement.ts";
import {
  chooseConnection,
  settledConnections,
  type ConnectionRefusal,
} from "../domain/settlement/settled-connection.ts";
import { CommandError, print } from "./kit/output.ts";
import { table } from "./kit/table.ts";
import { fileArgument, readTableFile, reportImport, type ImportReport } from "./kit/table-file.ts";
import { ownerArguments, ownerOf } from "./kit/terms-owner.ts";
import { runOnInstallation } from "./kit/with-installation.ts";

const importFile = defineCommand({
  meta: {
    name: "import",
    description:
      "Compare a bank's settlement with the books, post what agrees, and list every difference. " +
      "Columns: reference, kind, gross, commission, currency, paid_on; amounts in minor units",
  },
  args: {
    file: fileArgument,
    acquirer: {
      type: "string",
      description: "Connection of the file: acq_…, or sandbox for the test bank in test mode",
    },
    ...ownerArguments,
  },
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const owner = await ownerOf(deps.merchants, args);
      const choices = await settledConnections(deps, owner);
      const chosen = chooseConnection(choices, args.acquirer);
      if (!chosen.ok) throw new CommandError(refusalText(chosen.refusal));
      const source = { ...owner, acquirer: chosen.value };
      const file = await readTableFile(args.file);
      const imported = await importSettlementFile(deps, { source, file, by: "command line" });
      await reportImport(imported, { file: args.file, json: args.json, report: reportOf });
      if (imported.ok && imported.value.differences.length > 0) process.exitCode = 1;
    }),
});

const terms = defineCommand({
  meta: {
    name: "terms",
    description:
      "Replace an acquirer's commissions and value dates by a file with the columns payment_type, " +
      "commission_rate, value_days, valid_from and, where needed, acquirer, program, " +
      "installment_count, valid_to",
  },
  args: { file: fileArgument, ...ownerArguments },
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const owner = await ownerOf(deps.merchants, args);
      const imported = await importTerms(deps, { owner, file: await readTableFile(args.file) });
      await reportImport(imported, {
        file: args.file,
        json: args.json,
        report: ({ rows }) => ({ json: { imported: true, rows }, text: `${rows} terms` }),
      });
    }),
});

const calendar = defineCommand({
  meta: { name: "calendar", description: "List expected payouts of acquirers by day" },
  args: {
    acquirer: { type: "string", description: "Only the payouts of this connection: acq_…" },
    ...ownerArguments,
  },
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const owner = await ownerOf(deps.merchants, args);
      const days = (await deps.settlements.calendar(owner))
        .filter(({ acquirer }) => args.acquirer === undefined || acquirer === args.acquirer)
        .map(dayDocument);
      const headings = [
        "value date",
        "acquirer",
        "currency",
        "sales",
        "gross",
        "commission",
        "refunds",
        "net",
      ];
      const rows = days.map((day) => Object.values(day).map((value) => String(value ?? "unknown")));
      print({ json: { days }, text: table(headings, rows, "nothing is to be paid") }, args.json);
    }),
});

export const settlementCommand = defineCommand({
  meta: { name: "settlement", description: "Payouts and commissions of acquirers" },
  subCommands: { import: importFile, terms, calendar },
});

function reportOf({ lines, settled, differences }: SettlementReport): ImportReport {
  const documents = differences.map(({ difference, reference, orderId, line, away }) => ({
    difference,
    reference,
    order_id: orderId ?? null,
    line: line ?? null,
    away: Number(away.minor),
    currency: away.currency,
  }));
  const text = [
    `${lines} lines: ${settled} settled, ${differences.length} differences`,
    ...documents.map(
      (one) =>
        `  ${one.difference}: ${one.reference} (${one.order_id ?? "no order"}) ` +
        `${one.away} ${one.currency}`,
    ),
  ];
  return { json: { lines, settled, differences: documents }, text: text.join("\n") };
}

function refusalText({ reason, choices }: ConnectionRefusal): string {
  const names = choices.map(({ acquirer, title }) =>
    title === undefined ? acquirer : `${acquirer} (${title})`,
  );
  if (names.length === 0) return "the merchant has no connection to a bank in this mode";
  const list = names.join(", ");
  return reason === "unknown"
    ? `--acquirer must be one of ${list}`
    : `the merchant has several connections; name the file's with --acquirer: ${list}`;
}

function dayDocument({ valueDate, acquirer, currency, ...day }: CalendarEntry) {
  return {
    value_date: valueDate ?? null,
    acquirer,
    currency,
    sales: day.sales,
    gross: Number(day.gross),
    commission: Number(day.commission),
    refunds: Number(day.refunds),
    net: Number(day.gross - day.commission - day.refunds),
  };
}
