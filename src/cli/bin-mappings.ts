import type { BinRecord } from "../domain/card/bin-record.ts";
import { BIN_FIELDS, binFields } from "../domain/card/read-bin-row.ts";
import { mappingDocument } from "../domain/table/read-mapping.ts";
import { json } from "./kit/arguments.ts";
import { defineCommand } from "./kit/command.ts";
import { COMMAND_LINE } from "./kit/command-log.ts";
import { mappingArguments, readMappingFile } from "./kit/mapping-file.ts";
import { CommandError, print } from "./kit/output.ts";
import { readTableFile, reportImport, type ImportReport } from "./kit/table-file.ts";
import { runOnInstallation } from "./kit/with-installation.ts";

const name = {
  type: "positional",
  required: true,
  description: "Name of the bank's list, such as garanti",
} as const;

/** The rows of a sample that are shown. */
const SHOWN = 5;

const map = defineCommand({
  meta: {
    name: "map",
    description: "Try on a file how the columns of a bank's list are read, and keep it",
  },
  args: { name, ...mappingArguments, json },
  run: ({ args }) =>
    runOnInstallation(async ({ columnMappings, files, clock }) => {
      if (!/^[a-z0-9-]{1,40}$/.test(args.name)) {
        throw new CommandError("the name must be 1 to 40 small letters, digits and hyphens");
      }
      const mapping = await readMappingFile(args.mapping, BIN_FIELDS);
      const read = await files.bins(await readTableFile(args.sample), mapping);
      if (read.ok && !args.try) {
        const place = { use: "bins", name: args.name } as const;
        const kept = { mapping, changedAt: clock.now(), changedBy: COMMAND_LINE };
        await columnMappings.keep(place, kept);
      }
      await reportImport(read, {
        file: args.sample,
        json: args.json,
        report: ({ value }) => reportOf(value.records, !args.try),
      });
    }),
});

const unmap = defineCommand({
  meta: { name: "unmap", description: "Forget how the columns of a bank's list are read" },
  args: { name, json },
  run: ({ args }) =>
    runOnInstallation(async ({ columnMappings }) => {
      if (!(await columnMappings.remove({ use: "bins", name: args.name }))) {
        throw new CommandError(`no mapping is kept for ${args.name}`);
      }
      print({ json: { removed: true }, text: "the mapping is removed" }, args.json);
    }),
});

const mappings = defineCommand({
  meta: { name: "mappings", description: "List how the columns of banks' lists are read" },
  args: { json },
  run: ({ args }) =>
    runOnInstallation(async ({ columnMappings }) => {
      const all = (await columnMappings.listBins()).map(({ name: list, mapping }) => ({
        name: list,
        mapping: mappingDocument(mapping),
      }));
      const lines = all.map((one) => `${one.name}  ${JSON.stringify(one.mapping)}`);
      const text = all.length === 0 ? "no mapping is kept" : lines.join("\n");
      print({ json: { mappings: all }, text }, args.json);
    }),
});

export const binMappingCommands = { map, unmap, mappings };

function reportOf(records: readonly BinRecord[], kept: boolean): ImportReport {
  const rows = records.slice(0, SHOWN).map(binFields);
  const text = [
    `${records.length} rows are read${kept ? "; the mapping is kept" : ""}`,
    ...rows.map((row) => `  ${Object.values(row).join("  ")}`),
  ];
  return { json: { kept, records: records.length, rows }, text: text.join("\n") };
}
