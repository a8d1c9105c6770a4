/** The part of a database driver that SQL statements need; the caller parses the rows. */
export interface Sql {
  query(
    text: string,
    values?: readonly unknown[],
  ): Promise<{ readonly rows: readonly Record<string, unknown>[] }>;
}
