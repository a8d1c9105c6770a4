import type { ClientBase } from "pg";

/**
 * The settings of connections that repeat few statements: each statement is planned once, and reads
 * tables by their indexes at every size.
 */
export const KEPT_PLANS = "-c plan_cache_mode=force_generic_plan -c enable_seqscan=off";

/** The largest number of statements after which plans are made anew; see batch-connection.ts. */
const PLANS_LAST_RUNS = 200;

const names = new Map<string, string>();

/**
 * Names each statement with parameters by its text, so that the connection plans it once. For
 * connections with a fixed set of statements: a connection keeps the plan of each.
 */
export function keepPlans<Client extends ClientBase>(client: Client): Client {
  const query: unknown = client.query.bind(client);
  if (typeof query !== "function") return client;
  let runs = 0;
  let plansLast = 1;
  const refresh = (): void => {
    runs += 1;
    if (runs <= plansLast) return;
    runs = 1;
    plansLast = Math.min(2 * plansLast, PLANS_LAST_RUNS);
    // Waits in the client's queue before the statement; its failure is that of the statement too.
    Reflect.apply(query, client, ["discard plans", () => undefined]);
  };
  const kept = (text: unknown, values: unknown, ...rest: unknown[]): unknown => {
    if (typeof text !== "string" || !Array.isArray(values)) {
      return Reflect.apply(query, client, [text, values, ...rest]);
    }
    refresh();
    return Reflect.apply(query, client, [{ name: nameOf(text), text, values }, ...rest]);
  };
  return Object.assign(client, { query: kept });
}

function nameOf(text: string): string {
  const name = names.get(text) ?? `kept-${names.size + 1}`;
  names.set(text, name);
  return name;
}
