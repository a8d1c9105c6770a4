import { ok, refused, type Result } from "../kernel/result.ts";
import type { RowProblem, TableRow } from "../kernel/table-row.ts";
import { isStorable } from "../kernel/text.ts";
import { CARD_CATEGORIES, CARD_TYPES, type BinRecord } from "./bin-record.ts";
import { brandOf, CARD_BRANDS, type CardBrand } from "./card-number.ts";
import { programName } from "./card-program.ts";

/** Columns of an imported BIN table (spec 2.6 and contract 7); others are ignored. */
export const BIN_COLUMNS = {
  required: ["bin", "bank_name", "card_brand", "card_type"],
  optional: ["card_category", "card_program", "bank_code", "country"],
} as const;

type Column = (typeof BIN_COLUMNS)["required" | "optional"][number];

const TEXT_MAX = 64;

/** Reads one row of a BIN table, or says what of each field would be right. */
export function readBinRow(row: TableRow): Result<BinRecord, readonly RowProblem[]> {
  const problems: RowProblem[] = [];
  const complain = (column: Column, message: string): void =>
    void problems.push({ line: row.line, column, message });
  const field = (column: Column): string => row.fields.get(column) ?? "";
  const optional = (column: Column, isRight: (text: string) => boolean, rule: string) => {
    const text = field(column);
    if (text === "") return undefined;
    if (!isRight(text)) complain(column, rule);
    return text;
  };

  const bin = field("bin");
  if (!/^\d{6,8}$/.test(bin)) complain("bin", "must be 6 to 8 digits");
  const brand = brandNamed(field("card_brand"), bin);
  if (brand === undefined) complain("card_brand", "must be a brand such as visa or mastercard");
  const type = CARD_TYPES.find((name) => name === field("card_type").toLowerCase());
  if (type === undefined) complain("card_type", `must be one of ${CARD_TYPES.join(", ")}`);
  const categoryText = field("card_category").toLowerCase();
  const category =
    categoryText === "" ? "individual" : CARD_CATEGORIES.find((name) => name === categoryText);
  if (category === undefined) {
    complain("card_category", `must be empty or one of ${CARD_CATEGORIES.join(", ")}`);
  }
  const name = `must be at most ${TEXT_MAX} characters without control characters`;
  const bankName = optional("bank_name", isName, name);
  const program = optional("card_program", isName, name);
  const code = optional("bank_code", (text) => /^\d{1,4}$/.test(text), "must be an EFT bank code");
  const country = optional("country", isCountry, "must be a country code of two letters");
  if (type === undefined || brand === undefined || category === undefined || problems.length > 0) {
    return refused(problems);
  }
  return ok({
    bin,
    bankName,
    // Spreadsheets take the leading zeros of a code for a number's.
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

function brandNamed(text: string, bin: string): CardBrand | undefined {
  if (text === "") return brandOf(bin);
  const letters = text.toLowerCase().replace(/[^a-z]/g, "");
  return CARD_BRANDS.find((brand) => brand === letters) ?? SAME_BRAND.get(letters);
}

function isName(text: string): boolean {
  return text.length <= TEXT_MAX && isStorable(text) && !/\p{Cc}/u.test(text);
}

function isCountry(text: string): boolean {
  return /^[A-Za-z]{2}$/.test(text);
}
