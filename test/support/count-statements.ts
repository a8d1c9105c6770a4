import pg from "pg";

type Counter = { readonly applicationName: string; count: number };

// Each test file of a process runs this module again, but the driver must be wrapped only once.
const KEY = Symbol.for("vezne.statement-counters");

/** The counters in use. Connections keep the method with which they were opened. */
const counters: Set<Counter> = wrapDriver();

/**
 * Counts the statements that `work` sends over the connections whose application has a name that
 * begins so; a batch that is sent as one message counts as one.
 */
export async function countStatements(
  applicationName: string,
  work: () => Promise<unknown>,
): Promise<number> {
  const counter: Counter = { applicationName, count: 0 };
  counters.add(counter);
  try {
    await work();
    return counter.count;
  } finally {
    counters.delete(counter);
  }
}

function wrapDriver(): Set<Counter> {
  const known: unknown = Reflect.get(globalThis, KEY);
  if (known instanceof Set) return known as Set<Counter>;
  const made = new Set<Counter>();
  const { prototype } = pg.Client;
  const called: unknown = Reflect.get(prototype, "query");
  if (typeof called !== "function") throw new Error("the driver has no query");
  Reflect.set(prototype, "query", function (this: object, ...given: unknown[]): unknown {
    for (const counter of made) {
      if (nameOf(this).startsWith(counter.applicationName)) counter.count += 1;
    }
    const result: unknown = Reflect.apply(called, this, given);
    return result;
  });
  Reflect.set(globalThis, KEY, made);
  return made;
}

function nameOf(client: object): string {
  const parameters: unknown = Reflect.get(client, "connectionParameters");
  if (typeof parameters !== "object" || parameters === null) return "";
  return String(Reflect.get(parameters, "application_name"));
}
