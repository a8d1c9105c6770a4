import { readFile } from "node:fs/promises";
import type { ColumnMapping, MappedFields } from "../../domain/table/column-mapping.ts";
import { readMapping } from "../../domain/table/read-mapping.ts";
import type { MappingPlace } from "../../domain/table/ports.ts";
import { mapColumns, MAPPED_FIELDS, type MapColumnsDeps } from "../../file/import/map-columns.ts";
import { COMMAND_LINE } from "./command-log.ts";
import { readTableFile, reportImport } from "./table-file.ts";
import { errorMessage } from "../../kernel/thrown.ts";
import { CommandError } from "./output.ts";

export const mappingArguments = {
  mapping: {
    type: "string",
    required: true,
    description: "JSON file that says which column is what",
    valueHint: "MAPPING.json",
  },
  sample: {
    type: "string",
    required: true,
    description: "A file of the bank, on which the mapping is tried before it is kept",
    valueHint: "FILE",
  },
  try: { type: "boolean", default: false, description: "Only try the mapping and keep nothing" },
} as const;

type MappingArguments = {
  readonly mapping: string;
  readonly sample: string;
  readonly try: boolean;
  readonly json: boolean;
};

/** Tries a mapping on a sample, keeps it unless it is only tried, and prints the first rows. */
export async function mapBy(
  deps: MapColumnsDeps,
  place: MappingPlace,
  args: MappingArguments,
): Promise<void> {
  const mapping = await readMappingFile(args.mapping, MAPPED_FIELDS[place.use]);
  const sample = await readTableFile(args.sample);
  const given = { mapping, sample, by: COMMAND_LINE, isTrial: args.try };
  await reportImport(await mapColumns(deps, place, given), {
    file: args.sample,
    json: args.json,
    report: ({ rows, firstRows, isKept }) => ({
      json: { kept: isKept, rows, first_rows: firstRows },
      text: [
        `${rows} rows are read${isKept ? "; the mapping is kept" : ""}`,
        ...firstRows.map((row) => `  ${Object.values(row).join("  ")}`),
      ].join("\n"),
    }),
  });
}

/** @throws CommandError that names each part of the mapping that is wrong */
async function readMappingFile(path: string, fields: MappedFields): Promise<ColumnMapping> {
  const document = await readFile(path, "utf8")
    .then(
      (text): unknown => JSON.parse(text),
      (error: unknown) => {
        throw new CommandError(`${path} can't be read: ${errorMessage(error)}`);
      },
    )
    .catch((error: unknown) => {
      if (error instanceof SyntaxError) throw new CommandError(`${path} is not JSON`);
      throw error;
    });
  const read = readMapping(document, fields);
  if (read.ok) return read.value;
  const problems = read.refusal.map(({ field, message }) => `${path}: ${field} ${message}`);
  throw new CommandError(problems.join("\n"));
}
