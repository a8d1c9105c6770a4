import type { InstallmentTermsStore, TermsOwner } from "../../installment/ports.ts";
import type { Clock } from "../../kernel/clock.ts";
import { ok, type Result } from "../../kernel/result.ts";
import type { RowProblem } from "../../table/table-row.ts";
import type { FileReader } from "../file-reader/file-reader.ts";

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

/** The number of imported rows, or the problems because of which nothing was changed. */
type Imported = Result<{ readonly rows: number }, readonly RowProblem[]>;

/** Replaces the owner's commission rates; a faulty file changes nothing. */
export async function importRates(
  deps: ImportTermsDeps,
  { owner, file, by }: TermsFile,
): Promise<Imported> {
  const rates = await deps.files.rates(file);
  if (!rates.ok) return rates;
  const at = deps.clock.now();
  await deps.installmentTerms.rates.change(owner, { plan: () => rates.value, at, by });
  return ok({ rows: rates.value.length });
}

/** Replaces the owner's installment limits of product categories; a faulty file changes nothing. */
export async function importLimits(
  deps: ImportTermsDeps,
  { owner, file, by }: TermsFile,
): Promise<Imported> {
  const limits = await deps.files.limits(file);
  if (!limits.ok) return limits;
  const at = deps.clock.now();
  await deps.installmentTerms.limits.change(owner, { plan: () => limits.value, at, by });
  return ok({ rows: limits.value.length });
}
