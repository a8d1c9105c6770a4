import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Pool } from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../test/support/database.ts";
import { checkSchema, migrate, SchemaError } from "./migrate.ts";

let database: TestDatabase;
let pool: Pool;
let folder: string;

beforeEach(async () => {
  database = await createTestDatabase({ empty: true });
  pool = database.open();
  folder = await mkdtemp(join(tmpdir(), "vezne-migrations-"));
  await mkdir(join(folder, "vezne"));
  await mkdir(join(folder, "bank"));
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

async function file(name: string, sql: string): Promise<void> {
  await writeFile(join(folder, name), sql);
}

describe("this release's migrations", () => {
  it.each(["vezne", "bank"] as const)(
    "bring an empty database to the schema of %s",
    async (set) => {
      expect(await checkSchema(pool, set)).toBe("older");
      expect(await migrate(database.connection, set)).not.toEqual([]);
      expect(await checkSchema(pool, set)).toBe("ok");
      expect(await migrate(database.connection, set)).toEqual([]);
    },
  );
});

describe("running migrations", () => {
  it.each(["vezne", "bank"])("records each file of %s once, in one row", async (set) => {
    const names = await readdir(join(import.meta.dirname, "../../../../migrations", set));
    const numbers = names.toSorted().map((name) => Number(name.slice(0, 4)));
    expect(numbers).toEqual(names.map((_, index) => index + 1));
  });

  it("runs only new files, in the order of their names, also through a URL", async () => {
    await file("vezne/0001-make.sql", "create table note (body text);");
    await migrate(database.connection, "vezne", folder);
    await file("vezne/0003-fill.sql", "insert into note select title from book;");
    await file(
      "vezne/0002-add.sql",
      "create table book (title text);\ninsert into book values ('a');",
    );
    expect(await checkSchema(pool, "vezne", folder)).toBe("older");
    expect(await migrate(database.url, "vezne", folder)).toEqual(["0002-add", "0003-fill"]);
    expect((await pool.query("select body from note")).rows).toEqual([{ body: "a" }]);
  });

  it("records each set in its own schema", async () => {
    await file("bank/0001-make.sql", "create schema bank; create table bank.book (id int);");
    await migrate(database.connection, "bank", folder);
    const { rows } = await pool.query("select name from bank.schema_migration");
    expect(rows).toEqual([{ name: "0001-make" }]);
    expect(await checkSchema(pool, "vezne", folder)).toBe("ok");
  });

  it("lets one of several processes work while the others wait", async () => {
    await file("vezne/0001-make.sql", "create table note (body text); select pg_sleep(0.1);");
    const runs = [1, 2, 3].map(() => migrate(database.connection, "vezne", folder));
    expect((await Promise.all(runs)).flat()).toEqual(["0001-make"]);
  });

  it("rolls back a failing file, keeps those before it, and names it", async () => {
    await file("vezne/0001-make.sql", "create table note (body text);");
    await file("vezne/0002-fail.sql", "create table half (id int); select 1 / 0;");
    await expect(migrate(database.connection, "vezne", folder)).rejects.toThrow(
      "Migration 0002-fail of vezne failed: division by zero",
    );
    const { rows } = await pool.query(
      "select to_regclass('note')::text as note, to_regclass('half')::text as half",
    );
    expect(rows).toEqual([{ note: "note", half: null }]);
    expect(await checkSchema(pool, "vezne", folder)).toBe("older");
  });
});

describe("a schema that this release must refuse", () => {
  it("is one that a later release changed", async () => {
    await file("vezne/0001-make.sql", "create table note (body text);");
    await file("vezne/0002-later.sql", "alter table note add column later text;");
    await migrate(database.connection, "vezne", folder);
    await rm(join(folder, "vezne/0002-later.sql"));
    expect(await checkSchema(pool, "vezne", folder)).toBe("newer");
    await expect(migrate(database.connection, "vezne", folder)).rejects.toThrow(SchemaError);
  });

  it("is one whose file has been edited since", async () => {
    await file("vezne/0001-make.sql", "create table note (body text);");
    await migrate(database.connection, "vezne", folder);
    await file("vezne/0001-make.sql", "create table note (body text, more text);");
    expect(await checkSchema(pool, "vezne", folder)).toBe("newer");
    await expect(migrate(database.connection, "vezne", folder)).rejects.toThrow(/another content/);
  });
});
