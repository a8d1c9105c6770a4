export type Statement = { readonly name: string; readonly text: string };

/** A statement with its parameters, each an array in PostgreSQL's binary format. */
export type Call = { readonly statement: Statement; readonly values: readonly unknown[] };

/** The rows of a statement, each with its values as text. */
export type TextRows = readonly (readonly (string | null)[])[];
