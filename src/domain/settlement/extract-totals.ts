import type { RowProblem, TableRow } from "../table/table-row.ts";

const SUMMED = ["gross", "commission", "reward", "service_fee", "net"] as const;

/**
 * Compares the totals of an extract with its rows: a total adds up the rows since the total before
 * it, or all rows above it. Sums of rounded columns may be one minor unit a row away. Returns a
 * problem for each total that differs, and for one above which an amount can't be read.
 */
export function extractTotalDifferences(
  rows: readonly TableRow[],
  totals: readonly TableRow[],
): readonly RowProblem[] {
  let from = 0;
  return totals.flatMap((total) => {
    const above = rows.filter(({ line }) => line < total.line);
    const since = above.filter(({ line }) => line > from);
    from = total.line;
    return SUMMED.flatMap((column) => {
      const stated = amountOf(total, column);
      if (stated === undefined) return [];
      const sums = [above, since].map((some) => sumOf(some, column, "written"));
      const directed = [above, since].map((some) => sumOf(some, column, "directed"));
      const all = [...sums, ...directed];
      const allowed = column === "gross" ? 0n : BigInt(above.length);
      const isSum = all.some((sum) => sum !== undefined && distance(sum, stated) <= allowed);
      if (isSum) return [];
      const message =
        sums[0] === undefined
          ? "can't be compared: a row above it has no amount"
          : `is not the sum of the rows: ${stated} stated, ${directed[0]} added, in minor units`;
      return [{ line: total.line, column, message }];
    });
  });
}

/** `directed` takes refunds and chargebacks off, where the bank writes them without a sign. */
function sumOf(
  rows: readonly TableRow[],
  column: string,
  form: "written" | "directed",
): bigint | undefined {
  let sum = 0n;
  for (const row of rows) {
    const amount = amountOf(row, column);
    if (amount === undefined) {
      if (column === "gross") return undefined;
      continue;
    }
    const isSale = isSaleWord(row.fields.get("kind") ?? "");
    sum += form === "directed" && !isSale && amount > 0n ? -amount : amount;
  }
  return sum;
}

function isSaleWord(word: string): boolean {
  return word === "" || word === "sale" || word.toLocaleLowerCase("tr").includes("satış");
}

function distance(one: bigint, other: bigint): bigint {
  return one > other ? one - other : other - one;
}

function amountOf({ fields }: TableRow, column: string): bigint | undefined {
  const text = fields.get(column) ?? "";
  return /^-?\d{1,18}$/.test(text) ? BigInt(text) : undefined;
}
