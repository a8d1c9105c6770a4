import { BatchConnection, type Connect } from "../../database/batch/batch-connection.ts";
import type { Statement } from "../../database/connection/statement.ts";

export type LogLine = { readonly merchantId: string; readonly line: string };

/** Where the log is written: one dedicated connection, or those of a distributed database. */
export type LogConnection = {
  /** The first column has the merchants of the rows. */
  run(
    statement: Statement,
    columns: readonly (readonly unknown[])[],
  ): Promise<readonly Record<string, unknown>[]>;
  copy(statement: string, lines: readonly LogLine[]): Promise<void>;
  close(): Promise<void>;
};

export function openLogConnection(connect: Connect): LogConnection {
  const connection = new BatchConnection(async () => {
    const client = await connect();
    // A crash of the database server may lose the last second of the log; in return no write waits
    // for the disk.
    await client.query("set synchronous_commit = off");
    return client;
  });
  return {
    run: (statement, columns) => connection.run(statement, columns),
    copy: (statement, lines) => connection.copy(statement, lines.map(({ line }) => line).join("")),
    close: () => connection.close(),
  };
}
