/** A row of a table that is being imported: its fields by the name of their column, trimmed. */
export type TableRow = {
  /** Where the row begins in its file, from 1. */
  readonly line: number;
  readonly fields: ReadonlyMap<string, string>;
};

/** Why a table can't be imported; never quotes what a field holds. */
export type RowProblem = {
  readonly line: number;
  readonly column?: string;
  /** What would be right, or what is wrong with the row. */
  readonly message: string;
};
