import type { Clock } from "../../kernel/clock.ts";
import { ok, type Result } from "../../kernel/result.ts";
import { BUILT_IN_EXTRACTS } from "../../domain/settlement/built-in-extracts.ts";
import {
  importExtract,
  type ExtractDeps,
  type ExtractReport,
} from "../../domain/settlement/import-extract.ts";
import type { ColumnMapping } from "../../domain/table/column-mapping.ts";
import type { ColumnMappings } from "../../domain/table/ports.ts";
import type { RowProblem, SetAside } from "../../domain/table/table-row.ts";
import { importSettlement } from "../../domain/settlement/import-settlement.ts";
import type {
  SettlementOwner,
  SettlementSource,
  SettlementStore,
} from "../../domain/settlement/ports.ts";
import { ownRowsOf, terminalsOf } from "../../domain/settlement/terminals.ts";
import type { SettlementImports } from "../../domain/settlement/settlement-import.ts";
import type { FileReader } from "../reader/file-reader.ts";
import type { ImportedRows } from "./import-terms.ts";

type Deps = {
  readonly settlements: SettlementStore;
  readonly files: Pick<FileReader, "terms">;
};
type TermsDeps = Deps & { readonly clock: Clock };
/** `by` is the e-mail address of a user; absent for the command line and the service itself. */
type OwnedFile = {
  readonly owner: SettlementOwner;
  readonly file: Uint8Array;
  readonly by?: string;
};
export type SettlementFileDeps = Omit<ExtractDeps, "settlements"> & {
  readonly settlements: SettlementStore;
  readonly files: Pick<FileReader, "settlement" | "extract">;
  readonly settlementImports: SettlementImports;
  readonly columnMappings: ColumnMappings;
  readonly connections: {
    list(owner: SettlementOwner): Promise<
      readonly {
        readonly connectionId: string;
        readonly shownCredentials: Readonly<Record<string, string>>;
      }[]
    >;
  };
};
/** `by` is the person or program that imports the file. */
type SettlementFile = {
  readonly source: SettlementSource;
  readonly file: Uint8Array;
  readonly by: string;
};
export type KeptReport = ExtractReport & {
  readonly importId: string;
  readonly setAside: readonly SetAside[];
  /** Rows of other terminals than the connection's, which were left out. */
  readonly others: number;
};

/**
 * Reads an acquirer's settlement file, compares it with the books and stores the result, or returns
 * the problems of the file.
 */
export async function importSettlementFile(
  deps: SettlementFileDeps,
  { source, file, by }: SettlementFile,
): Promise<Result<KeptReport, readonly RowProblem[]>> {
  const mapping = await mappingOf(deps, source);
  if (mapping !== undefined) {
    // A thread takes the bytes away.
    const read = await deps.files.extract(new Uint8Array(file), mapping);
    if (read.ok) {
      const { value: rows, setAside } = read.value;
      const own = ownRowsOf(rows, await terminalsOfSource(deps, source));
      if (!own.ok) return own;
      const report = await importExtract(deps, source, own.value.own);
      const importId = await deps.settlementImports.keep(source, { by, report });
      return ok({ ...report, importId, setAside, others: own.value.others });
    }
    if (!hasOtherHeaders(read.refusal)) return read;
    const own = await importLines(deps, { source, file, by });
    return own.ok || !hasOtherHeaders(own.refusal) ? own : read;
  }
  return importLines(deps, { source, file, by });
}

async function terminalsOfSource(
  { connections }: Pick<SettlementFileDeps, "connections">,
  source: SettlementSource,
): Promise<readonly string[]> {
  const all = await connections.list(source);
  const found = all.find(({ connectionId }) => connectionId === source.acquirer);
  return terminalsOf(found?.shownCredentials ?? {});
}

/** Imports a file in the product's own form. */
async function importLines(
  deps: SettlementFileDeps,
  { source, file, by }: SettlementFile,
): Promise<Result<KeptReport, readonly RowProblem[]>> {
  const read = await deps.files.settlement(file);
  if (!read.ok) return read;
  const { value: lines, setAside } = read.value;
  const report = await importSettlement(deps, source, lines);
  const importId = await deps.settlementImports.keep(source, { by, report });
  return ok({ ...report, known: 0, waiting: 0, importId, setAside, others: 0 });
}

/** The mapping that is kept for the connection's extracts, or the one that the product brings. */
export async function mappingOf(
  { columnMappings }: Pick<SettlementFileDeps, "columnMappings">,
  { merchantId, acquirer }: SettlementSource,
): Promise<ColumnMapping | undefined> {
  const kept = await columnMappings.find({ use: "settlement", name: acquirer, merchantId });
  return kept?.mapping ?? BUILT_IN_EXTRACTS[acquirer];
}

function hasOtherHeaders(problems: readonly RowProblem[]): boolean {
  return problems.some(({ code }) => code === "missing_column");
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
