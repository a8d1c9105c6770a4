import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { loadCredentials } from "./credentials.ts";

const random = { bytes: (count: number) => randomBytes(count) };
let home: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "vezne-credentials-"));
});
afterEach(() => rm(home, { recursive: true }));

it("the credentials are strong, generated once and hidden from other users", async () => {
  const made = await loadCredentials(home, random, false);
  expect(made.owner.password).toMatch(/^[\w-]{32}$/);
  expect(made.service.password).not.toBe(made.owner.password);
  expect(await loadCredentials(home, random, true)).toEqual(made);
  const { mode } = await stat(join(home, "postgres-credentials.json"));
  expect((mode & 0o777).toString(8)).toBe("600");
  expect(await readdir(home)).toEqual(["postgres-credentials.json"]);
});

it("gives processes that start at once the same passwords", async () => {
  const all = await Promise.all([1, 2, 3].map(() => loadCredentials(home, random, false)));
  expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(1);
});

it("refuses to create new passwords for an existing cluster", async () => {
  await expect(loadCredentials(home, random, true)).rejects.toThrow(/is missing/);
});

it.each(['{"owner":{}}', "[]", "null", "", '{"owner":{"password":s3cret}}'])(
  "credentials with the damaged content %s are refused",
  async (content) => {
    await writeFile(join(home, "postgres-credentials.json"), content);
    await expect(loadCredentials(home, random, false)).rejects.toThrow(/damaged/);
  },
);
