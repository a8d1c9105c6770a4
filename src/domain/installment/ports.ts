import type { TableOwner, VersionedTable } from "../table/versioned-table.ts";
import type { CategoryLimit, CommissionRate, InstallmentTerms } from "./commission.ts";

/** The merchant and mode of the terms. */
export type TermsOwner = TableOwner;

export interface InstallmentTermsBook {
  /**
   * Returns the terms in force, at most one second old; in test mode, those of the sandbox until an
   * import.
   */
  find(owner: TermsOwner): Promise<InstallmentTerms>;
}

export interface InstallmentTermsStore extends InstallmentTermsBook {
  /** Without rows of its own, the table has the rates of the sandbox in test mode. */
  readonly rates: VersionedTable<CommissionRate>;
  /** Without rows, no category has a limit of its own. */
  readonly limits: VersionedTable<CategoryLimit>;
  /** Returns the owner's imported terms; without rates if there was no import. */
  imported(owner: TermsOwner): Promise<InstallmentTerms>;
}
