import type { Clock } from "../../kernel/clock.ts";
import { ok, type Result } from "../../kernel/result.ts";
import type { RowProblem, SetAside } from "../../domain/table/table-row.ts";
import {
  importSettlement,
  type SettlementReport,
} from "../../domain/settlement/import-settlement.ts";
import type {
  SettlementOwner,
  SettlementSource,
  SettlementStore,
} from "../../domain/settlement/ports.ts";
import type { SettlementImports } from "../../domain/settlement/settlement-import.ts";
import type { FileReader } from "../reader/file-reader.ts";
import type { ImportedRows } from "./import-terms.ts";

type Deps = {
  readonly settlements: SettlementStore;
  readonly files: Pick<FileReader, "settlement" | "terms">;
};
type TermsDeps = Deps & { readonly clock: Clock };
/** `by` is the e-mail address of a user; absent for the command line and the service itself. */
type OwnedFile = {
  readonly owner: SettlementOwner;
  readonly file: Uint8Array;
  readonly by?: string;
};
type ImportDeps = Deps & { readonly settlementImports: SettlementImports };
/** `by` is the person or program that imports the file. */
type SettlementFile = {
  readonly source: SettlementSource;
  readonly file: Uint8Array;
  readonly by: string;
};
type KeptReport = SettlementReport & {
  readonly importId: string;
  readonly setAside: readonly SetAside[];
};

/**
 * Reads an acquirer's settlement file, compares it with the books and stores the result, or returns
 * the problems of the file.
 */
export async function importSettlementFile(
  deps: ImportDeps,
  { source, file, by }: SettlementFile,
): Promise<Result<KeptReport, readonly RowProblem[]>> {
  const read = await deps.files.settlement(file);
  if (!read.ok) return read;
  const { value: lines, setAside } = read.value;
  const report = await importSettlement(deps, source, lines);
  const importId = await deps.settlementImports.keep(source, { by, report });
  return ok({ ...report, importId, setAside });
}

/** Replaces the owner's contract by the sound rows of a file; a faulty file changes nothing. */
export async function importTerms(
  deps: TermsDeps,
  { owner, file, by }: OwnedFile,
): Promise<Result<ImportedRows, readonly RowProblem[]>> {
  const read = await deps.files.terms(file);
  if (!read.ok) return read;
  const { value: terms, setAside } = read.value;
  const at = deps.clock.now();
  await deps.settlements.contract.change(owner, { plan: () => terms, at, by });
  return ok({ rows: terms.length, setAside });
}
