import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { copyBinaries, trustedCacheFolder } from "./binaries-copy.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "vezne-binaries-"));
});
afterEach(() => rm(folder, { recursive: true }));

it("copies the server's files, readable for all, complete or not at all", async () => {
  const native = join(folder, "package/native");
  await mkdir(join(native, "bin"), { recursive: true });
  await mkdir(join(native, "lib"));
  await writeFile(join(native, "bin/postgres"), "program", { mode: 0o700 });
  await writeFile(join(native, "lib/libpgcommon.a"), "for building only");
  await symlink("libpq.so.5.18", join(native, "lib/libpq.so.5"));
  await chmod(native, 0o700);
  const target = join(folder, "copy");
  await Promise.all([1, 2].map(() => copyBinaries(join(folder, "package"), target)));
  expect((await readdir(folder)).toSorted((a, b) => a.localeCompare(b))).toEqual([
    "copy",
    "package",
  ]);
  expect(await readdir(join(target, "native/lib"))).toEqual(["libpq.so.5"]);
  for (const path of ["native", "native/bin/postgres"]) {
    expect((await stat(join(target, path))).mode & 0o777).toBe(0o755);
  }
});

it("doesn't trust a folder below one that other users can write to", async () => {
  expect(await trustedCacheFolder(join(folder, "cache"))).toBeUndefined();
});

it("a symbolic link is not trusted", async () => {
  await symlink("/", join(folder, "cache"));
  expect(await trustedCacheFolder(join(folder, "cache"))).toBeUndefined();
});

it("doesn't trust a folder that can't be created", async () => {
  await writeFile(join(folder, "file"), "");
  expect(await trustedCacheFolder(join(folder, "file/cache"))).toBeUndefined();
});
