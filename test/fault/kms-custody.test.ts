// tier: night
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "../../src/config/config.ts";
import { restoreBackup } from "../../src/database/backup/restore-backup.ts";
import { keyFileOf } from "../../src/vault/key-file.ts";
import { instant } from "../../src/kernel/clock.ts";
import { createLogger } from "../../src/system/logger.ts";
import { useInstallation } from "../../src/service/start/use-installation.ts";
import { checkVaultKeys } from "../../src/service/runtime/vault.ts";
import { runCommand } from "../support/command-line.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { KINDS, startKms, type Kind, type KmsWorld } from "../support/kms/worlds.ts";
import { query } from "../support/merchant-calls.ts";
import { casesOfDay } from "../support/full-run.ts";
import { runService } from "../support/running-service.ts";
import { movableClock, random } from "../support/sandbox-bank.ts";
import { payWith, saveCard } from "../support/saved-card.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { placeAfterRestore } from "../../src/store/event/event-placer.ts";

const CARD = "5528790000000008";
const [VAULT, AWS_KMS] = KINDS;

type Environment = Readonly<Record<string, string>>;
type Wait = (ms: number) => Promise<void>;

describe("the vault key in a key management service", () => {
  let database: TestDatabase;
  let home: string;
  let services: TestService[];
  let worlds: KmsWorld[];
  beforeEach(async () => {
    database = await createTestDatabase();
    home = mkdtempSync(join(tmpdir(), "vezne-kms-"));
    services = [];
    worlds = [];
  });
  afterEach(async () => {
    for (const { service } of services) await service.stop();
    for (const world of worlds) await world.close();
    await database.drop();
    rmSync(home, { recursive: true, force: true });
  });

  const dataDir = () => join(home, "data");
  const open = async (kind: Kind): Promise<KmsWorld> => {
    const world = await startKms(kind);
    worlds.push(world);
    return world;
  };
  const environmentOf = (given: Environment): Environment => ({
    VEZNE_DATA_DIR: dataDir(),
    VEZNE_VAULT_KEY: "",
    ...given,
  });
  const start = async (given: Environment): Promise<TestService> => {
    const environment = environmentOf(given);
    const service = await startTestService({ database, environment, clock: presentClock() });
    services.push(service);
    return service;
  };
  const stop = async (shop: TestService): Promise<void> => {
    await shop.service.stop();
    services = services.filter((one) => one !== shop);
  };
  const vezne = (given: Environment, ...args: readonly string[]) =>
    runCommand(database, args, environmentOf(given));
  const succeed = async (given: Environment, ...args: readonly string[]) => {
    const { code, stdout, stderr } = await vezne(given, ...args, "--json");
    expect([code, stderr]).toEqual([0, ""]);
    return JSON.parse(stdout) as Readonly<Record<string, unknown>>;
  };
  const lineOf = async (given: Environment, name: string): Promise<unknown> => {
    const { stdout } = await vezne(given, "doctor", "--json");
    const { checks } = JSON.parse(stdout) as { checks: readonly { readonly name: string }[] };
    return checks.find((check) => check.name === name);
  };
  /** The check at a start, with the pauses that it makes. */
  const check = async (given: Environment, wait: Wait, on = database): Promise<string> => {
    const lines: string[] = [];
    const config = readConfig(environmentOf(given));
    const logger = createLogger("info", { write: (line) => void lines.push(line) });
    const clock = presentClock();
    const parts = { config, database: on.connection, clock, random, logger };
    const pause = async (ms: number): Promise<void> => {
      await wait(ms);
      clock.move(ms);
    };
    await useInstallation(parts, (installation) => checkVaultKeys(installation, pause));
    return lines.join("");
  };

  it.each(casesOfDay(KINDS, 3))(
    "of %s keeps stored cards across a restart, and no key in clear",
    async (kind) => {
      const kms = await open(kind);
      const shop = await start(kms.environment);
      const saved = await saveCard(shop);
      expect(saved.token).toMatch(/^tok_/);
      await stop(shop);
      expect(await payWith(await start(kms.environment), saved)).toBe("completed");
      expect(kms.ring.seen).toHaveLength(1);
      const forms = kms.ring.seen.flatMap((key) => [
        key.toString("base64"),
        key.toString("hex"),
        key.toString("latin1"),
      ]);
      const places = [
        ...(await everyRow(database)),
        ...filesBelow(home),
        ...services.flatMap(({ logLines }) => logLines),
        shop.logLines.join(""),
      ];
      expect(places.length).toBeGreaterThan(20);
      for (const form of forms) expect(places.some((text) => text.includes(form))).toBe(false);
      // The search would find a key: it finds what the database does hold.
      const [row] = await query(shop, "select key_id, wrapped from vault_wrapped_key");
      expect(places.some((text) => text.includes(String(row?.["wrapped"])))).toBe(true);
    },
  );

  it("is one key for two machines that store their first cards at the same time", async () => {
    const { environment } = await open(VAULT);
    const machines = await Promise.all([1, 2].map(() => start(environment)));
    const saved = await Promise.all([...machines, ...machines].map((shop) => saveCard(shop)));
    expect(await query(shopOf(machines), "select from vault_wrapped_key")).toHaveLength(1);
    for (const one of saved) {
      for (const machine of machines) expect(await payWith(machine, one)).toBe("completed");
    }
  });

  it("is in memory, so that a running service does not need its KMS", async () => {
    const kms = await open(VAULT);
    const shop = await start(kms.environment);
    const saved = await saveCard(shop);
    await kms.server.stop();
    expect(await payWith(shop, saved)).toBe("completed");
    expect((await saveCard(shop)).token).toMatch(/^tok_/);
  });

  it("is asked for again while the service runs, so that a withdrawn right shows early", async () => {
    const kms = await open(VAULT);
    const shop = await start(kms.environment);
    const saved = await saveCard(shop);
    const probe = (): Promise<void> => {
      const config = readConfig(environmentOf(kms.environment));
      const logger = createLogger("silent");
      const parts = {
        config,
        database: database.connection,
        clock: presentClock(),
        random,
        logger,
      };
      return useInstallation(parts, async ({ vaultKeySources }) => vaultKeySources.probeKms?.());
    };
    await probe();
    kms.deny();
    await expect(probe()).rejects.toThrow("permission denied");
    expect(await payWith(shop, saved)).toBe("completed");
  });

  it("is decrypted by each worker of the service, also after a restart", async () => {
    const kms = await open(VAULT);
    const shop = await runService({ ...kms.environment, VEZNE_WORKERS: "2" });
    const { api } = shop;
    const paid = await api.pay(await api.session(), CARD, { fields: { save_card: true } });
    const { card_token } = paid.body;
    await shop.terminate();
    await shop.start();
    for (let round = 0; round < 6; round += 1) {
      const card = { session_id: await api.session(), payment_type: "creditcard", card_token };
      const { body } = await api.post("/api/v1/payment/pay", card);
      expect(body["status"]).toBe("completed");
    }
    for (const key of kms.ring.seen) expect(shop.output()).not.toContain(key.toString("base64"));
    expect(shop.output()).not.toContain("hvs.");
    await shop.close();
  });

  it("makes a start wait for a KMS that is away, for half a minute", async () => {
    const kms = await open(AWS_KMS);
    const shop = await start(kms.environment);
    await saveCard(shop);
    await stop(shop);
    await kms.server.stop();
    const waits: number[] = [];
    const ended = check(kms.environment, async (ms) => void waits.push(ms));
    await expect(ended).rejects.toThrow("The KMS has to answer while Vezne starts");
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 8_000]);
    const log = await check(kms.environment, () => kms.server.start());
    expect(log).toContain("the start waits for the KMS");
    expect(log).toContain("does not answer (ECONNREFUSED)");
  });

  it("refuses a start at once where the KMS denies its key, with a sentence and no stack", async () => {
    const kms = await open(VAULT);
    const shop = await start(kms.environment);
    await saveCard(shop);
    await stop(shop);
    kms.deny();
    const { code, stderr } = await vezne(kms.environment, "start");
    expect(code).toBe(1);
    expect(stderr).toContain("can't be decrypted by vault://");
    expect(stderr).toContain("it answered 403: permission denied. Check the credentials");
    expect(stderr).not.toMatch(/^ +at /m);
    expect(await lineOf(kms.environment, "key management service")).toMatchObject({
      status: "failed",
      detail: expect.stringContaining("permission denied") as string,
    });
  });

  it("refuses a start with another key of the KMS, a disabled one, or without it", async () => {
    const kms = await open(AWS_KMS);
    const shop = await start(kms.environment);
    await saveCard(shop);
    await stop(shop);
    const other = await open(AWS_KMS);
    await expect(check(other.environment, never)).rejects.toThrow("InvalidCiphertextException");
    const elsewhere = (await open(VAULT)).environment;
    await expect(check(elsewhere, never)).rejects.toThrow("which VEZNE_KMS_KEY does not name");
    kms.ring.isEnabled = false;
    await expect(check(kms.environment, never)).rejects.toThrow("Enable the key in the KMS");
    expect(await lineOf({}, "key management service")).toMatchObject({
      status: "failed",
      detail: expect.stringContaining("VEZNE_KMS_KEY is not set") as string,
    });
  });

  it("replaces a key file while the service runs, and is replaced by one again", async () => {
    const kms = await open(VAULT);
    const first = await start({});
    const saved = await saveCard(first);
    await stop(first);
    // Both places are named for as long as the change takes.
    const during = await start(kms.environment);
    expect(await payWith(during, saved)).toBe("completed");
    expect(await lineOf(kms.environment, "key management service")).toMatchObject({
      status: "warning",
      detail: "it is configured, and the key in force is outside it",
    });
    await succeed(kms.environment, "vault", "rotate");
    expect(await payWith(during, saved)).toBe("completed");
    expect(await lineOf(kms.environment, "key management service")).toMatchObject({
      status: "warning",
      detail: expect.stringContaining("still holds a key in clear") as string,
    });
    await succeed(kms.environment, "vault", "rotate", "--forget-old-keys");
    expect(existsSync(keyFileOf(dataDir()))).toBe(false);
    await stop(during);
    const after = await start(kms.environment);
    expect(await payWith(after, saved)).toBe("completed");
    expect(await lineOf(kms.environment, "key management service")).toMatchObject({
      status: "ok",
    });

    const file = { VEZNE_VAULT_KEY_FILE: join(home, "vault.json") };
    await stop(after);
    const leaving = await start({ ...kms.environment, ...file });
    await succeed(
      { ...kms.environment, ...file },
      "vault",
      "rotate",
      "--leave-kms",
      "--forget-old-keys",
    );
    expect(await payWith(leaving, saved)).toBe("completed");
    expect(await query(leaving, "select from vault_wrapped_key")).toHaveLength(0);
    await stop(leaving);
    await kms.server.stop();
    expect(await payWith(await start(file), saved)).toBe("completed");
  });

  it("is replaced in the KMS while the service runs", async () => {
    const kms = await open(VAULT);
    const shop = await start(kms.environment);
    const saved = await saveCard(shop);
    const rotation = await succeed(kms.environment, "vault", "rotate", "--forget-old-keys");
    expect(rotation["previous_key_id"]).not.toBe(rotation["key_id"]);
    expect(await payWith(shop, saved)).toBe("completed");
    expect(await query(shop, "select key_id from vault_wrapped_key")).toEqual([
      { key_id: rotation["key_id"] },
    ]);
    await stop(shop);
    expect(await payWith(await start(kms.environment), saved)).toBe("completed");
  });

  it("is encrypted again by a new version of the KMS's key, and by another KMS", async () => {
    const old = await open(VAULT);
    const shop = await start(old.environment);
    const saved = await saveCard(shop);
    old.ring.rotate();
    expect(await succeed(old.environment, "vault", "rewrap")).toEqual({ rewrapped: 1 });
    old.ring.oldest = 2;
    await expect(check(old.environment, never)).resolves.toBe("");

    const next = await open(AWS_KMS);
    const { VEZNE_KMS_KEY: newKey } = next.environment;
    const { VEZNE_KMS_KEY: oldKey } = old.environment;
    const both = { ...old.environment, ...next.environment, VEZNE_KMS_KEY: `${newKey},${oldKey}` };
    await succeed(both, "vault", "rewrap");
    expect(await payWith(shop, saved)).toBe("completed");
    await stop(shop);
    await old.server.stop();
    expect(await payWith(await start(next.environment), saved)).toBe("completed");
    // The key itself stays the same, so no record was written anew.
    expect(await query(shopOf(services), "select from vault_key")).toHaveLength(1);
  });

  it("is in a backup in its encrypted form, and needs the KMS after a restore", async () => {
    const kms = await open(VAULT);
    const shop = await start(kms.environment);
    await saveCard(shop);
    const folder = join(home, "backup");
    await succeed(kms.environment, "backup", folder);
    const restored = await createTestDatabase({ empty: true });
    const clock = presentClock();
    const target = {
      database: restored.connection,
      clock,
      onTable: () => undefined,
      placeAfterRestore,
    };
    await restoreBackup(folder, target);
    expect(await check(kms.environment, never, restored)).toBe("");
    const rotate = ["vault", "rotate", "--json"];
    const { code, stdout } = await runCommand(restored, rotate, environmentOf(kms.environment));
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      expect.objectContaining({ rewrapped: 2, unreadable: 0 }),
    ]);
    kms.deny();
    await expect(check(kms.environment, never, restored)).rejects.toThrow("permission denied");
    await restored.drop();
  });
});

/** Where the check has no reason to wait. */
function never(): Promise<void> {
  return Promise.reject(new Error("the start must not wait"));
}

/** The commands and the doubles go by the real time. */
function presentClock() {
  return movableClock(instant(Date.now()));
}

function shopOf([first]: readonly TestService[]): TestService {
  if (first === undefined) throw new Error("no service runs");
  return first;
}

async function everyRow(database: TestDatabase): Promise<readonly string[]> {
  const pool = database.open({ max: 1 });
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'bank')`,
  );
  const texts: string[] = [];
  for (const { name } of rows) {
    const found = await pool.query<{ text: string }>(`select t::text as text from ${name} as t`);
    texts.push(...found.rows.map(({ text }) => text));
  }
  await pool.end();
  return texts;
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, "latin1"));
}
