import { escapeLiteral } from "pg";
import type { Mode } from "../../domain/merchant/merchant.ts";
import {
  CSV_COLUMNS,
  EXPORT_COLUMNS,
  type ExportColumn,
  type ExportFormat,
} from "../../domain/report/export.ts";
import type { TransactionFilter } from "../../domain/report/transaction-filter.ts";
import {
  FORMULA_STARTS,
  IGNORED_STARTS,
  INNER_STARTS,
  SEPARATORS,
} from "../../domain/report/formula.ts";
import type { Framing } from "./export-block.ts";
import { conditionsOf, statusOf } from "../payment/report-conditions.ts";

export type ExportQuery = { readonly copy: string; readonly framing: Framing };

// The order must name the table's columns. A bare `created_at` would mean an output column of that
// name, and PostgreSQL would then compute all rows and sort them. The index on
// (created_at, order_id) yields this order already, so the first rows leave at once.
const ORDER = "order by payment.created_at desc, payment.order_id desc";

/** All rows have the same mode, so it is no column of the query. */
const COLUMNS = EXPORT_COLUMNS.filter((column) => column !== "mode");
type Column = Exclude<ExportColumn, "mode">;

/** The copy statement of an export, newest payment first, and the framing of its rows. */
export function exportQuery(filter: TransactionFilter, format: ExportFormat): ExportQuery {
  const from = `from payment where ${conditionsOf(filter, escapeLiteral)} ${ORDER}`;
  return format === "csv" ? csvQuery(from, filter.mode) : jsonQuery(from, filter.mode);
}

const FORMULA = pointsOf(FORMULA_STARTS);
const BLANK = pointsOf(IGNORED_STARTS);
const BLANKS = charactersOf(IGNORED_STARTS);
/** The expression of a formula behind a separator; see `harmlessText`. */
const INNER = `('([' || ${charactersOf(SEPARATORS)} || '][' || ${charactersOf(`"${IGNORED_STARTS}`)}
  || ']*)([' || ${charactersOf(INNER_STARTS.replace("-", String.raw`\-`))} || '])')`;

/** The price of the installments. */
const FINANCING = "charged_amount - amount";

const CELLS: Readonly<Record<Column, string>> = {
  order_id: "order_id",
  amount: "amount",
  currency: "currency",
  status: statusOf("state"),
  payment_type: "payment_type",
  card_last_four: "card_last_four",
  created_at: "created_at",
  installment_count: "installment_count",
  charged_amount: "charged_amount",
  refunded_amount: "refunded_amount",
  customer_id: harmless("customer_id"),
  acquirer: harmless("acquirer"),
};

/** RFC 4180: PostgreSQL quotes cells where necessary; all lines end in CRLF, the header as well. */
function csvQuery(from: string, mode: Mode): ExportQuery {
  const values: Readonly<Record<(typeof CSV_COLUMNS)[number], string>> = {
    ...CELLS,
    mode: escapeLiteral(mode),
    reference: harmless("reference"),
    financing_amount: FINANCING,
  };
  const cells = CSV_COLUMNS.map((column) => `${values[column]} as "cell ${column}"`);
  return {
    copy: `copy (select ${cells.join(", ")} ${from}) to stdout (format csv)`,
    framing: {
      before: `${CSV_COLUMNS.join(",")}\r\n`,
      between: "",
      ending: "\r\n",
      after: "",
      timeCell: CSV_COLUMNS.indexOf("created_at"),
    },
  };
}

/**
 * A text cell that a spreadsheet does not read as a formula, like `harmlessText`: an apostrophe is
 * put before a text whose first character after blanks could begin one. Comparing the code point of
 * the first character costs a tenth of a regular expression; blanks are trimmed only from texts
 * that begin with one, and only a text with a separator is searched for formulas inside it.
 */
function harmless(column: string): string {
  const inner = `case when translate(${column}, ${charactersOf(SEPARATORS)}, '') <> ${column}
    then regexp_replace(${column}, ${INNER}, '\\1''\\2', 'g') else ${column} end`;
  return `case when ascii(${column}) in (${FORMULA.join(", ")})
    or (ascii(${column}) in (${BLANK.join(", ")})
      and ascii(ltrim(${column}, ${BLANKS})) in (${FORMULA.join(", ")}))
    then '''' || ${inner} else ${inner} end`;
}

/** The characters as an expression of SQL. */
function charactersOf(characters: string): string {
  const each = pointsOf(characters).map((point) => `chr(${point})`);
  return `(${each.join(" || ")})`;
}

function pointsOf(characters: string): readonly number[] {
  return Array.from(characters, (character) => character.codePointAt(0) ?? 0);
}

const isoTime = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const VALUES: Readonly<Record<Column, string>> = {
  ...CELLS,
  created_at: isoTime("created_at"),
  customer_id: "customer_id",
  acquirer: "acquirer",
};

const NUMBERS: ReadonlySet<Column> = new Set([
  "amount",
  "installment_count",
  "charged_amount",
  "refunded_amount",
]);
/** Texts from outside, in which JSON may have to escape characters. */
const FOREIGN: ReadonlySet<Column> = new Set(["customer_id", "acquirer"]);

/**
 * A JSON array with one record on each line. The database builds each record as one text. The copy
 * uses the control characters 1 and 2 as quote and delimiter; JSON never contains them unescaped,
 * so `copy` changes nothing in the text.
 */
function jsonQuery(from: string, mode: Mode): ExportQuery {
  const members = COLUMNS.map((column, index) => {
    const name = `'${index === 0 ? "{" : ","}"${column}":'`;
    const member = `${name} || ${jsonValue(column)}`;
    return column === "charged_amount" ? `${member} || ${FINANCING_MEMBER}` : member;
  });
  return {
    copy: `copy (select ${[...members, REFERENCE, CAPTURE_BEFORE].join(" || ")} as record ${from})
      to stdout (format csv, delimiter E'\\x02', quote E'\\x01')`,
    framing: { before: "[", between: ",\n", ending: `,"mode":"${mode}"}`, after: "]\n" },
  };
}

const FINANCING_MEMBER = `',"financing_amount":' || (${FINANCING})`;

/** The member of the merchant's reference; a payment without a reference has no such member. */
const REFERENCE = `coalesce(',"reference":' || to_json(reference)::text, '')`;

/** The member `capture_before`, with its comma; empty for a payment whose amount was not held. */
const CAPTURE_BEFORE = `coalesce(',"capture_before":"' || ${isoTime("capture_before")} || '"', '')`;

function jsonValue(column: Column): string {
  const value = VALUES[column];
  if (NUMBERS.has(column)) return value;
  const text = FOREIGN.has(column) ? `to_json(${value})::text` : `'"' || ${value} || '"'`;
  return `coalesce(${text}, 'null')`;
}
