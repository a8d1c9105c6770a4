import { defineCommand } from "./kit/command.ts";
import { importBins, type BinImport } from "../file/import/import-bins.ts";
import { json } from "./kit/arguments.ts";
import { facts, print } from "./kit/output.ts";
import {
  fileArgument,
  readTableFile,
  reportImport,
  untilNoticed,
  type ImportReport,
} from "./kit/table-file.ts";
import { runOnInstallation } from "./kit/with-installation.ts";

const importFile = defineCommand({
  meta: {
    name: "import",
    description:
      "Replace the BIN table by a file with the columns bin, bank_name, card_brand, card_type " +
      "and, where known, card_category, card_program, bank_code, country",
  },
  args: { file: fileArgument, json },
  run: ({ args }) =>
    runOnInstallation(async ({ files, binStore: bins, clock }) => {
      const imported = await importBins({ files, bins, clock }, await readTableFile(args.file));
      await reportImport(imported, { file: args.file, json: args.json, report });
    }),
});

const reset = defineCommand({
  meta: { name: "reset", description: "Restore the sandbox's own BIN table" },
  args: { json },
  run: ({ args }) =>
    runOnInstallation(async ({ binStore, clock }) => {
      await binStore.reset(clock.now());
      await untilNoticed();
      print({ json: { reset: true }, text: "the sandbox's own table is in force" }, args.json);
    }),
});

export const binsCommand = defineCommand({
  meta: { name: "bins", description: "The BIN table, from card numbers to banks" },
  subCommands: { import: importFile, reset },
});

function report({ records, added, changed, removed, duplicates }: BinImport): ImportReport {
  const counts = { records, added, changed, removed };
  const repeated = duplicates.map(({ line, bin, firstLine }) => ({
    line,
    bin,
    first_line: firstLine,
  }));
  const lines = [
    facts(Object.entries(counts).map(([name, count]) => [name, String(count)])),
    ...repeated.map(({ line, bin, first_line }) => `line ${line} repeats ${bin} of ${first_line}`),
  ];
  return {
    json: { imported: true, ...counts, duplicates: repeated },
    text: lines.join("\n"),
  };
}
