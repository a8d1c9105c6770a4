import { BOUNDS } from "../../kernel/bounds.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";
import type { RowProblem, TableRow } from "../../kernel/table-row.ts";
import { importSettlement, type SettlementReport } from "../../settlement/import-settlement.ts";
import type { SettlementOwner, SettlementStore } from "../../settlement/ports.ts";
import type { SettlementImports } from "../../settlement/settlement-import.ts";
import { readSettlementRow, SETTLEMENT_COLUMNS } from "../../settlement/read-settlement-row.ts";
import { checkTerms, TERM_COLUMNS } from "../../settlement/read-term-row.ts";
import { readTable } from "./read-table.ts";

type Deps = { readonly settlements: SettlementStore };
type OwnedFile = { readonly owner: SettlementOwner; readonly file: Uint8Array };
type ImportDeps = Deps & { readonly settlementImports: SettlementImports };
/** With who brings it. */
type SettlementFile = OwnedFile & { readonly by: string };
type KeptReport = SettlementReport & { readonly importId: string };

/**
 * Reads a bank's settlement file, compares it with the books and keeps what it found, or says why
 * it can't be read.
 */
export async function importSettlementFile(
  deps: ImportDeps,
  { owner, file, by }: SettlementFile,
): Promise<Result<KeptReport, readonly RowProblem[]>> {
  const shape = { ...SETTLEMENT_COLUMNS, rowsMax: BOUNDS.binRowsMax };
  const lines = readRows(readTable(file, shape), readSettlementRow);
  if (!lines.ok) return lines;
  const report = await importSettlement(deps, owner, lines.value);
  return ok({ ...report, importId: await deps.settlementImports.keep(owner, { by, report }) });
}

/** Puts a contract in the place of the owner's, or leaves it and says why not. */
export async function importTerms(
  deps: Deps,
  { owner, file }: OwnedFile,
): Promise<Result<{ readonly rows: number }, readonly RowProblem[]>> {
  const shape = { ...TERM_COLUMNS, rowsMax: BOUNDS.termRowsMax };
  const rows = readTable(file, shape);
  const terms = rows.ok ? checkTerms(rows.value) : rows;
  if (!terms.ok) return terms;
  await deps.settlements.replaceTerms(owner, terms.value);
  return ok({ rows: terms.value.length });
}

function readRows<Value>(
  rows: Result<readonly TableRow[], readonly RowProblem[]>,
  read: (row: TableRow) => Result<Value, readonly RowProblem[]>,
): Result<readonly Value[], readonly RowProblem[]> {
  if (!rows.ok) return rows;
  const values: Value[] = [];
  const problems: RowProblem[] = [];
  for (const row of rows.value) {
    const one = read(row);
    if (one.ok) values.push(one.value);
    else problems.push(...one.refusal);
  }
  return problems.length > 0 ? refused(problems) : ok(values);
}
