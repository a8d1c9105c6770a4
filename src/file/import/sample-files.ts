import { BIN_COLUMNS } from "../../domain/card/read-bin-row.ts";
import { LIMIT_COLUMNS } from "../../domain/installment/read-limit-row.ts";
import { RATE_COLUMNS } from "../../domain/installment/read-rate-row.ts";
import { SETTLEMENT_COLUMNS } from "../../domain/settlement/read-settlement-row.ts";
import { TERM_COLUMNS } from "../../domain/settlement/read-term-row.ts";

type Shape = Readonly<Record<"required" | "optional", readonly ColumnOfFile[]>>;

/** A column of one of the files, by its name in the file. */
export type ColumnOfFile =
  | AnyOf<typeof RATE_COLUMNS>
  | AnyOf<typeof LIMIT_COLUMNS>
  | AnyOf<typeof TERM_COLUMNS>
  | AnyOf<typeof SETTLEMENT_COLUMNS>
  | AnyOf<typeof BIN_COLUMNS>;

type AnyOf<Columns extends Record<"required" | "optional", readonly string[]>> = Columns[
  | "required"
  | "optional"][number];

type SampleFile = {
  readonly columns: Shape;
  /** One row that the reader of the file accepts, in the order of the columns. */
  readonly row: string;
};

/** The files that people upload, by the names of their fields in forms. */
export const SAMPLE_FILES = {
  rates: { columns: RATE_COLUMNS, row: "Bonus,own,3,2.49,2027-01-01,customer,individual,62," },
  limits: { columns: LIMIT_COLUMNS, row: "526,2027-01-01,3,electronics," },
  contract: { columns: TERM_COLUMNS, row: "creditcard,1.79,1,2027-01-01,,,1," },
  settlement: { columns: SETTLEMENT_COLUMNS, row: "att_sample,sale,125000,2238,TRY,2027-01-04" },
  bins: { columns: BIN_COLUMNS, row: "552879,Halkbank,mastercard,credit,individual,Paraf,12,TR" },
} as const satisfies Readonly<Record<string, SampleFile>>;

export type SampleName = keyof typeof SAMPLE_FILES;

/** The sample of a file: its columns and one row. */
export function sampleText(name: SampleName): string {
  const { columns, row } = SAMPLE_FILES[name];
  return `${[...columns.required, ...columns.optional].join(",")}\r\n${row}\r\n`;
}
