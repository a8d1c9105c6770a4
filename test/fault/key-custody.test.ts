import { randomBytes } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "../../src/config/config.ts";
import { keyFileOf } from "../../src/vault/key-file.ts";
import { DAY, MINUTE } from "../../src/kernel/clock.ts";
import { runCommand } from "../support/command-line.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { textOf } from "../support/page-visitor.ts";
import { panelUsers, panelVisitor } from "../support/panel-visitor.ts";
import { movableClock, random } from "../support/sandbox-bank.ts";
import { payWith, saveCard } from "../support/saved-card.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { createLogger } from "../../src/system/logger.ts";
import { useInstallation } from "../../src/service/start/use-installation.ts";
import { checkVaultKeys } from "../../src/service/runtime/vault.ts";

type Environment = Readonly<Record<string, string>>;

/** Tests the places of the stored cards' key, and its replacement. */
describe("custody of the vault key", () => {
  let database: TestDatabase;
  let home: string;
  let data: string;
  let services: TestService[];
  beforeEach(async () => {
    database = await createTestDatabase();
    home = mkdtempSync(join(tmpdir(), "vezne-custody-"));
    data = join(home, "data");
    services = [];
  });
  afterEach(async () => {
    for (const { service } of services) await service.stop();
    await database.drop();
    rmSync(home, { recursive: true, force: true });
  });

  const environmentOf = (given: Environment): Environment => ({
    VEZNE_DATA_DIR: data,
    VEZNE_VAULT_KEY: "",
    ...given,
  });
  const start = async (given: Environment): Promise<TestService> => {
    const environment = environmentOf(given);
    const service = await startTestService({ database, environment });
    services.push(service);
    return service;
  };
  const stop = async (shop: TestService): Promise<void> => {
    await shop.service.stop();
    services = services.filter((one) => one !== shop);
  };
  const check = (given: Environment): Promise<void> => {
    const config = readConfig(environmentOf(given));
    const parts = { config, database: database.connection, clock: movableClock(), random };
    return useInstallation({ ...parts, logger: createLogger("silent") }, checkVaultKeys);
  };
  const vezne = (given: Environment, ...args: readonly string[]) =>
    runCommand(database, args, environmentOf(given));
  const newKey = (): string => randomBytes(32).toString("base64");

  it("accepts a file outside the data directory, creates the key in it, and rotates it there", async () => {
    const file = join(home, "keys", "vault.json");
    const shop = await start({ VEZNE_VAULT_KEY_FILE: file });
    const saved = await saveCard(shop);
    expect(saved.token).toMatch(/^tok_/);
    expect([existsSync(file), statSync(file).mode & 0o777]).toEqual([true, 0o600]);
    expect(existsSync(keyFileOf(data))).toBe(false);
    const rotated = await vezne({ VEZNE_VAULT_KEY_FILE: file }, "vault", "rotate", "--json");
    expect([rotated.code, rotated.stderr]).toEqual([0, ""]);
    expect(await payWith(shop, saved)).toBe("completed");
  });

  it("keeps an old key that still encrypts a record, and names it", async () => {
    const file = join(home, "vault.json");
    const given = { VEZNE_VAULT_KEY_FILE: file };
    const shop = await start(given);
    await saveCard(shop);
    const pool = database.open({ max: 1 });
    const { rows } = await pool.query<{ key_id: string }>("select key_id from vault_key");
    await pool.query("update stored_card set wrapped_key = sha512('changed')");
    await pool.end();
    const rotated = await vezne(given, "vault", "rotate", "--forget-old-keys", "--json");
    const old = rows[0]?.key_id ?? "";
    expect([rotated.code, JSON.parse(rotated.stdout)]).toEqual([
      1,
      expect.objectContaining({ previous_key_id: old, rewrapped: 1, unreadable: 1 }),
    ]);
    expect(rotated.stderr).toContain(`${old} still encrypts records and was not removed`);
    expect(readFileSync(file, "utf8")).toContain(old);
  });

  it("refuses a file in the data directory, also behind a symbolic link", async () => {
    expect(() => readConfig(environmentOf({ VEZNE_VAULT_KEY_FILE: join(data, "k") }))).toThrow(
      `VEZNE_VAULT_KEY_FILE must lie outside ${data}`,
    );
    await saveCard(await start({}));
    const link = join(home, "link.json");
    symlinkSync(keyFileOf(data), link);
    await expect(check({ VEZNE_VAULT_KEY_FILE: link })).rejects.toThrow("which lies in");
    // The same key works after it was moved out of the data directory.
    const file = join(home, "vault.json");
    renameSync(keyFileOf(data), file);
    await expect(check({ VEZNE_VAULT_KEY_FILE: file })).resolves.toBeUndefined();
    await expect(check({ VEZNE_VAULT_KEY_FILE: link })).rejects.toThrow("does not hold");
  });

  it("refuses a file that other users may read, and one that does not fit the stored cards", async () => {
    const file = join(home, "vault.key");
    writeFileSync(file, `${newKey()}\n`, { mode: 0o600 });
    await saveCard(await start({ VEZNE_VAULT_KEY_FILE: file }));
    chmodSync(file, 0o640);
    await expect(check({ VEZNE_VAULT_KEY_FILE: file })).rejects.toThrow("chmod 600");
    const wrong = join(home, "wrong.key");
    writeFileSync(wrong, `${newKey()}\n`, { mode: 0o600 });
    await expect(check({ VEZNE_VAULT_KEY_FILE: wrong })).rejects.toThrow("does not hold");
    writeFileSync(wrong, "not a key\n");
    await expect(check({ VEZNE_VAULT_KEY_FILE: wrong })).rejects.toThrow("is damaged");
  });

  it("accepts plain keys from a secret store, and never writes to it", async () => {
    const file = join(home, "vault.key");
    const [old, next] = [newKey(), newKey()];
    writeFileSync(file, `${old}\n`, { mode: 0o600 });
    const given = { VEZNE_VAULT_KEY_FILE: file };
    const shop = await start(given);
    const saved = await saveCard(shop);
    const refused = await vezne(given, "vault", "rotate", "--json");
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining("write a new one") as string,
    ]);
    writeFileSync(file, `${next}\n${old}\n`);
    const rotated = await vezne(given, "vault", "rotate", "--json");
    expect([rotated.code, rotated.stderr]).toEqual([0, ""]);
    writeFileSync(file, next);
    await stop(shop);
    expect(await payWith(await start(given), saved)).toBe("completed");
    expect(readFileSync(file, "utf8")).toBe(next);
  });

  it("combines the parts of several custodians into a key, and rotates to it", async () => {
    const [one, two] = [join(home, "one.part"), join(home, "two.part")];
    const shop = await start({});
    const saved = await saveCard(shop);
    await stop(shop);
    const made = await vezne({}, "vault", "make-parts", "--to", `${one},${two}`, "--json");
    expect([made.code, statSync(one).mode & 0o777]).toEqual([0, 0o600]);
    expect(made.stdout + made.stderr).not.toContain(readFileSync(one, "utf8").slice(30, 50));
    const file = join(home, "vault.json");
    renameSync(keyFileOf(data), file);
    const parts = { VEZNE_VAULT_KEY_PARTS: `${one},${two}` };
    const both = { ...parts, VEZNE_VAULT_KEY_FILE: file };
    const during = await start(both);
    expect(await payWith(during, saved)).toBe("completed");
    const rotated = await vezne(both, "vault", "rotate", "--json");
    expect([rotated.code, rotated.stderr]).toEqual([0, ""]);
    await stop(during);
    // Neither the old key nor a single part is sufficient.
    await expect(check({ VEZNE_VAULT_KEY_FILE: file })).rejects.toThrow("does not hold");
    await expect(check({ VEZNE_VAULT_KEY_PARTS: one })).rejects.toThrow("part 2 is missing");
    const text = readFileSync(two, "utf8").trim();
    const mixed = { VEZNE_VAULT_KEY_PARTS: one, VEZNE_VAULT_KEY_PART_2: text };
    expect(await payWith(await start(mixed), saved)).toBe("completed");
    expect(await payWith(await start(parts), saved)).toBe("completed");
    chmodSync(one, 0o604);
    await expect(check(parts)).rejects.toThrow("chmod 600");
    await expect(check({ VEZNE_VAULT_KEY_PARTS: join(home, "none") })).rejects.toThrow("not there");
  });

  it("lets each custodian create a part alone, and never overwrites another part", async () => {
    const [one, two] = [join(home, "a"), join(home, "b")];
    const alone = (file: string, number: string) =>
      vezne(
        {},
        "vault",
        "make-parts",
        "--to",
        file,
        "--number",
        number,
        "--of",
        "2",
        "--set",
        "k1",
      );
    expect((await alone(one, "1")).code).toBe(0);
    expect((await alone(two, "2")).code).toBe(0);
    const again = await alone(one, "1");
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining("EEXIST") as string]);
    await expect(check({ VEZNE_VAULT_KEY_PARTS: `${one},${two}` })).resolves.toBeUndefined();
    const wrong = await vezne({}, "vault", "make-parts", "--to", join(home, "c"));
    expect([wrong.code, existsSync(join(home, "c"))]).toEqual([2, false]);
  });

  it("reports a key that is due for replacement: log, metrics, panel, status and doctor", async () => {
    const shop = await start({ VEZNE_VAULT_KEY_FILE: join(home, "vault.json") });
    await saveCard(shop);
    const operator = panelVisitor(shop);
    await operator.signIn(await panelUsers(shop).create("owner"));
    const page = async (path: string): Promise<string> => textOf((await operator.get(path)).html);
    shop.clock.move(MINUTE);
    expect(await page("/panel/security")).toContain("State Good");
    const metrics = await (await fetch(`${shop.url}/metrics`)).text();
    const [, since] = /^vezne_vault_key_since_seconds ([\d.e+]+)$/m.exec(metrics) ?? [];
    const [, due] = /^vezne_vault_key_replace_by_seconds ([\d.e+]+)$/m.exec(metrics) ?? [];
    expect(Number(due) - Number(since)).toBe((365 * DAY) / 1_000);
    const pool = database.open({ max: 1 });
    await pool.query("update vault_key set created_at = created_at - interval '400 days'");
    await pool.end();
    shop.clock.move(MINUTE);
    expect(await page("/panel/security")).toContain("State Replace it");
    expect(await page("/panel/merchants")).toContain(
      "The key of the stored cards should be replaced",
    );
    const file = { VEZNE_VAULT_KEY_FILE: join(home, "vault.json") };
    const status = await vezne(file, "vault", "status", "--json");
    expect(JSON.parse(status.stdout)).toMatchObject({
      keys: [{ in_force: true, replace_by: expect.stringMatching(/^20\d\d-/) as string }],
    });
    const doctor = await vezne(file, "doctor", "--json");
    expect(checkOf(doctor.stdout, "vault key")).toMatchObject({ status: "warning" });
    await stop(shop);
    const next = await start(file);
    await expect
      .poll(() => next.logLines.join(""))
      .toContain("the key of stored cards is to be replaced");
  });

  it("lets doctor warn that live cards and their key are stored together", async () => {
    const shop = await start({});
    await saveCard(shop);
    const doctorLine = async (given: Environment): Promise<unknown> =>
      checkOf((await vezne(given, "doctor", "--json")).stdout, "place of the vault key");
    expect(await doctorLine({})).toMatchObject({ status: "ok" });
    const pool = database.open({ max: 1 });
    await pool.query("update stored_card set mode = 'live'");
    await pool.end();
    // The tests' database is outside the data directory, so doctor does not fail here.
    expect(await doctorLine({})).toMatchObject({
      status: "warning",
      detail: expect.stringContaining("their key lies in the data directory") as string,
    });
    const file = join(home, "vault.json");
    renameSync(keyFileOf(data), file);
    expect(await doctorLine({ VEZNE_VAULT_KEY_FILE: file })).toMatchObject({ status: "ok" });
  });
});

function checkOf(stdout: string, name: string): unknown {
  const { checks } = JSON.parse(stdout) as { checks: readonly { readonly name: string }[] };
  return checks.find((check) => check.name === name);
}
