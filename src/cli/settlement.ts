import { defineCommand } from "./kit/command.ts";
import {
  importSettlementFile,
  importTerms,
  type KeptReport,
} from "../file/import/import-settlement-file.ts";
import type { CalendarEntry } from "../domain/settlement/ports.ts";
import { extractMappingCommands } from "./extract-mappings.ts";
import { acquirerArgument, sourceOf } from "./kit/settlement-source.ts";
import { print } from "./kit/output.ts";
import { table } from "./kit/table.ts";
import { fileArgument, readTableFile, reportImport, type ImportReport } from "./kit/table-file.ts";
import { ownerArguments, ownerOf } from "./kit/terms-owner.ts";
import { runOnInstallation } from "./kit/with-installation.ts";

const importFile = defineCommand({
  meta: {
    name: "import",
    description:
      "Compare a bank's settlement with the books, post what agrees, and list every difference. " +
      "The bank's extract, whose columns `settlement map` explained, or a file with the columns " +
      "reference, kind, gross, commission, currency, paid_on; amounts in minor units",
  },
  args: {
    file: fileArgument,
    acquirer: acquirerArgument,
    ...ownerArguments,
  },
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const source = await sourceOf(deps, args);
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
  subCommands: { import: importFile, ...extractMappingCommands, terms, calendar },
});

function reportOf(report: KeptReport): ImportReport {
  const { lines, settled, known, waiting, others, differences } = report;
  const terminals = (report.terminals ?? []).map(({ terminal, paidOn, rows, net }) => ({
    terminal: terminal ?? null,
    paid_on: paidOn,
    rows,
    net: Number(net.minor),
    currency: net.currency,
  }));
  const documents = differences.map(({ difference, reference, orderId, line, away }) => ({
    difference,
    reference,
    order_id: orderId ?? null,
    line: line ?? null,
    away: Number(away.minor),
    currency: away.currency,
  }));
  const text = [
    `${lines} lines: ${settled} settled, ${known} known, ${waiting} whose day lies ahead, ` +
      `${differences.length} differences`,
    ...(others === 0 ? [] : [`  ${others} rows of other terminals are left out`]),
    ...terminals.map(
      (one) => `  terminal ${one.terminal ?? "-"} on ${one.paid_on}: ${one.net} ${one.currency}`,
    ),
    ...documents.map(
      (one) =>
        `  ${one.difference}: ${one.reference} (${one.order_id ?? "no order"}) ` +
        `${one.away} ${one.currency}`,
    ),
  ];
  return {
    json: {
      lines,
      settled,
      known,
      waiting,
      other_terminals: others,
      terminals,
      differences: documents,
    },
    text: text.join("\n"),
  };
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
