/**
 * A cell of a table that another program wrote. A `number` is a decimal with a point, whatever the
 * country; a `day` is `YYYY-MM-DD`; the text of a `faulty` cell says what is wrong with it.
 */
export type SheetCell = {
  readonly kind: "text" | "number" | "day" | "faulty";
  readonly text: string;
};

/** A row with a value, and its number in the file, from 1. */
export type SheetRow = { readonly line: number; readonly cells: readonly SheetCell[] };
