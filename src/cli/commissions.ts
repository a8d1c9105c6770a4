import { defineCommand } from "./kit/command.ts";
import { importRates } from "../file/import/import-terms.ts";
import { rateDocument } from "../domain/installment/terms-document.ts";
import { print } from "./kit/output.ts";
import { fileArgument, readTableFile, reportImport, untilNoticed } from "./kit/table-file.ts";
import { ownerArguments, ownerOf } from "./kit/terms-owner.ts";
import { runOnInstallation } from "./kit/with-installation.ts";

const importFile = defineCommand({
  meta: {
    name: "import",
    description:
      "Replace a merchant's commission rates by a file with the columns program, card_bank, " +
      "installment_count, commission_rate, valid_from and, where needed, borne_by, " +
      "card_category, bank_code, valid_to",
  },
  args: { file: fileArgument, ...ownerArguments },
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const owner = await ownerOf(deps.merchants, args);
      const imported = await importRates(deps, { owner, file: await readTableFile(args.file) });
      await reportImport(imported, {
        file: args.file,
        json: args.json,
        report: ({ rows }) => ({ json: { imported: true, rows }, text: `${rows} rates` }),
      });
    }),
});

const list = defineCommand({
  meta: { name: "list", description: "List the imported rates of a merchant" },
  args: ownerArguments,
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const owner = await ownerOf(deps.merchants, args);
      const { rates } = await deps.installmentTerms.imported(owner);
      const rows = rates.map(rateDocument);
      const none = owner.mode === "test" ? "the sandbox's own rates" : "single charges only";
      const text = rows.map((row) =>
        Object.values(row)
          .map((value) => value ?? "-")
          .join("  "),
      );
      print({ json: { rates: rows }, text: rows.length === 0 ? none : text.join("\n") }, args.json);
    }),
});

const reset = defineCommand({
  meta: { name: "reset", description: "Restore the default: the sandbox's own rates, or none" },
  args: ownerArguments,
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const owner = await ownerOf(deps.merchants, args);
      const at = deps.clock.now();
      await deps.installmentTerms.rates.change(owner, { plan: () => [], at, by: undefined });
      await untilNoticed();
      print({ json: { reset: true }, text: "the default is in force" }, args.json);
    }),
});

export const commissionsCommand = defineCommand({
  meta: {
    name: "commissions",
    description: "Commission rates of installments at a merchant's banks",
  },
  subCommands: { import: importFile, list, reset },
});
