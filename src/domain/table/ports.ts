import type { Instant } from "../../kernel/clock.ts";
import type { MerchantId } from "../../kernel/ids.ts";
import type { ColumnMapping } from "./column-mapping.ts";

/** Of which tables a mapping is kept. */
export type MappingPlace =
  /** The lists of BINs of a bank, by the name that an operator gave them. */
  | { readonly use: "bins"; readonly name: string }
  /** The extracts of a connection, `acq_…`, or `sandbox`. */
  | { readonly use: "settlement"; readonly name: string; readonly merchantId: MerchantId };

export type KeptMapping = {
  readonly name: string;
  readonly mapping: ColumnMapping;
  readonly changedAt: Instant;
  readonly changedBy: string;
};

/** The mappings of the tables that banks write, as data. */
export interface ColumnMappings {
  find(place: MappingPlace): Promise<KeptMapping | undefined>;
  /** Keeps a mapping in place of an earlier one. */
  keep(place: MappingPlace, kept: Omit<KeptMapping, "name">): Promise<void>;
  /** Returns false if there is none. */
  remove(place: MappingPlace): Promise<boolean>;
  /** Lists the mappings of the installation's lists of BINs, by name. */
  listBins(): Promise<readonly KeptMapping[]>;
}
