import type { ComponentChildren } from "preact";
import type { Language } from "../../kernel/language.ts";
import { dayInTurkey, type CalendarDay } from "../../kernel/calendar-day.ts";
import type { Result } from "../../kernel/result.ts";
import type { Validity } from "../../kernel/validity.ts";
import type { Permission } from "../../domain/merchant/permission.ts";
import { harmlessText } from "../../domain/report/formula.ts";
import type { RowProblem, TableRow } from "../../domain/table/table-row.ts";
import type { VersionedTable } from "../../domain/table/versioned-table.ts";
import type { MerchantContext } from "../kit/context.ts";
import type { NavKey } from "../kit/nav.ts";

export type FieldValues = Readonly<Record<string, string | undefined>>;

/** The errors of a form by the names of its fields. */
export type FieldErrors = Readonly<Record<string, string | undefined>>;

export type FieldsProps = {
  readonly values: FieldValues;
  readonly errors: FieldErrors;
};

/** Rows of a table, with the name of what they are. */
export type ShownRows<Row> = { readonly rows: readonly Row[]; readonly label: string };

/** A table with dated rows that the panel edits row by row and shows in all its earlier states. */
export type EditedTable<Row extends Validity> = {
  readonly name: "rates" | "limits" | "contract";
  /** The path below which the pages of the table are. */
  readonly path: string;
  /** The path of the page that shows the table. */
  readonly parent: string;
  readonly nav: NavKey;
  readonly see: Permission;
  readonly change: Permission;
  readonly title: (language: Language) => string;
  readonly parentTitle: (language: Language) => string;
  /** The columns of the table's file, which are also the fields of the form. */
  readonly columns: readonly string[];
  readonly fields: (
    context: MerchantContext,
    props: FieldsProps,
  ) => ComponentChildren | Promise<ComponentChildren>;
  /** Reads rows of the file's form; one row is read like a file of one row. */
  readonly check: (rows: readonly TableRow[]) => Result<readonly Row[], readonly RowProblem[]>;
  readonly fieldsOf: (row: Row) => FieldValues;
  readonly isSame: (left: Row, right: Row) => boolean;
  readonly store: (context: MerchantContext) => VersionedTable<Row>;
  readonly inForce: (context: MerchantContext) => Promise<readonly Row[]>;
  readonly show: (
    context: MerchantContext,
    shown: ShownRows<Row>,
  ) => ComponentChildren | Promise<ComponentChildren>;
};

/** The first day that a change may have: the table's past is not rewritten. */
export function firstDay({ kit, scope }: MerchantContext): CalendarDay {
  return dayInTurkey(kit.clocks.now(scope));
}

/**
 * Rows as a file that the upload of the same table accepts. A program that was stored before its
 * name had rules may look like a formula; an apostrophe makes it harmless.
 */
export function csvOf<Row extends Validity>(
  { columns, fieldsOf }: EditedTable<Row>,
  rows: readonly Row[],
): string {
  const lines = rows.map((row) => {
    const fields = fieldsOf(row);
    return columns.map((name) => quoted(harmlessText(fields[name] ?? ""))).join(",");
  });
  return `${[columns.join(","), ...lines].join("\r\n")}\r\n`;
}

function quoted(field: string): string {
  return /[",;\t\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

/** A commission rate as the forms and files of tables write it. */
export function rateText(basisPoints: number): string {
  const [whole, decimals] = [Math.floor(basisPoints / 100), basisPoints % 100];
  return `${whole}.${String(decimals).padStart(2, "0")}`;
}
