import { checkLimits, checkRates } from "../../installment/check-terms.ts";
import type { InstallmentTermsStore, TermsOwner } from "../../installment/ports.ts";
import { LIMIT_COLUMNS } from "../../installment/read-limit-row.ts";
import { RATE_COLUMNS } from "../../installment/read-rate-row.ts";
import { BOUNDS } from "../../kernel/bounds.ts";
import type { Clock } from "../../kernel/clock.ts";
import { ok, type Result } from "../../kernel/result.ts";
import type { RowProblem } from "../../kernel/table-row.ts";
import { readTable } from "./read-table.ts";

export type ImportTermsDeps = {
  readonly installmentTerms: InstallmentTermsStore;
  readonly clock: Clock;
};

/** A file with the terms of one merchant in one mode. */
export type TermsFile = { readonly owner: TermsOwner; readonly file: Uint8Array };

/** How many rows are now in force or will be; or why nothing was changed. */
type Imported = Result<{ readonly rows: number }, readonly RowProblem[]>;

/** Puts a file of commission rates in the place of the owner's, or leaves them and says why not. */
export async function importRates(
  deps: ImportTermsDeps,
  { owner, file }: TermsFile,
): Promise<Imported> {
  const rows = readTable(file, { ...RATE_COLUMNS, rowsMax: BOUNDS.termRowsMax });
  const rates = rows.ok ? checkRates(rows.value) : rows;
  if (!rates.ok) return rates;
  await deps.installmentTerms.replaceRates(owner, rates.value, deps.clock.now());
  return ok({ rows: rates.value.length });
}

/** The same for the limits on categories of goods. */
export async function importLimits(
  deps: ImportTermsDeps,
  { owner, file }: TermsFile,
): Promise<Imported> {
  const rows = readTable(file, { ...LIMIT_COLUMNS, rowsMax: BOUNDS.termRowsMax });
  const limits = rows.ok ? checkLimits(rows.value) : rows;
  if (!limits.ok) return limits;
  await deps.installmentTerms.replaceLimits(owner, limits.value, deps.clock.now());
  return ok({ rows: limits.value.length });
}
