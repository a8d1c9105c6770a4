import type { Client, Connection, Submittable } from "pg";
import { assert } from "../../kernel/assert.ts";
import { boundCalls } from "../shard/shard-client.ts";
import type { Call, Statement, TextRows } from "../connection/statement.ts";

type MessageCallback = (error: Error | null, rows: readonly TextRows[]) => void;

/** The statements that a connection has prepared. */
const prepared = new WeakMap<Connection, Set<string>>();

/** Sends statements in one message and one transaction; resolves to the rows of each of them. */
export function sendTogether(client: Client, calls: readonly Call[]): Promise<readonly TextRows[]> {
  const sent = boundCalls(client, calls);
  return new Promise((resolve, reject) => {
    const parts = sent.map(({ statement, values }) => ({
      statement,
      values: values.map(binaryOf),
    }));
    client.query(
      new Message(parts, (error, rows) => {
        if (error === null) resolve(rows.slice(sent.length - calls.length));
        else reject(error);
      }),
    );
  });
}

function binaryOf(value: unknown): Buffer {
  assert(Buffer.isBuffer(value), "a batch's parameter is binary");
  return value;
}

type Part = { readonly statement: Statement; readonly values: Buffer[] };

/**
 * Several statements as one query of the driver, which calls the `handle…` methods. One `Sync`
 * after the last statement makes them one transaction. The statements' results are not described
 * (no `Describe`), because their readers know the columns.
 */
class Message implements Submittable {
  readonly #parts: readonly Part[];
  readonly #results: TextRows[] = [];
  #rows: (string | null)[][] = [];
  /** The names of the statements, for measuring tools. */
  readonly label: string;
  /** The driver replaces it by a function that also ends its time limit. */
  callback: MessageCallback;
  #connection: Connection | undefined;

  constructor(parts: readonly Part[], callback: MessageCallback) {
    this.#parts = parts;
    this.callback = callback;
    this.label = parts.map(({ statement }) => statement.name).join(" ");
  }

  submit(connection: Connection): void {
    this.#connection = connection;
    const known = prepared.get(connection);
    const { stream } = connection;
    stream.cork();
    for (const { statement, values } of this.#parts) {
      if (known?.has(statement.name) !== true) prepare(connection, statement);
      connection.bind({ statement: statement.name, values }, true);
      connection.execute({}, true);
    }
    connection.sync();
    stream.uncork();
  }

  handleDataRow({ fields }: { readonly fields: (string | null)[] }): void {
    this.#rows.push(fields);
  }

  handleCommandComplete(): void {
    this.#results.push(this.#rows);
    this.#rows = [];
  }

  handleReadyForQuery(): void {
    this.#remember();
    this.callback(null, this.#results);
  }

  handleError(error: Error): void {
    this.callback(error, []);
  }

  /** Called after success only: after an error it is unknown which statements were prepared. */
  #remember(): void {
    if (this.#connection === undefined) return;
    const known = prepared.get(this.#connection) ?? new Set();
    for (const { statement } of this.#parts) known.add(statement.name);
    prepared.set(this.#connection, known);
  }
}

/** Prepares a statement, also if an earlier message failed after it had prepared it. */
function prepare(connection: Connection, { name, text }: Statement): void {
  connection.close({ type: "S", name }, true);
  connection.parse({ name, text, types: [] }, true);
}
