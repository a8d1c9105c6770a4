import { isListName } from "../domain/card/read-bin-row.ts";
import { mappingDocument } from "../domain/table/read-mapping.ts";
import { json } from "./kit/arguments.ts";
import { defineCommand } from "./kit/command.ts";
import { mapBy, mappingArguments } from "./kit/mapping-file.ts";
import { CommandError, print } from "./kit/output.ts";
import { runOnInstallation } from "./kit/with-installation.ts";

const name = {
  type: "positional",
  required: true,
  description: "Name of the bank's list, such as garanti",
} as const;

const map = defineCommand({
  meta: {
    name: "map",
    description: "Try on a file how the columns of a bank's list are read, and keep it",
  },
  args: { name, ...mappingArguments, json },
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      if (!isListName(args.name)) {
        throw new CommandError("the name must be 1 to 40 small letters, digits and hyphens");
      }
      await mapBy(deps, { use: "bins", name: args.name }, args);
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
