import { mappingDocument } from "../domain/table/read-mapping.ts";
import { mappingOf } from "../file/import/import-settlement-file.ts";
import { defineCommand } from "./kit/command.ts";
import { mapBy, mappingArguments } from "./kit/mapping-file.ts";
import { CommandError, print } from "./kit/output.ts";
import { acquirerArgument, sourceOf } from "./kit/settlement-source.ts";
import { ownerArguments } from "./kit/terms-owner.ts";
import { runOnInstallation } from "./kit/with-installation.ts";

const place = { acquirer: acquirerArgument, ...ownerArguments } as const;

const map = defineCommand({
  meta: {
    name: "map",
    description: "Try on a file how the columns of a connection's extracts are read, and keep it",
  },
  args: { ...mappingArguments, ...place },
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const { merchantId, acquirer: name } = await sourceOf(deps, args);
      await mapBy(deps, { use: "settlement", name, merchantId }, args);
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
