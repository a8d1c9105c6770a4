import { CARD_CATEGORIES, CARD_TYPES, type BinRecord } from "../domain/card/bin-record.ts";
import { differenceFields, differencesOf } from "../domain/card/card-note.ts";
import type { BinMode } from "../domain/card/ports.ts";
import { binFields, readBinFields } from "../domain/card/read-bin-row.ts";
import { importBins, type BinImport } from "../file/import/import-bins.ts";
import { openBins } from "../service/runtime/cards.ts";
import { binMappingCommands } from "./bin-mappings.ts";
import { json } from "./kit/arguments.ts";
import { defineCommand } from "./kit/command.ts";
import { COMMAND_LINE } from "./kit/command-log.ts";
import { CommandError, facts, print } from "./kit/output.ts";
import {
  fileArgument,
  readTableFile,
  reportImport,
  untilNoticed,
  type ImportReport,
} from "./kit/table-file.ts";
import { MODES } from "./kit/terms-owner.ts";
import { runOnInstallation } from "./kit/with-installation.ts";

const mode = {
  type: "enum",
  options: MODES,
  default: "live" as BinMode,
  description: "Mode of the table: test or live",
} as const;

const bin = {
  type: "positional",
  required: true,
  description: "First 6 to 8 digits of the card numbers",
} as const;

const importFile = defineCommand({
  meta: {
    name: "import",
    description:
      "Replace the BIN table of a mode by a file with the columns bin, bank_name, card_brand, " +
      "card_type and, where known, card_category, card_program, bank_code, country; or by a bank's list " +
      "whose mapping is kept",
  },
  args: {
    file: fileArgument,
    mode,
    mapping: { type: "string", description: "Name of the mapping of a bank's list" },
    preview: {
      type: "boolean",
      default: false,
      description: "Only count what the file would change",
    },
    json,
  },
  run: ({ args }) =>
    runOnInstallation(async ({ files, binStore: bins, clock, columnMappings }) => {
      const file = await readTableFile(args.file);
      const kept =
        args.mapping === undefined
          ? undefined
          : await columnMappings.find({ use: "bins", name: args.mapping });
      if (args.mapping !== undefined && kept === undefined) {
        throw new CommandError(`no mapping is kept for ${args.mapping}; see vezne bins mappings`);
      }
      const imported = await importBins(
        { files, bins, clock },
        { mode: args.mode, file, mapping: kept?.mapping, isPreview: args.preview },
      );
      await reportImport(imported, {
        file: args.file,
        json: args.json,
        report: (result) => report(result, !args.preview),
      });
    }),
});

const reset = defineCommand({
  meta: {
    name: "reset",
    description: "Restore the table from before imports: the sandbox's own, or that of Turkey",
  },
  args: { mode, json },
  run: ({ args }) =>
    runOnInstallation(async ({ binStore, clock }) => {
      await binStore.reset(args.mode, clock.now());
      await untilNoticed();
      const own = args.mode === "test" ? "the sandbox's own table" : "the table of Turkey";
      print({ json: { reset: true }, text: `${own} is in force` }, args.json);
    }),
});

const show = defineCommand({
  meta: { name: "show", description: "Show the facts of the cards that begin with some digits" },
  args: { bin, mode, json },
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const table = (await openBins(deps)).table(args.mode);
      const row = table.rowOf(args.bin);
      if (row === undefined) throw new CommandError(`no row of the table is for ${args.bin}`);
      printRecord(row, args.json);
    }),
});

