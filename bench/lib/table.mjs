/**
 * The lines of a text table. `places` of a column is the number of decimal places of its numbers.
 */
export function table(columns, rows) {
  const cells = rows.map((row) => columns.map((column) => text(row[column.key], column.places)));
  const widths = columns.map(({ title }, index) =>
    Math.max(title.length, ...cells.map((row) => row[index].length)),
  );
  const lineOf = (row) => row.map((cell, index) => cell.padStart(widths[index])).join("  ");
  return [lineOf(columns.map(({ title }) => title)), ...cells.map(lineOf)];
}

function text(value, places = 0) {
  if (value === undefined) return "–";
  return typeof value === "number" ? value.toFixed(places) : value;
}

/** The ratio of two numbers as text. */
export function times(one, other) {
  return `${(one / other).toFixed(2)} ×`;
}
