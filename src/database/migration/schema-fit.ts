import { SECOND } from "../../kernel/clock.ts";
import { openConnection, type DatabaseAddress, type SqlClient } from "../connection/database.ts";
import { SchemaError } from "./schema-record.ts";
import type { Statement } from "../connection/statement.ts";

/** How long a process relies on a look at the record of migrations. */
const LOOK_MS = 5 * SECOND;

export type SchemaFitOptions = {
  readonly address: DatabaseAddress;
  readonly pool: SqlClient;
  readonly statements: readonly Statement[];
  /** A clock that never goes back, in ms. */
  readonly now: () => number;
};

/**
 * Knows whether the statements of this release can be planned on the present schema, which a later
 * release may have changed while this process runs. They are planned again after each migration.
 */
export class SchemaFit {
  readonly #options: SchemaFitOptions;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #planned: { readonly schema: string; readonly problem: string | undefined } | undefined;

  constructor(options: SchemaFitOptions) {
    this.#options = options;
  }

  /** @throws SchemaError that names the statement and what PostgreSQL says about it. */
  async check(): Promise<void> {
    const { now, pool } = this.#options;
    if (this.#planned === undefined) {
      await this.#look();
    } else if (now() - this.#lookedAt >= LOOK_MS) {
      this.#lookedAt = now();
      // Readiness waits for no pool. A database that doesn't answer is another watch's matter.
      newestMigration(pool)
        .then((schema) => (schema === this.#planned?.schema ? undefined : this.#look()))
        .catch(() => undefined);
    }
    const problem = this.#planned?.problem;
    if (problem !== undefined) throw new SchemaError(problem);
  }

  async #look(): Promise<void> {
    const { address, statements, now } = this.#options;
    const client = openConnection({ address, applicationName: "vezne readiness" });
    try {
      await client.connect();
      // Read first: a migration that comes in between is seen by the next look.
      const schema = await newestMigration(client);
      this.#planned = { schema, problem: await planProblem(client, statements) };
      this.#lookedAt = now();
    } finally {
      await client.end();
    }
  }
}

async function newestMigration(sql: SqlClient): Promise<string> {
  const { rows } = await sql.query<{ name: string }>(
    "select coalesce(max(name), '') as name from schema_migration",
  );
  return rows[0]?.name ?? "";
}

const COUNT_PARAMETERS = `
  select coalesce(cardinality(parameter_types), 0) as count
  from pg_prepared_statements where name = 'fit'`;

/**
 * Plans statements without running them; returns a sentence about the first that can't be planned.
 * Preparing alone does not tell: the planner looks for the index that `on conflict` needs.
 */
async function planProblem(
  sql: SqlClient,
  statements: readonly Statement[],
): Promise<string | undefined> {
  // Values are not known, so the plan is the one for all of them.
  await sql.query("set plan_cache_mode = force_generic_plan");
  for (const { name, text } of statements) {
    try {
      await sql.query(`prepare fit as ${text}`);
      const { rows } = await sql.query<{ count: number }>(COUNT_PARAMETERS);
      const values = Array.from({ length: rows[0]?.count ?? 0 }, () => "null").join(", ");
      await sql.query(`explain execute fit${values === "" ? "" : ` (${values})`}`);
      await sql.query("deallocate fit");
    } catch (error) {
      if (!isOfSchema(error)) throw error;
      return (
        "The schema of the database does not fit this release: its statement " +
        `${name} can't be planned (${error.message}). Start the release that made the schema, or a ` +
        "later one."
      );
    }
  }
  return undefined;
}

/** True for PostgreSQL's class 42: a thing that the statement names is missing or another one. */
function isOfSchema(error: unknown): error is Error {
  return error instanceof Error && "code" in error && String(error.code).startsWith("42");
}
