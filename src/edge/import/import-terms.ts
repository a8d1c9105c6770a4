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
export type TermsFile = { readonly owner: TermsOwner; readonly file: Uint8Array };

/** The number of imported rows, or the problems because of which nothing was changed. */
type Imported = Result<{ readonly rows: number }, readonly RowProblem[]>;

/** Replaces the owner's commission rates; a faulty file changes nothing. */
export async function importRates(
  deps: ImportTermsDeps,
  { owner, file }: TermsFile,
): Promise<Imported> {
  const rates = await deps.files.rates(file);
  if (!rates.ok) return rates;
  await deps.installmentTerms.replaceRates(owner, rates.value, deps.clock.now());
  return ok({ rows: rates.value.length });
}

/** Replaces the owner's installment limits of product categories; a faulty file changes nothing. */
export async function importLimits(
  deps: ImportTermsDeps,
  { owner, file }: TermsFile,
): Promise<Imported> {
  const limits = await deps.files.limits(file);
  if (!limits.ok) return limits;
  await deps.installmentTerms.replaceLimits(owner, limits.value, deps.clock.now());
  return ok({ rows: limits.value.length });
}
