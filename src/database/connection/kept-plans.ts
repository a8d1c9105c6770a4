import type { ClientBase } from "pg";
import { isStalePlan } from "./database-error.ts";

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
  const ask = (...given: unknown[]): unknown => Reflect.apply(query, client, given);
  let runs = 0;
  let plansLast = 1;
  let generation = 0;
  const refresh = (): void => {
    runs += 1;
    if (runs <= plansLast) return;
    runs = 1;
    plansLast = Math.min(2 * plansLast, PLANS_LAST_RUNS);
    // Waits in the client's queue before the statement; its failure is that of the statement too.
    ask("discard plans", () => undefined);
  };
  /** True if the statement may be asked again: under new names, all are prepared anew. */
  const isRenewed = (error: unknown): boolean => {
    if (!isStalePlan(error)) return false;
    generation += 1;
    return client.getTransactionStatus() === "I";
  };
  const kept = (text: unknown, values: unknown, ended: unknown): unknown => {
    if (typeof text !== "string" || !Array.isArray(values)) return ask(text, values, ended);
    refresh();
    const statement = () => ({ name: `${nameOf(text)}-${generation}`, text, values });
    if (isCallback(ended)) {
      return ask(statement(), (error: unknown, result: unknown) =>
        isRenewed(error) ? ask(statement(), ended) : ended(error, result),
      );
    }
    const answer = ask(statement());
    if (!(answer instanceof Promise)) return answer;
    return answer.catch((error: unknown) => {
      if (isRenewed(error)) return ask(statement());
      throw error;
    });
  };
  return Object.assign(client, { query: kept });
}

function isCallback(value: unknown): value is (error: unknown, result: unknown) => unknown {
  return typeof value === "function";
}

function nameOf(text: string): string {
  const name = names.get(text) ?? `kept-${names.size + 1}`;
  names.set(text, name);
  return name;
}
