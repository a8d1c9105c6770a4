import type { InstallmentTermsStore, TermsOwner } from "../../domain/installment/ports.ts";
import type { Clock } from "../../kernel/clock.ts";
import { ok, type Result } from "../../kernel/result.ts";
import type { RowProblem, SetAside } from "../../domain/table/table-row.ts";
import type { FileReader } from "../reader/file-reader.ts";

export type ImportTermsDeps = {
  readonly files: Pick<FileReader, "rates" | "limits">;
  readonly installmentTerms: InstallmentTermsStore;
  readonly clock: Clock;
};

/** A file with the terms of one merchant in one mode. */
export type TermsFile = {
  readonly owner: TermsOwner;
  readonly file: Uint8Array;
  /** The e-mail address of the user who imports the file; absent at the command line. */
  readonly by?: string;
};

export type ImportedRows = { readonly rows: number; readonly setAside: readonly SetAside[] };

/** The number of imported rows, or the problems because of which nothing was changed. */
type ImportResult = Result<ImportedRows, readonly RowProblem[]>;

/** Replaces the owner's commission rates; a faulty file changes nothing. */
export async function importRates(
  deps: ImportTermsDeps,
  { owner, file, by }: TermsFile,
): Promise<ImportResult> {
  const read = await deps.files.rates(file);
  if (!read.ok) return read;
  const { value: rates, setAside } = read.value;
  const at = deps.clock.now();
  await deps.installmentTerms.rates.change(owner, { plan: () => rates, at, by });
  return ok({ rows: rates.length, setAside });
}

/** Replaces the owner's installment limits of product categories; a faulty file changes nothing. */
export async function importLimits(
  deps: ImportTermsDeps,
  { owner, file, by }: TermsFile,
): Promise<ImportResult> {
  const read = await deps.files.limits(file);
  if (!read.ok) return read;
  const { value: limits, setAside } = read.value;
  const at = deps.clock.now();
  await deps.installmentTerms.limits.change(owner, { plan: () => limits, at, by });
  return ok({ rows: limits.length, setAside });
}
