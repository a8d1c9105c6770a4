import {
  existsSync,
  fstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Manifest } from "../../src/database/backup/manifest.ts";
import { restoreBackup } from "../../src/database/backup/restore-backup.ts";
import { compareTables, verifyBackup } from "../../src/database/backup/verify-backup.ts";
import { writeBackup } from "../../src/database/backup/write-backup.ts";
import { createTestDatabase, type OwnedDatabase, type TestDatabase } from "../support/database.ts";
import { paidOrder } from "../support/merchant-calls.ts";
import { random } from "../support/sandbox-bank.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { placeAfterRestore } from "../../src/store/event/event-placer.ts";

const onTable = () => undefined;

describe("a backup", () => {
  const folders = mkdtempSync(join(tmpdir(), "vezne-backup-"));
  let origin: OwnedDatabase;
  let shop: TestService;
  const empties: TestDatabase[] = [];
  beforeAll(async () => {
    origin = await createTestDatabase();
    shop = await startTestService({ database: origin });
  });
  afterAll(async () => {
    await shop.close();
    await Promise.all(empties.map((empty) => empty.drop()));
    rmSync(folders, { recursive: true, force: true });
  });

  const newFolder = (name: string) => join(folders, name);
  const backUp = (folder: string, of = shop) =>
    writeBackup(folder, {
      database: of.database.connection,
      clock: of.clock,
      version: "test",
      onTable,
    });
  async function emptyDatabase(): Promise<TestDatabase> {
    const database = await createTestDatabase({ empty: true });
    empties.push(database);
    return database;
  }
  const restore = (folder: string, database: TestDatabase) =>
    restoreBackup(folder, {
      database: database.connection,
      clock: shop.clock,
      onTable,
      placeAfterRestore,
    });

  it("is on the disk before it gets its name, and its name is before the command ends", async () => {
    const folder = newFolder("flushed");
    const some = await open(folders);
    const flushed: { readonly inode: number; readonly isNamed: boolean }[] = [];
    const { sync } = some;
    const flushing = vi
      .spyOn(Object.getPrototypeOf(some) as FileHandle, "sync")
      .mockImplementation(function (this: FileHandle) {
        flushed.push({ inode: fstatSync(this.fd).ino, isNamed: existsSync(folder) });
        return sync.call(this);
      });
    await backUp(folder);
    flushing.mockRestore();
    await some.close();
    const inodes = readdirSync(folder).map((file) => statSync(join(folder, file)).ino);
    expect(inodes.length).toBeGreaterThan(50);
    expect(flushed).toEqual([
      ...inodes.map(() => ({ inode: expect.any(Number), isNamed: false })),
      { inode: statSync(folder).ino, isNamed: false },
      { inode: statSync(folders).ino, isNamed: true },
    ]);
    expect(flushed.map(({ inode }) => inode)).toEqual(expect.arrayContaining(inodes));
  });

  it("is verified row by row in a temporary database that is dropped afterwards", async () => {
    await paidOrder(shop.api);
    const folder = newFolder("verified");
    await backUp(folder);
    const server = origin.owner;
    const verified = await verifyBackup(folder, {
      server,
      random,
      clock: shop.clock,
      onTable,
      placeAfterRestore,
    });
    expect(verified.tables.length).toBeGreaterThan(10);
    const pool = shop.database.open({ max: 1 });
    const { rows } = await pool.query("select from pg_database where datname like 'vezne_verify%'");
    expect(rows).toEqual([]);
  });

  it("is compared row by row, in whatever order the restored rows are stored", async () => {
    const { order } = await paidOrder(shop.api);
    await paidOrder(shop.api);
    const folder = newFolder("moved");
    await backUp(folder);
    const database = await emptyDatabase();
    const manifest = await restore(folder, database);
    const pool = database.open({ max: 1 });
    const compare = () => compareTables(folder, database.connection, manifest);
    const orders = async () =>
      (await pool.query<{ order_id: string }>("select order_id from payment")).rows;
    const restored = await orders();
    // PostgreSQL writes the row anew, behind the others.
    await pool.query("update payment set state = state where order_id = $1", [order]);
    expect(await orders()).not.toEqual(restored);
    await compare();
    await pool.query("update bank.entry set order_id = 'another' where order_id = $1", [order]);
    await expect(compare()).rejects.toThrow("bank.entry came back changed");
  });

  it("is refused when one of its files was changed, and nothing is restored", async () => {
    await paidOrder(shop.api);
    const folder = newFolder("changed");
    const { tables } = await backUp(folder);
    const file = join(folder, tables.find(({ table }) => table === "payment")?.file ?? "");
    const text = gunzipSync(readFileSync(file)).toString();
    writeFileSync(file, gzipSync(text.replace("125000", "125001")));
    const database = await emptyDatabase();
    await expect(restore(folder, database)).rejects.toThrow("the backup is damaged");
    const pool = database.open({ max: 1 });
    const { rows } = await pool.query("select to_regclass('public.payment') as payment");
    expect(rows).toEqual([{ payment: null }]);
  });

  it("fails to restore when a file disappears meanwhile, and leaves nothing behind", async () => {
    const folder = newFolder("losing");
    await backUp(folder);
    const database = await emptyDatabase();
    const lose = () => rmSync(join(folder, "public.seal.copy.gz"), { force: true });
    await expect(
      restoreBackup(folder, {
        database: database.connection,
        clock: shop.clock,
        onTable: lose,
        placeAfterRestore,
      }),
    ).rejects.toMatchObject({ code: "ENOENT" });
    const { rows } = await database.open().query("select from merchant");
    expect(rows).toEqual([]);
  });

  it("overwrites neither a folder with files nor a database with merchants", async () => {
    const folder = newFolder("there");
    await backUp(folder);
    await expect(backUp(folder)).rejects.toThrow("is not empty");
    await expect(restore(folder, shop.database)).rejects.toThrow("it has merchants");
    await expect(restore(newFolder("nowhere"), shop.database)).rejects.toThrow("is not a backup");
    writeFileSync(join(folder, "manifest.json"), "{");
    await expect(restore(folder, shop.database)).rejects.toThrow("manifest.json is not JSON");
  });

  it("of a later release is refused", async () => {
    const folder = newFolder("later");
    const manifest = await backUp(folder);
    const later: Manifest = {
      ...manifest,
      migrations: {
        ...manifest.migrations,
        vezne: [...manifest.migrations.vezne, { name: "9999-future", digest: "0" }],
      },
    };
    writeFileSync(join(folder, "manifest.json"), JSON.stringify(later));
    await expect(restore(folder, await emptyDatabase())).rejects.toThrow("later release");
  });
});
