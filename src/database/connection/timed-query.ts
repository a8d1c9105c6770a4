import { Query, type Client, type QueryConfig, type Submittable } from "pg";

/** The driver gives an error or a result. */
type QueryCallback = (error: Error | null | undefined, result?: unknown) => unknown;
/** A query of the driver, or one that follows its rules. */
type DriverQuery = Submittable & { callback?: QueryCallback };
type TimedConfig = QueryConfig & { readonly query_timeout?: number };

const UNLIMITED: Partial<TimedConfig> = {};

/** A statement with a time limit of its own, in ms. */
export function within(ms: number, text: string, values: readonly unknown[] = []): TimedConfig {
  return { text, values: [...values], query_timeout: ms };
}

/**
 * Returns a connection's `query` with time limits in ms: that of the query (`query_timeout`), or
 * that of the connection. A query without an answer in time fails, and is not sent if it has still
 * to be.
 *
 * The driver has such limits, but they and its promises keep each query, and all that waits for it,
 * until the next full collection: V8 allocates a function that is assigned to a property, such as
 * `query.callback = () => …`, in the old generation, where young collections take it for live. So
 * none is written here, and the driver gets no limit (docs/operations/performance.md).
 */
export function queryWithin(client: Client, silenceMs: number | undefined) {
  const send: unknown = client.query;
  const submit = (asked: DriverQuery, ms: number | undefined): unknown => {
    if (ms !== undefined) limitTime(asked, ms);
    return typeof send === "function" ? Reflect.apply(send, client, [asked]) : undefined;
  };
  return (
    asked: DriverQuery | TimedConfig | string,
    values?: unknown,
    ended?: unknown,
  ): unknown => {
    if (isSubmittable(asked)) return submit(asked, silenceMs);
    const { query_timeout: ms = silenceMs } = typeof asked === "string" ? UNLIMITED : asked;
    const given = Array.isArray(values) ? values : undefined;
    const callback = typeof values === "function" ? values : ended;
    if (isCallback(callback)) return submit(new Query(asked, given, callback), ms);
    const answer = new Promise((resolve, reject) => {
      submit(new Query(asked, given, callbackOf(resolve, reject)), ms);
    });
    return answer.catch(renewStack);
  };
}

function isSubmittable(asked: DriverQuery | TimedConfig | string): asked is DriverQuery {
  return typeof asked === "object" && "submit" in asked;
}

function isCallback(value: unknown): value is QueryCallback {
  return typeof value === "function";
}

function callbackOf(
  resolve: (result: unknown) => void,
  reject: (error: Error) => void,
): QueryCallback {
  return (error, result) => (error ? reject(error) : resolve(result));
}

/** The stack of an error leads to the socket; afterwards it leads to the caller of the query. */
function renewStack(error: Error): never {
  Error.captureStackTrace(error);
  throw error;
}

function limitTime(asked: DriverQuery, ms: number): void {
  const { callback } = asked;
  // A query without a callback tells of its end in its own way.
  if (callback === undefined) return;
  asked.callback = endOf(setTimeout(giveUp, ms, asked, callback), callback);
}

function endOf(timer: NodeJS.Timeout, callback: QueryCallback): QueryCallback {
  return (error, result) => {
    clearTimeout(timer);
    callback(error, result);
  };
}

function giveUp(asked: DriverQuery, callback: QueryCallback): void {
  asked.callback = ignore;
  asked.submit = refuse;
  callback(new Error("Query read timeout"));
}

function ignore(): void {}

/** The driver takes a returned error for the end of a query that was not sent. */
function refuse(): Error {
  return new Error("the query has waited too long to be sent");
}
