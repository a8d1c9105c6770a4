import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { createTestDatabase, type OwnedDatabase } from "../../../test/support/database.ts";
import { PLAIN_ONLY } from "../../../test/support/plain-only.ts";
import { TABLES, tablesOf } from "./distribution.ts";

const PAGE = join(import.meta.dirname, "../../../docs/operations/distribution.md");
const DECISION = join(import.meta.dirname, "../../../docs/decisions/distribution.md");
const ROW = /^\| `(\w+)` \| (distributed|reference|local) \| (.+) \|$/gm;

const OF_SCHEMA = `relnamespace = 'public'::regnamespace
  and relkind in ('r', 'p') and not relispartition`;

// On a cluster the template has been changed already.
describe.runIf(inject("clusterNodes").length === 0)("the distribution of the tables", () => {
  let database: OwnedDatabase;
  let pool: Pool;

  beforeAll(async () => {
    database = await createTestDatabase();
    pool = database.open({ max: 1, address: database.owner });
    const steps = Object.values(TABLES).flatMap(({ before = [] }) => before);
    for (const step of steps) await pool.query(step);
  });
  afterAll(() => database.drop());

  it("places each table of the schema, and no other", async () => {
    const names = await ask(`select relname as name from pg_class where ${OF_SCHEMA}`);
    expect(Object.keys(TABLES).toSorted()).toEqual(names.toSorted());
  });

  it("distributes only tables whose unique indexes contain the merchant", async () => {
    const names = await ask(
      `select indexrelid::regclass::text as name from pg_index
     join pg_class on pg_class.oid = indrelid
     where indisunique and ${OF_SCHEMA} and relname = any ($1) and not exists (
       select from pg_attribute
       where attrelid = indrelid and attname = 'merchant_id' and attnum = any (indkey)
     )`,
      tablesOf("distributed"),
    );
    expect(names).toEqual([]);
  });

  it("leads the foreign keys of a table only to tables that lie on its nodes", async () => {
    const keys = await ask(
      `select conrelid::regclass || ' ' || confrelid::regclass as name
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
    );
    const apart = keys.filter((key) => {
      const [from = "", to = ""] = key.split(" ").map((table) => TABLES[table]?.placement);
      return to !== "reference" && (from !== "local" || to !== "local");
    });
    expect(apart).toEqual([]);
  });

  it("gives distributed tables no identity column that Citus refuses", async () => {
    const names = await ask(
      `select attrelid::regclass || '.' || attname as name from pg_attribute
     join pg_class on pg_class.oid = attrelid
     where attidentity <> '' and atttypid <> 'bigint'::regtype and ${OF_SCHEMA}
       and relname = any ($1)`,
      tablesOf("distributed"),
    );
    expect(names).toEqual([]);
  });

  it("can copy each change of a distributed table while its group moves", async () => {
    const names = await ask(
      `select relname as name from pg_class
     where ${OF_SCHEMA} and relname = any ($1) and (
       relpersistence <> 'p' or relreplident <> 'f' and not exists (
         select from pg_index where indrelid = pg_class.oid and indisprimary
       )
     )`,
      tablesOf("distributed"),
    );
    expect(names).toEqual([]);
  });

  it("docs/operations/distribution.md lists the tables", () => {
    const listed = [...readFileSync(PAGE, "utf8").matchAll(ROW)].map(([row]) => row);
    const rows = Object.entries(TABLES).map(
      ([table, { placement, reason }]) => `| \`${table}\` | ${placement} | ${reason} |`,
    );
    expect(listed).toEqual(rows);
  });

  it("docs/decisions/distribution.md lists the tests that don't run on a cluster", () => {
    const rows = Object.entries(PLAIN_ONLY).map(([test, reason]) => `| ${test} | ${reason} |`);
    expect(readFileSync(DECISION, "utf8")).toContain(rows.join("\n"));
  });

  async function ask(text: string, tables?: readonly string[]): Promise<string[]> {
    const { rows } = await pool.query<{ name: string }>(text, tables && [tables]);
    return rows.map(({ name }) => name);
  }
});
