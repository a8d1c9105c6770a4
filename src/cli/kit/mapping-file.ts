import { readFile } from "node:fs/promises";
import type { ColumnMapping, MappedFields } from "../../domain/table/column-mapping.ts";
import { readMapping } from "../../domain/table/read-mapping.ts";
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

/** @throws CommandError that names each part of the mapping that is wrong */
export async function readMappingFile(path: string, fields: MappedFields): Promise<ColumnMapping> {
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