const correct = defineCommand({
  meta: {
    name: "correct",
    description: "Write one row in place of the table's; it stays in force after imports",
  },
  args: {
    bin,
    mode,
    "bank-name": { type: "string", default: "", description: "Issuer" },
    "card-brand": { type: "string", default: "", description: "Brand; default: by the number" },
    "card-type": { type: "string", required: true, description: CARD_TYPES.join(", ") },
    "card-category": { type: "string", default: "", description: CARD_CATEGORIES.join(", ") },
    "card-program": { type: "string", default: "", description: "Program, such as Bonus" },
    "bank-code": { type: "string", default: "", description: "EFT code of the issuer" },
    country: { type: "string", default: "TR", description: "Country of the issuer" },
    json,
  },
  run: ({ args }) =>
    runOnInstallation(async ({ binStore, clock }) => {
      const record = recordOf(args);
      const correction = { record, changedAt: clock.now(), changedBy: COMMAND_LINE };
      await binStore.correct(args.mode, correction);
      await untilNoticed();
      printRecord(record, args.json);
    }),
});

const uncorrect = defineCommand({
  meta: { name: "uncorrect", description: "Remove a correction, so that the table's row counts" },
  args: { bin, mode, json },
  run: ({ args }) =>
    runOnInstallation(async ({ binStore, clock }) => {
      if (!(await binStore.removeCorrection(args.mode, args.bin, clock.now()))) {
        throw new CommandError(`no row was corrected for ${args.bin}`);
      }
      await untilNoticed();
      print({ json: { removed: true }, text: "the correction is removed" }, args.json);
    }),
});

const corrections = defineCommand({
  meta: { name: "corrections", description: "List the corrected rows" },
  args: { mode, json },
  run: ({ args }) =>
    runOnInstallation(async ({ binStore }) => {
      const rows = (await binStore.corrections(args.mode)).map(({ record }) => binFields(record));
      const lines = rows.map((row) => Object.values(row).join("  "));
      const text = rows.length === 0 ? "no row is corrected" : lines.join("\n");
      print({ json: { rows }, text }, args.json);
    }),
});

const notes = defineCommand({
  meta: {
    name: "notes",
    description: "List what banks said of cards, as far as the table differs from it",
  },
  args: { mode, json },
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const table = (await openBins(deps)).table(args.mode);
      const found = differencesOf(await deps.cardNotes.list(args.mode), table);
      const rows = found.map(differenceFields);
      const lines = rows.map(
        ({ bin: digits, connection_id: connection, issuer, said_on: day, differs }) =>
          [digits, issuer ?? "", differs.join(" "), connection, day].join("  "),
      );
      const text = rows.length === 0 ? "no bank contradicts the table" : lines.join("\n");
      print({ json: { rows }, text }, args.json);
    }),
});

export const binsCommand = defineCommand({
  meta: { name: "bins", description: "The BIN tables, from card numbers to banks" },
  subCommands: {
    import: importFile,
    reset,
    show,
    correct,
    uncorrect,
    corrections,
    notes,
    ...binMappingCommands,
  },
});

type Options = Readonly<Record<string, unknown>>;

/** @throws CommandError that names each option that is wrong */
function recordOf(args: Options): BinRecord {
  const read = readBinFields((column) => String(args[optionOf(column)]));
  if (read.ok) return read.value;
  const problems = read.refusal.map(({ column = "bin", message }) =>
    column === "bin" ? `BIN ${message}` : `--${optionOf(column)} ${message}`,
  );
  throw new CommandError(problems.join("\n"));
}

function optionOf(column: string): string {
  return column.replaceAll("_", "-");
}

function printRecord(record: BinRecord, asJson: boolean): void {
  const row = binFields(record);
  print({ json: row, text: facts(Object.entries(row)) }, asJson);
}

function report(
  { records, added, changed, removed, duplicates }: BinImport,
  imported: boolean,
): ImportReport {
  const counts = { records, added, changed, removed };
  const repeated = duplicates.map(({ line, bin: digits, firstLine }) => ({
    line,
    bin: digits,
    first_line: firstLine,
  }));
  const lines = [
    facts(Object.entries(counts).map(([name, count]) => [name, String(count)])),
    ...repeated.map((one) => `line ${one.line} repeats ${one.bin} of ${one.first_line}`),
  ];
  return {
    json: { imported, ...counts, duplicates: repeated },
    text: lines.join("\n"),
  };
}
