import type { ExtractImport } from "../../domain/account-feed/ports.ts";
import { toIso } from "../../kernel/clock.ts";
import { refused } from "../../kernel/result.ts";
import type { RowProblem } from "../../domain/table/table-row.ts";
import { importSettlementFile, type SettlementFileDeps } from "./import-settlement-file.ts";

/** The settlement extracts that feeds bring, imported as a person would. */
export function extractIntake(deps: SettlementFileDeps): ExtractImport {
  return {
    async formOf({ merchantId, acquirer }) {
      const place = { use: "settlement", name: acquirer, merchantId } as const;
      const kept = await deps.columnMappings.find(place);
      return kept === undefined ? "" : toIso(kept.changedAt);
    },
    async take(source, file, by) {
      const { files, hasFailed } = watched(deps.files);
      const imported = await importSettlementFile({ ...deps, files }, { source, file, by });
      if (hasFailed()) return undefined;
      if (!imported.ok) return { fresh: 0, reasons: imported.refusal.map(problemText) };
      const { lines, known, setAside } = imported.value;
      const reasons = setAside.map(({ line, reason }) => `line ${line}: ${reason}`);
      return { fresh: lines - known, reasons };
    },
  };
}

/** A failure of the reader stops this file alone, and a later look tries it again. */
function watched(files: SettlementFileDeps["files"]) {
  let failed = false;
  const guard =
    <Given extends readonly unknown[], Read>(read: (...given: Given) => Promise<Read>) =>
    (...given: Given) =>
      read(...given).catch(() => {
        failed = true;
        return refused<readonly RowProblem[]>([]);
      });
  return {
    files: { extract: guard(files.extract), settlement: guard(files.settlement) },
    hasFailed: () => failed,
  };
}

function problemText({ line, column, message }: RowProblem): string {
  return `line ${line}: ${column === undefined ? "" : `${column} `}${message}`;
}
