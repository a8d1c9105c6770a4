import { visibleLine } from "../../kernel/text.ts";

/** Rows under their headings in aligned columns, or `none` if there are no rows. */
export function table(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  none: string,
): string {
  if (rows.length === 0) return none;
  const lines = [headings, ...rows.map((row) => row.map(visibleLine))];
  const widths = headings.map((_, column) =>
    Math.max(...lines.map((line) => (line[column] ?? "").length)),
  );
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
