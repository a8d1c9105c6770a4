/**
 * Lines of a table: a heading for each column, and rows of numbers or texts. A column of numbers
 * shows as many places as it was given.
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

/** A ratio as it is read: how many times the one is the other. */
export function times(one, other) {
  return `${(one / other).toFixed(2)} ×`;
}
