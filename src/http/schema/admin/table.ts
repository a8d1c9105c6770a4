import { Type, type Static, type TObject } from "typebox";
import { BOUNDS } from "../../../kernel/bounds.ts";
import { Mode, Moment } from "../words.ts";

/** The most rows of a request; a larger table is imported by the panel or the command line. */
const ROWS_MAX = 1_000;

const text = Type.String({ maxLength: BOUNDS.textMax });
const number = Type.Number();
const some = (schema: typeof text | typeof number, rule: string) =>
  Type.Optional(Type.Union([schema, Type.Null()], { description: `must be ${rule}, or null` }));
const optionalText = some(text, "a text");

/** Rows under the names of the columns of the imported files. */
export const RateRowSchema = Type.Object({
  program: optionalText,
  card_bank: text,
  bank_code: optionalText,
  card_category: optionalText,
  installment_count: number,
  commission_rate: number,
  borne_by: optionalText,
  valid_from: text,
  valid_to: optionalText,
});

export const LimitRowSchema = Type.Object({
  category: number,
  max_installments: some(number, "a number"),
  goods: optionalText,
  valid_from: text,
  valid_to: optionalText,
});

export const TermRowSchema = Type.Object({
  acquirer: optionalText,
  payment_type: text,
  program: optionalText,
  installment_count: some(number, "a number"),
  commission_rate: number,
  value_days: number,
  valid_from: text,
  valid_to: optionalText,
});

/** The schemas of one table: its rows in a request, the table, and a version of it. */
function tableSchemas<Row extends TObject>(row: Row) {
  return {
    body: Type.Object({ rows: Type.Array(row, { maxItems: ROWS_MAX }) }),
    answer: Type.Object({ mode: Mode, rows: Type.Array(row) }),
    version: Type.Object({ mode: Mode, version: Type.Integer(), rows: Type.Array(row) }),
  };
}

export const VersionFactsSchema = Type.Object({
  version: Type.Integer(),
  changed_at: Moment,
  changed_by: Type.Union([Type.String(), Type.Null()]),
  row_count: Type.Integer(),
  added: Type.Integer(),
  removed: Type.Integer(),
});

export const VersionListSchema = Type.Object({
  mode: Mode,
  versions: Type.Array(VersionFactsSchema),
});

export const VersionParams = Type.Object({ merchant_id: Type.String(), version: Type.String() });

export const RATE_TABLE = tableSchemas(RateRowSchema);
export const LIMIT_TABLE = tableSchemas(LimitRowSchema);
export const TERM_TABLE = tableSchemas(TermRowSchema);

export const TableQuerySchema = Type.Object({ mode: Mode });

/** Body of `PUT /api/v1/admin/card-table`. */
export const CardTableSchema = Type.Object({
  csv: Type.String({ minLength: 1 }),
  mode: Type.Optional(Mode),
});

const nullableText = Type.Union([Type.String(), Type.Null()]);

/** Body of `PUT /api/v1/admin/card-table/corrections/{bin}`. */
export const BinCorrectionRequestSchema = Type.Object({
  bank_name: Type.Optional(text),
  card_brand: Type.Optional(text),
  card_type: text,
  card_category: Type.Optional(text),
  card_program: Type.Optional(text),
  bank_code: Type.Optional(text),
  country: Type.Optional(text),
});

const binRow = {
  bin: Type.String(),
  bank_name: nullableText,
  card_brand: Type.String(),
  card_type: Type.String(),
  card_category: Type.String(),
  card_program: nullableText,
  bank_code: nullableText,
  country: nullableText,
};

export const BinRowSchema = Type.Object(binRow);
export const BinCorrectionSchema = Type.Object({ mode: Mode, ...binRow });
export const BinCorrectionListSchema = Type.Object({ mode: Mode, rows: Type.Array(BinRowSchema) });
export const BinCorrectionRemovedSchema = Type.Object({
  mode: Mode,
  bin: Type.String(),
  removed: Type.Boolean(),
});
/** A bank's word about cards, beside the table's row. */
export const CardNoteSchema = Type.Object({
  bin: Type.String(),
  merchant_id: Type.String(),
  connection_id: Type.String(),
  issuer: nullableText,
  bank_code: nullableText,
  card_brand: nullableText,
  card_type: nullableText,
  card_program: nullableText,
  said_on: Type.String(),
  count: Type.Integer(),
  differs: Type.Array(Type.String()),
});
export const CardNoteListSchema = Type.Object({ mode: Mode, rows: Type.Array(CardNoteSchema) });
export const BinParams = Type.Object({ bin: Type.String() });

export const LineSetAsideSchema = Type.Object({
  line: Type.Integer(),
  text: Type.String(),
  reason: Type.String(),
});

export const CardTableImportedSchema = Type.Object({
  records: Type.Integer(),
  added: Type.Integer(),
  changed: Type.Integer(),
  removed: Type.Integer(),
  set_aside: Type.Array(LineSetAsideSchema),
});

export type VersionPlace = Static<typeof VersionParams>;
export type TableQuery = Static<typeof TableQuerySchema>;
export type TableBody = {
  readonly rows: readonly Readonly<Record<string, string | number | null>>[];
};
export type BinCorrectionBody = Static<typeof BinCorrectionRequestSchema>;
export type BinPlace = Static<typeof BinParams>;
export type CardTableBody = Static<typeof CardTableSchema>;
