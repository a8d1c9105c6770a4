import type { MappedFields } from "../table/column-mapping.ts";
import { matching, oneOf, RowReader } from "../table/row-reader.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";
import type { RowProblem, TableRow } from "../table/table-row.ts";
import { isStorable } from "../../kernel/text.ts";
import { CARD_CATEGORIES, CARD_TYPES, type BinRecord } from "./bin-record.ts";
import { brandOf, CARD_BRANDS, type CardBrand } from "./card-number.ts";
import { programName } from "./card-program.ts";

/** Columns of an imported BIN table (spec 2.6 and contract C7); others are ignored. */
export const BIN_COLUMNS = {
  required: ["bin", "bank_name", "card_brand", "card_type"],
  optional: ["card_category", "card_program", "bank_code", "country"],
} as const;

/** The fields that a mapping of a bank's list may give columns to. */
export const BIN_FIELDS: MappedFields = {
  bin: { kind: "text", isRequired: true },
  bank_name: { kind: "text", mayBeFixed: true },
  card_brand: { kind: "text" },
  card_type: { kind: "text", isRequired: true, meanings: CARD_TYPES },
  card_category: { kind: "text", meanings: CARD_CATEGORIES },
  card_program: { kind: "text" },
  bank_code: { kind: "text", mayBeFixed: true },
  country: { kind: "text", mayBeFixed: true },
};

/** True for a name that an operator may give a bank's list. */
export function isListName(text: string): boolean {
  return /^[a-z0-9-]{1,40}$/.test(text);
}

type Column = (typeof BIN_COLUMNS)["required" | "optional"][number];

/** A row by its columns; an absent value is empty. */
export type BinFields = Readonly<Record<Column, string>>;

/** The row that `readBinRow` reads back. */
export function binFields(record: BinRecord): BinFields {
  return {
    bin: record.bin,
    bank_name: record.bankName ?? "",
    card_brand: record.brand,
    card_type: record.type,
    card_category: record.category,
    card_program: record.program ?? "",
    bank_code: record.bankCode ?? "",
    country: record.country ?? "",
  };
}

/** Reads a row that a person typed, field by field. */
export function readBinFields(
  fieldOf: (column: Column) => string | undefined,
): Result<BinRecord, readonly RowProblem[]> {
  const columns = [...BIN_COLUMNS.required, ...BIN_COLUMNS.optional];
  const fields = columns.map((column) => [column, (fieldOf(column) ?? "").trim()] as const);
  return readBinRow({ line: 1, fields: new Map(fields) });
}

const TEXT_MAX = 64;
const NAME_RULE = `must be at most ${TEXT_MAX} characters without control characters`;

/** Reads one row of a BIN table, or returns a problem for each invalid field. */
export function readBinRow(row: TableRow): Result<BinRecord, readonly RowProblem[]> {
  const fields = new RowReader<Column>(row);
  const bin = fields.required("bin", matching(/^\d{6,8}$/), "must be 6 to 8 digits");
  const brand =
    fields.text("card_brand") === ""
      ? brandOf(bin ?? "")
      : fields.required("card_brand", brandNamed, "must be a brand such as visa or mastercard");
  const type = fields.required("card_type", oneOf(CARD_TYPES), choice(CARD_TYPES));
  const category =
    fields.text("card_category") === ""
      ? "individual"
      : fields.required("card_category", oneOf(CARD_CATEGORIES), choice(CARD_CATEGORIES));
  const bankName = fields.optional("bank_name", nameOf, NAME_RULE);
  const program = fields.optional("card_program", nameOf, NAME_RULE);
  const code = fields.optional("bank_code", matching(/^\d{1,4}$/), "must be an EFT bank code");
  const country = fields.optional(
    "country",
    matching(/^[A-Za-z]{2}$/),
    "must be a country code of two letters",
  );
  const { problems } = fields;
  if (
    bin === undefined ||
    brand === undefined ||
    type === undefined ||
    category === undefined ||
    problems.length > 0
  ) {
    return refused(problems);
  }
  return ok({
    bin,
    bankName,
    // Spreadsheets drop the leading zeros of a code.
    bankCode: code?.padStart(4, "0"),
    brand,
    type,
    category,
    program: program === undefined ? undefined : programName(program),
    country: country?.toUpperCase(),
  });
}

const SAME_BRAND: ReadonlyMap<string, CardBrand> = new Map([
  ["americanexpress", "amex"],
  ["chinaunionpay", "unionpay"],
]);

function brandNamed(text: string): CardBrand | undefined {
  const letters = text.toLowerCase().replace(/[^a-z]/g, "");
  return oneOf(CARD_BRANDS)(letters) ?? SAME_BRAND.get(letters);
}

function nameOf(text: string): string | undefined {
  const isName = text.length <= TEXT_MAX && isStorable(text) && !/\p{Cc}/u.test(text);
  return isName ? text : undefined;
}

function choice(words: readonly string[]): string {
  return `must be one of ${words.join(", ")}`;
}
