import type { RowProblem, TableRow } from "../table/table-row.ts";

const TOTAL = /^(?:genel\s+)?toplam$|^(?:grand\s+)?total$/i;
const SUMMED = ["gross", "commission"] as const;

/** True for the line in which a bank adds up its file; its place of a reference says so. */
export function isTotal(row: TableRow): boolean {
  return TOTAL.test(textOf(row, "reference"));
}

/**
 * Compares the totals of a settlement file with its lines. A total is of one currency, and of one
 * kind or, without a kind, of sales less refunds or of all lines. Returns a problem for each total
 * that differs, and for one that lines without a readable amount keep from being compared.
 */
export function totalDifferences(rows: readonly TableRow[]): readonly RowProblem[] {
  const lines = rows.filter((row) => !isTotal(row));
  return rows.filter(isTotal).flatMap((total) =>
    SUMMED.flatMap((column) => {
      const stated = amountOf(total, column);
      if (stated === undefined) return [];
      const message = differenceOf({ total, column, stated }, lines);
      return message === undefined ? [] : [{ line: total.line, column, message }];
    }),
  );
}

type StatedTotal = { readonly total: TableRow; readonly column: string; readonly stated: bigint };

function differenceOf(
  { total, column, stated }: StatedTotal,
  rows: readonly TableRow[],
): string | undefined {
  const [currency, kind] = [textOf(total, "currency"), textOf(total, "kind")];
  const added = rows.filter(
    (row) =>
      (currency === "" || textOf(row, "currency") === currency) &&
      (kind === "" || textOf(row, "kind") === kind),
  );
  const unread = added.find((row) => amountOf(row, column) === undefined || signOf(row) === 0n);
  if (unread !== undefined) return `can't be compared: line ${unread.line} has no amount or kind`;
  const sums = [
    added.reduce((sum, row) => sum + (amountOf(row, column) ?? 0n), 0n),
    added.reduce((sum, row) => sum + signOf(row) * (amountOf(row, column) ?? 0n), 0n),
  ];
  return sums.includes(stated) ? undefined : `is not the sum of the lines, ${sums[1] ?? 0n}`;
}

function amountOf(row: TableRow, column: string): bigint | undefined {
  const text = textOf(row, column);
  return /^-?\d{1,18}$/.test(text) ? BigInt(text) : undefined;
}

function signOf(row: TableRow): bigint {
  const kind = textOf(row, "kind");
  return kind === "sale" ? 1n : kind === "refund" ? -1n : 0n;
}

function textOf({ fields }: TableRow, column: string): string {
  return fields.get(column) ?? "";
}
