import pg from "pg";

/**
 * The statements of the service that this process has executed, each with the file that has it. A
 * statement that was removed from the map is not recorded again.
 */
export type RecordedStatements = Map<string, string>;

// These files pass statements on, so the file that has the statement is their caller.
const PASSES_ON = /\/src\/database\/connection\/(database|kept-plans|timed-query|copy-out)\.ts$/;
const OF_PROJECT = /(\/(?:src|test)\/[\w/.-]+\.tsx?):\d+/g;
const STACK_DEPTH = 40;

// Each test file of a process runs this module again, but the driver must be wrapped only once.
const KEY = Symbol.for("vezne.recorded-statements");

/** Records the statements of the service from the first call on. */
export function recordStatements(): RecordedStatements {
  const known: unknown = Reflect.get(globalThis, KEY);
  if (known instanceof Map) return known;
  const statements = new Map<string, string>();
  const seen = new Set<string>();
  const note = (text: string): void => {
    if (seen.has(text)) return;
    const file = fileOfCaller();
    // The pool calls a connection after it has waited, so that the caller is no longer known.
    if (file === undefined) return;
    seen.add(text);
    if (isOfService(file)) statements.set(text, file.slice(1));
  };
  wrap(pg.Pool.prototype, "query", note);
  wrap(pg.Client.prototype, "query", note);
  // A batch is prepared statement by statement (message.ts).
  wrap(pg.Connection.prototype, "parse", note);
  Reflect.set(globalThis, KEY, statements);
  return statements;
}

function wrap(target: object, method: string, note: (text: string) => void): void {
  const called: unknown = Reflect.get(target, method);
  if (typeof called !== "function") throw new Error(`the driver has no ${method}`);
  Reflect.set(target, method, function (this: unknown, ...given: unknown[]): unknown {
    const text = textOf(given[0]);
    if (text !== undefined) note(text);
    const result: unknown = Reflect.apply(called, this, given);
    return result;
  });
}

function textOf(asked: unknown): string | undefined {
  if (typeof asked === "string") return asked;
  if (typeof asked !== "object" || asked === null) return undefined;
  const text: unknown = Reflect.get(asked, "text");
  return typeof text === "string" ? text : undefined;
}

function fileOfCaller(): string | undefined {
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = STACK_DEPTH;
  const { stack = "" } = new Error("where");
  Error.stackTraceLimit = before;
  return [...stack.matchAll(OF_PROJECT)]
    .map(([, file = ""]) => file)
    .find((file) => !PASSES_ON.test(file) && !file.endsWith("record-statements.ts"));
}

function isOfService(file: string): boolean {
  return file.startsWith("/src/") && !file.includes(".test.");
}
