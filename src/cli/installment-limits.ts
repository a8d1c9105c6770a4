import { defineCommand } from "./kit/command.ts";
import { importLimits } from "../file/import/import-terms.ts";
import { limitDocument } from "../domain/installment/terms-document.ts";
import { print } from "./kit/output.ts";
import { fileArgument, readTableFile, reportImport, untilNoticed } from "./kit/table-file.ts";
import { ownerArguments, ownerOf } from "./kit/terms-owner.ts";
import { runOnInstallation } from "./kit/with-installation.ts";

const importFile = defineCommand({
  meta: {
    name: "import",
    description:
      "Replace a merchant's limits by a file with the columns category, max_installments, goods, " +
      "valid_from and, where needed, valid_to",
  },
  args: { file: fileArgument, ...ownerArguments },
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const owner = await ownerOf(deps.merchants, args);
      const imported = await importLimits(deps, { owner, file: await readTableFile(args.file) });
      await reportImport(imported, {
        file: args.file,
        json: args.json,
        report: ({ rows }) => ({ json: { imported: true, rows }, text: `${rows} limits` }),
      });
    }),
});

const list = defineCommand({
  meta: { name: "list", description: "List the imported limits of a merchant" },
  args: ownerArguments,
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const owner = await ownerOf(deps.merchants, args);
      const { limits } = await deps.installmentTerms.imported(owner);
      const rows = limits.map(limitDocument);
      const text = rows.map((row) =>
        Object.values(row)
          .map((value) => value ?? "-")
          .join("  "),
      );
      const none = "no limits";
      print(
        { json: { limits: rows }, text: rows.length === 0 ? none : text.join("\n") },
        args.json,
      );
    }),
});

const reset = defineCommand({
  meta: { name: "reset", description: "Remove a merchant's limits" },
  args: ownerArguments,
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const owner = await ownerOf(deps.merchants, args);
      const at = deps.clock.now();
      await deps.installmentTerms.limits.change(owner, { plan: () => [], at, by: undefined });
      await untilNoticed();
      print({ json: { reset: true }, text: "no limits are in force" }, args.json);
    }),
});

export const installmentLimitsCommand = defineCommand({
  meta: {
    name: "installment-limits",
    description: "Most installments by category of goods, as decrees set them",
  },
  subCommands: { import: importFile, list, reset },
});
