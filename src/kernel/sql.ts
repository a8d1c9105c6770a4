/** The little of a database driver that a caller of SQL needs; rows are parsed by the caller. */
export interface Sql {
  query(
    text: string,
    values?: readonly unknown[],
  ): Promise<{ readonly rows: readonly Record<string, unknown>[] }>;
}
