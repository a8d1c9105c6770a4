import { Query, type QueryConfig } from "pg";
import { assert } from "../../kernel/assert.ts";

type Handler = (...given: unknown[]) => unknown;

/**
 * Runs a query of the driver in one message and one transaction with a statement before it, whose
 * rows are discarded. The connection must have prepared that statement already, because the driver
 * takes the first answer to a `Parse` for that of its own query.
 *
 * @param send gives the query to the connection.
 * @param before the name of the prepared statement, which has no parameters.
 * @param asked a query with parameters.
 */
export function queryAfter(
  send: (query: Query) => unknown,
  before: string,
  asked: QueryConfig,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const query = new Query(asked, undefined, (error: Error | undefined | null, result) =>
      error instanceof Error ? reject(error) : resolve(result),
    );
    const { submit } = query;
    query.submit = (connection) => {
      const { stream } = connection;
      stream.cork();
      connection.bind({ statement: before, values: [] }, true);
      connection.execute({}, true);
      submit.call(query, connection);
      stream.uncork();
    };
    let isBefore = true;
    wrap(query, "handleDataRow", (add) => (row) => (isBefore ? undefined : add(row)));
    wrap(query, "handleCommandComplete", (end) => (...given) => {
      if (!isBefore) return end(...given);
      isBefore = false;
      return undefined;
    });
    send(query);
  });
}

function wrap(query: Query, method: string, change: (original: Handler) => Handler): void {
  const original: unknown = Reflect.get(query, method);
  assert(typeof original === "function", `the driver's query has ${method}`);
  const called: Handler = (...given) => {
    const result: unknown = Reflect.apply(original, query, given);
    return result;
  };
  Reflect.set(query, method, change(called));
}
