import { escapeLiteral } from "pg";
import type { Mode } from "../../../merchant/merchant.ts";
import { EXPORT_COLUMNS, type ExportColumn, type ExportFormat } from "../../../report/export.ts";
import type { TransactionFilter } from "../../../report/transaction-filter.ts";
import type { Framing } from "./export-block.ts";
import { conditionsOf, statusOf } from "../payment/report-conditions.ts";

export type ExportQuery = { readonly copy: string; readonly framing: Framing };

// An output column named like the one that is ordered by would be sorted, after it was made. The
// index gives the order already, so that the first rows leave at once.
const ORDER = "order by payment.created_at desc, payment.order_id desc";

/** The mode is the same on every row, so no row brings it along. */
const COLUMNS = EXPORT_COLUMNS.filter((column) => column !== "mode");
type Column = Exclude<ExportColumn, "mode">;

/** The statement that gives an export its rows, newest first, and what goes around them. */
export function exportQuery(filter: TransactionFilter, format: ExportFormat): ExportQuery {
  const from = `from payment where ${conditionsOf(filter, escapeLiteral)} ${ORDER}`;
  return format === "csv" ? csvQuery(from, filter.mode) : jsonQuery(from, filter.mode);
}

/** Characters that begin a formula, in ASCII and in their full width (ASVS 1.2.10). */
const FORMULA = pointsOf("=+-@\t\r\n＝＋－＠");
/** Characters that some spreadsheets leave out before they look at the first one. */
const BLANK = pointsOf(
  " \v\f\u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a" +
    "\u200b\u200c\u200d\u2028\u2029\u202f\u205f\u2060\u3000\ufeff",
);
const BLANKS = BLANK.map((point) => `chr(${point})`).join(" || ");

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

/** RFC 4180: PostgreSQL quotes what needs it; the line ends are CRLF, the header's as well. */
function csvQuery(from: string, mode: Mode): ExportQuery {
  const cells = COLUMNS.map((column) => `${CELLS[column]} as "cell ${column}"`);
  return {
    copy: `copy (select ${cells.join(", ")} ${from}) to stdout (format csv)`,
    framing: {
      before: `${EXPORT_COLUMNS.join(",")}\r\n`,
      between: "",
      ending: `,${mode}\r\n`,
      after: "",
      timeCell: COLUMNS.indexOf("created_at"),
    },
  };
}

/**
 * A text cell that a spreadsheet can't take for a formula: an apostrophe goes before a first
 * character that could begin one, blanks left out. Comparing one code point costs a tenth of a
 * regular expression, and blanks are looked behind only where there are any.
 */
function harmless(column: string): string {
  return `case when ascii(${column}) in (${FORMULA.join(", ")})
    or (ascii(${column}) in (${BLANK.join(", ")})
      and ascii(ltrim(${column}, ${BLANKS})) in (${FORMULA.join(", ")}))
    then '''' || ${column} else ${column} end`;
}

function pointsOf(characters: string): readonly number[] {
  return Array.from(characters, (character) => character.codePointAt(0) ?? 0);
}

const VALUES: Readonly<Record<Column, string>> = {
  ...CELLS,
  created_at: `to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  customer_id: "customer_id",
  acquirer: "acquirer",
};

const NUMBERS: ReadonlySet<Column> = new Set([
  "amount",
  "installment_count",
  "charged_amount",
  "refunded_amount",
]);
/** Texts that others chose, and that JSON may have to escape. */
const FOREIGN: ReadonlySet<Column> = new Set(["customer_id", "acquirer"]);

/**
 * An array with a record a line. Each is made as one text, and copied with a delimiter and a quote
 * that JSON never holds, so that it passes through unchanged.
 */
function jsonQuery(from: string, mode: Mode): ExportQuery {
  const members = COLUMNS.map((column, index) => {
    const name = `'${index === 0 ? "{" : ","}"${column}":'`;
    return `${name} || ${jsonValue(column)}`;
  });
  return {
    copy: `copy (select ${members.join(" || ")} as record ${from})
      to stdout (format csv, delimiter E'\\x02', quote E'\\x01')`,
    framing: { before: "[", between: ",\n", ending: `,"mode":"${mode}"}`, after: "]\n" },
  };
}

function jsonValue(column: Column): string {
  const value = VALUES[column];
  if (NUMBERS.has(column)) return value;
  const text = FOREIGN.has(column) ? `to_json(${value})::text` : `'"' || ${value} || '"'`;
  return `coalesce(${text}, 'null')`;
}
