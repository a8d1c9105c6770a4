/** A row of an imported table: its fields by the names of their columns, trimmed. */
export type TableRow = {
  /** The line of the file on which the row begins, from 1. */
  readonly line: number;
  readonly fields: ReadonlyMap<string, string>;
};

/** A line of a file that was left out while the others were taken. */
export type SetAside = {
  readonly line: number;
  /** The line as it stands in the file; long numbers are masked. */
  readonly text: string;
  readonly reason: string;
};

/** Why a table cannot be imported; never quotes the content of a field. */
export type RowProblem = {
  readonly line: number;
  readonly column?: string;
  /** A sentence about the valid form, or about the problem of the row. */
  readonly message: string;
  /** `missing_column`: the table lacks a column, so it may be of another form. */
  readonly code?: "missing_column";
};
