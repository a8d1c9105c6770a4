import { randomBytes } from "node:crypto";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { instant } from "../kernel/clock.ts";
import { addKeyToFile, dropKeysFromFile, keyFileOf, makeKeyFile, readKeyFile } from "./key-file.ts";

const source = { random: { bytes: (count: number) => randomBytes(count) }, now: instant(0) };

describe("the file of the vault keys", () => {
  let home: string;
  let path: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), "vezne-vault-"));
    path = keyFileOf(join(home, "data"));
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  const ids = async (): Promise<readonly string[]> => (await readKeyFile(path)).map(({ id }) => id);

  it("does not exist before the first key, and is then readable by its owner only", async () => {
    expect(await ids()).toEqual([]);
    await makeKeyFile(path, source);
    expect(await ids()).toHaveLength(1);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(home, "data"))).toEqual(["vault-key.json"]);
  });

  it("is created once, also by many processes at the same time", async () => {
    await Promise.all(Array.from({ length: 20 }, () => makeKeyFile(path, source)));
    const made = await ids();
    await makeKeyFile(path, source);
    expect(made).toHaveLength(1);
    expect(await ids()).toEqual(made);
  });

  it("contains the newest key first, and keeps its mode when a key is added or removed", async () => {
    await makeKeyFile(path, source);
    const [first] = await ids();
    const second = await addKeyToFile(path, source);
    expect(await ids()).toEqual([second.id, first]);
    await dropKeysFromFile(path, new Set([first ?? ""]));
    expect(await ids()).toEqual([second.id]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it.each([0o640, 0o604, 0o660])(
    "is refused with mode %o, and the remedy is named",
    async (mode) => {
      await makeKeyFile(path, source);
      chmodSync(path, mode);
      await expect(readKeyFile(path)).rejects.toThrow(`chmod 600 ${path}`);
    },
  );

  it("is refused if it is damaged, or if a key does not match its id", async () => {
    await makeKeyFile(path, source);
    const whole = readFileSync(path, "utf8");
    const [id = ""] = await ids();
    const damaged = [
      "",
      "{}",
      '{"keys":[]}',
      whole.slice(0, -9),
      whole.replace(id, "vk_0123456789abcdef"),
    ];
    for (const text of damaged) {
      writeFileSync(path, text);
      await expect(readKeyFile(path), text).rejects.toThrow("is damaged");
    }
  });

  it("is refused with the system's reason if it can't be read", async () => {
    mkdirSync(path, { recursive: true });
    await expect(readKeyFile(path)).rejects.toThrow(`${path} can't be read (EISDIR).`);
  });
});
