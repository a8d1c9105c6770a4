import type { ExtractRow } from "../domain/settlement/extract-row.ts";
import { EXTRACT_FIELDS } from "../domain/settlement/read-extract-row.ts";
import { mappingDocument } from "../domain/table/read-mapping.ts";
import { mappingOf } from "../file/import/import-settlement-file.ts";
import { decimalText } from "../kernel/decimal.ts";
import { defineCommand } from "./kit/command.ts";
import { COMMAND_LINE } from "./kit/command-log.ts";
import { mappingArguments, readMappingFile } from "./kit/mapping-file.ts";
import { CommandError, print } from "./kit/output.ts";
import { acquirerArgument, sourceOf } from "./kit/settlement-source.ts";
import { readTableFile, reportImport, type ImportReport } from "./kit/table-file.ts";
import { ownerArguments } from "./kit/terms-owner.ts";
import { runOnInstallation } from "./kit/with-installation.ts";

const place = { acquirer: acquirerArgument, ...ownerArguments } as const;

/** The rows of a sample that are shown. */
const SHOWN = 5;

const map = defineCommand({
  meta: {
    name: "map",
    description: "Try on a file how the columns of a connection's extracts are read, and keep it",
  },
  args: { ...mappingArguments, ...place },
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const { merchantId, acquirer: name } = await sourceOf(deps, args);
      const mapping = await readMappingFile(args.mapping, EXTRACT_FIELDS);
      const read = await deps.files.extract(await readTableFile(args.sample), mapping);
      if (read.ok && !args.try) {
        const kept = { mapping, changedAt: deps.clock.now(), changedBy: COMMAND_LINE };
        await deps.columnMappings.keep({ use: "settlement", name, merchantId }, kept);
      }
      await reportImport(read, {
        file: args.sample,
        json: args.json,
        report: ({ value }) => reportOf(value, !args.try),
      });
    }),
});

const unmap = defineCommand({
  meta: {
    name: "unmap",
    description: "Forget how the columns of a connection's extracts are read",
  },
  args: place,
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const { merchantId, acquirer: name } = await sourceOf(deps, args);
      if (!(await deps.columnMappings.remove({ use: "settlement", name, merchantId }))) {
        throw new CommandError(`no mapping is kept for ${name}`);
      }
      print({ json: { removed: true }, text: "the mapping is removed" }, args.json);
    }),
});

const mapping = defineCommand({
  meta: {
    name: "mapping",
    description: "Show how the columns of a connection's extracts are read",
  },
  args: place,
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const found = await mappingOf(deps, await sourceOf(deps, args));
      if (found === undefined) throw new CommandError("no mapping is kept for this connection");
      const document = mappingDocument(found);
      print({ json: document, text: JSON.stringify(document, undefined, 2) }, args.json);
    }),
});

export const extractMappingCommands = { map, unmap, mapping };

function reportOf(all: readonly ExtractRow[], kept: boolean): ImportReport {
  const rows = all.slice(0, SHOWN).map((row) => ({
    line: row.line,
    kind: row.kind,
    paid_on: row.paidOn,
    gross: decimalText(row.gross.minor, 2),
    commission: decimalText(row.commission.minor, 2),
    currency: row.gross.currency,
    auth_code: row.authCode ?? null,
    card: row.card === undefined ? null : `${row.card.bin ?? ""}***${row.card.lastFour}`,
    installment: row.part === undefined ? null : `${row.part.number}/${row.part.count}`,
  }));
  const text = [
    `${all.length} rows are read${kept ? "; the mapping is kept" : ""}`,
    ...rows.map((row) => `  ${Object.values(row).join("  ")}`),
  ];
  return { json: { kept, rows: all.length, first_rows: rows }, text: text.join("\n") };
}
