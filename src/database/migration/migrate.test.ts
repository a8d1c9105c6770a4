// tier: push
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Pool } from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { makeMigrationFiles, type MigrationFiles } from "../../../test/support/migration-files.ts";
import { migrate } from "./migrate.ts";
import { compareSchema, SchemaError } from "./schema-record.ts";

let database: TestDatabase;
let pool: Pool;
let files: MigrationFiles;
let folder: string;

beforeEach(async () => {
  database = await createTestDatabase({ empty: true });
  pool = database.open();
  files = await makeMigrationFiles();
  ({ folder } = files);
});
afterEach(async () => {
  await database.drop();
  await files.close();
});

const CURRENT = { pending: [], later: [], problem: undefined };

function compare(release?: string) {
  return compareSchema(pool, { set: "vezne", folder, release });
}

describe("this release's migrations", () => {
  it.each(["vezne", "bank"] as const)(
    "bring an empty database to the schema of %s",
    async (set) => {
      expect((await compareSchema(pool, { set })).pending).not.toEqual([]);
      expect((await migrate(database.connection, set)).files).not.toEqual([]);
      expect(await compareSchema(pool, { set })).toEqual(CURRENT);
      expect(await migrate(database.connection, set)).toEqual({ files: [], later: [] });
    },
  );
});

describe("running migrations", () => {
  it.each(["vezne", "bank"])("records each file of %s once, in one row", async (set) => {
    const names = await readdir(join(import.meta.dirname, "../../../migrations", set));
    const numbers = names.toSorted().map((name) => Number(name.slice(0, 4)));
    expect(numbers).toEqual(names.map((_, index) => index + 1));
  });

  it("runs only new files, in the order of their names, also through a URL", async () => {
    await files.write("vezne/0001-make.sql", "create table note (body text);");
    await migrate(database.connection, "vezne", { folder });
    await files.write("vezne/0003-fill.sql", "insert into note select title from book;");
    await files.write(
      "vezne/0002-add.sql",
      "create table book (title text);\ninsert into book values ('a');",
    );
    expect((await compare()).pending).toHaveLength(2);
    expect((await migrate(database.url, "vezne", { folder })).files).toEqual([
      "0002-add",
      "0003-fill",
    ]);
    expect((await pool.query("select body from note")).rows).toEqual([{ body: "a" }]);
  });

  it("records each set in its own schema", async () => {
    await files.write("bank/0001-make.sql", "create schema bank; create table bank.book (id int);");
    await migrate(database.connection, "bank", { folder });
    const { rows } = await pool.query("select name from bank.schema_migration");
    expect(rows).toEqual([{ name: "0001-make" }]);
    expect(await compare()).toEqual(CURRENT);
  });

  it("lets one of several processes work while the others wait", async () => {
    await files.write(
      "vezne/0001-make.sql",
      "create table note (body text); select pg_sleep(0.1);",
    );
    const runs = [1, 2, 3].map(() => migrate(database.connection, "vezne", { folder }));
    expect((await Promise.all(runs)).flatMap((migrated) => migrated.files)).toEqual(["0001-make"]);
  });

  it("rolls back a failing file, keeps those before it, and names it", async () => {
    await files.write("vezne/0001-make.sql", "create table note (body text);");
    await files.write("vezne/0002-fail.sql", "create table half (id int); select 1 / 0;");
    await expect(migrate(database.connection, "vezne", { folder })).rejects.toThrow(
      "Migration 0002-fail of vezne failed: division by zero",
    );
    const { rows } = await pool.query(
      "select to_regclass('note')::text as note, to_regclass('half')::text as half",
    );
    expect(rows).toEqual([{ note: "note", half: null }]);
    expect((await compare()).pending).toHaveLength(1);
  });
});

describe("the schema of a later release", () => {
  const later = async (sql: string): Promise<void> => {
    await files.write("vezne/0001-make.sql", "create table note (body text);");
    await files.write("vezne/0002-later.sql", sql);
    await migrate(database.connection, "vezne", { folder });
    await files.remove("vezne/0002-later.sql");
  };

  it("is used by the release before it, which leaves it as it is", async () => {
    await later("alter table note add column later text;");
    expect(await compare()).toEqual({ ...CURRENT, later: ["0002-later"] });
    expect(await migrate(database.connection, "vezne", { folder })).toEqual({
      files: [],
      later: ["0002-later"],
    });
  });

  it("is refused by releases older than the one that it names", async () => {
    await later("-- migration: needs release 0.10.0\nalter table note drop column body;");
    expect((await compare("0.10.0-rc.1")).problem).toBeUndefined();
    expect((await compare("1.0.0")).problem).toBeUndefined();
    expect((await compare("0.9.3")).problem).toContain(
      "needs release 0.10.0 or later. This is 0.9.3",
    );
    await expect(migrate(database.connection, "vezne", { folder })).rejects.toThrow(SchemaError);
  });
});

describe("a schema that no release may use", () => {
  it("is one whose file has been edited since", async () => {
    await files.write("vezne/0001-make.sql", "create table note (body text);");
    await migrate(database.connection, "vezne", { folder });
    await files.write("vezne/0001-make.sql", "create table note (body text, more text);");
    expect((await compare()).problem).toMatch(/another content/);
    await expect(migrate(database.connection, "vezne", { folder })).rejects.toThrow(
      /another content/,
    );
  });

  it("is one that has another file in the middle", async () => {
    await files.write("vezne/0001-make.sql", "create table note (body text);");
    await files.write("vezne/0002-other.sql", "create table other (body text);");
    await migrate(database.connection, "vezne", { folder });
    await files.remove("vezne/0002-other.sql");
    await files.write("vezne/0003-own.sql", "create table own (body text);");
    expect((await compare()).problem).toMatch(/changed by migration 0002-other/);
  });
});
