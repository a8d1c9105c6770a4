import type { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { readMigrations } from "./migration-file.ts";
import { SchemaFit } from "./schema-fit.ts";

const STATEMENTS = [
  { name: "find-names", text: "select name from merchant where merchant_id = any ($1::text[])" },
  {
    name: "keep-names",
    text: "insert into kept_name (name) values ($1) on conflict (name) do nothing",
  },
];

describe("a process and the schema of its database", () => {
  let database: TestDatabase;
  let pool: Pool;
  let now = 0;
  const fit = () =>
    new SchemaFit({ address: database.connection, pool, statements: STATEMENTS, now: () => now });
  beforeAll(async () => {
    database = await createTestDatabase();
    pool = database.open({ max: 1 });
    await pool.query("create table kept_name (name text)");
    await pool.query("create unique index kept_name_key on kept_name (name)");
  });
  afterAll(() => database.drop());

  /** Runs a migration of a later release, in one commit with its record. */
  const migrate = (name: string, sql: string): Promise<unknown> =>
    pool.query(
      `begin; ${sql}; insert into schema_migration (name, digest) values ('${name}', ''); commit`,
    );

  it("fit while each statement can be planned, and no longer after a later release's migration", async () => {
    const running = fit();
    await running.check();
    await migrate("9001-index", "drop index kept_name_key");
    await running.check();
    now += 5_000;
    // This check begins the look, and a later one knows.
    await expect
      .poll(() => running.check().then(() => "", String))
      .toContain("its statement keep-names can't be planned (there is no unique");
    await expect(fit().check()).rejects.toThrow("does not fit this release");
    await migrate("9002-index", "create unique index kept_name_key on kept_name (name)");
    now += 5_000;
    await expect.poll(() => running.check().then(() => "", String)).toBe("");
  });

  it("count a note about the needed release as no other content of a migration", async () => {
    const all = await readMigrations("vezne");
    const { digest, needsRelease } = all.find(({ name }) => name.startsWith("0060")) ?? {};
    expect(needsRelease).toBe("0.1.0");
    expect(digest).toBe("e89068bb56b8b329392f859245945df0d8f70f50548aae0f173af16aa89ee22a");
  });
});
