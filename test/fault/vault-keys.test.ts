import { chmodSync, copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "../../src/config/config.ts";
import { keyFileOf } from "../../src/vault/key-file.ts";
import { runCommand } from "../support/command-line.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { query } from "../support/merchant-calls.ts";
import { createVisitor, textOf } from "../support/page-visitor.ts";
import { movableClock, random } from "../support/sandbox-bank.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { createLogger } from "../../src/system/logger.ts";
import { useInstallation } from "../../src/service/start/use-installation.ts";
import { checkVaultKeys } from "../../src/service/runtime/vault.ts";

const CARD = "5528790000000008";

describe("vault keys of several machines on one database", () => {
  let database: TestDatabase;
  let machines: TestService[];
  let folders: string[];
  beforeEach(async () => {
    database = await createTestDatabase();
    machines = [];
    folders = [];
  });
  afterEach(async () => {
    for (const machine of machines) await machine.service.stop();
    await database.drop();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  const newFolder = (): string => {
    const folder = mkdtempSync(join(tmpdir(), "vezne-machine-"));
    folders.push(folder);
    return folder;
  };
  const startMachine = async (
    folder: string,
    { key = "", beside }: { readonly key?: string; readonly beside?: TestService } = {},
  ): Promise<TestService> => {
    const environment = { VEZNE_DATA_DIR: folder, VEZNE_VAULT_KEY: key };
    const merchant = beside === undefined ? {} : { merchant: beside.merchant };
    const machine = await startTestService({ database, environment, ...merchant });
    machines.push(machine);
    return machine;
  };
  const save = async (machine: TestService) => {
    const paid = await machine.api.pay(await machine.api.session(), CARD, {
      fields: { save_card: true },
    });
    return paid.body;
  };
  const payWith = async (machine: TestService, on: TestService, token: unknown) =>
    machine.api.post(`/api/v1/payment/pay`, {
      session_id: await on.api.session(),
      payment_type: "creditcard",
      card_token: token,
    });
  const check = (folder: string, key = ""): Promise<void> =>
    useInstallation(
      {
        config: readConfig({ VEZNE_DATA_DIR: folder, VEZNE_VAULT_KEY: key }),
        database: database.connection,
        clock: movableClock(),
        random,
        logger: createLogger("silent"),
      },
      checkVaultKeys,
    );

  it("are created with the first merchant, and never a second one on another machine", async () => {
    const [here, there] = [newFolder(), newFolder()];
    const first = await startMachine(here);
    const second = await startMachine(there, { beside: first });
    const saved = await save(first);
    expect(saved["card_token"]).toMatch(/^tok_/);
    expect(existsSync(keyFileOf(here))).toBe(true);

    const refused = await payWith(second, first, saved["card_token"]);
    expect(refused.body).toMatchObject({ status: 503, code: "stored_cards_unavailable" });
    const session = await first.api.session();
    const visitor = createVisitor(second.url);
    const page = await visitor.payElsewhere(session, "card", {
      card_token: String(saved["card_token"]),
    });
    expect(textOf(page.html)).toContain("Kayıtlı kartlar şu anda kullanılamıyor.");
    const unknown = await payWith(second, first, "tok_unknown");
    expect(unknown.body).toMatchObject({ status: 404, code: "card_token_not_found" });
    const unsaved = await save(second);
    expect(unsaved).toMatchObject({ status: "completed" });
    expect(unsaved["card_token"]).toBeUndefined();
    expect(existsSync(keyFileOf(there))).toBe(false);
    expect(second.logLines.join("")).toContain("set VEZNE_VAULT_KEY to one key on all machines");

    copyFileSync(keyFileOf(here), keyFileOf(there));
    chmodSync(keyFileOf(there), 0o600);
    const paid = await payWith(second, first, saved["card_token"]);
    expect(paid.body).toMatchObject({ status: "completed" });
  });

  it("are the same when two machines store their first cards at the same time", async () => {
    const one = await startMachine(newFolder());
    const two = await startMachine(newFolder(), { beside: one });
    const saved = await Promise.all([one, two, one, two].map(save));
    for (const answer of saved) expect(answer["status"]).toBe("completed");
    const keys = await query(one, "select key_id from vault_key");
    expect(keys).toHaveLength(1);
    const tokens = saved.flatMap((answer) => answer["card_token"] ?? []);
    expect(tokens.length).toBeGreaterThan(0);
    const records = await query(
      one,
      "select distinct key_id from stored_card where sealed is not null",
    );
    expect(records).toEqual(keys);
  });

  it("prevent a start with a configured key that does not fit the stored cards", async () => {
    const key = () => randomBytes(32).toString("base64");
    const [mine, wrong] = [key(), key()];
    await save(await startMachine(newFolder(), { key: mine }));
    await expect(check(newFolder(), wrong)).rejects.toThrow("VEZNE_VAULT_KEY does not hold");
    await expect(check(newFolder(), `${wrong},${mine}`)).resolves.toBeUndefined();
    await expect(check(newFolder())).resolves.toBeUndefined();
  });

  it("prevent a start with a key file that other users may read", async () => {
    const folder = newFolder();
    await save(await startMachine(folder));
    await expect(check(folder)).resolves.toBeUndefined();
    chmodSync(keyFileOf(folder), 0o644);
    await expect(check(folder)).rejects.toThrow("chmod 600");
    expect(readFileSync(keyFileOf(folder), "utf8")).toContain("vk_");
  });

  it("cannot be rotated to a key that a running machine does not have", async () => {
    const here = newFolder();
    const there = newFolder();
    const first = await startMachine(here);
    await save(first);
    copyFileSync(keyFileOf(here), keyFileOf(there));
    chmodSync(keyFileOf(there), 0o600);
    await startMachine(there);
    await expect
      .poll(async () => (await query(first, "select from vault_process")).length, {
        timeout: 40_000,
      })
      .toBe(2);
    const rotated = await runCommand(database, ["vault", "rotate", "--json", "--wait", "4"], {
      VEZNE_DATA_DIR: here,
    });
    expect(rotated.code).toBe(1);
    expect(rotated.stderr).toMatch(/don't have the new key vk_[0-9a-f]{16} yet: process \d+ on /);
    const keys = await query(first, "select distinct key_id from vault_key");
    expect(keys).toHaveLength(1);
  });
});

describe("the setting VEZNE_VAULT_KEY", () => {
  it.each(["short", "A".repeat(44), `${"A".repeat(43)}=,`.repeat(2) + "x", `${"A".repeat(42)}==`])(
    "must be 32 bytes in base64: not %s",
    (key) => {
      expect(() => readConfig({ VEZNE_VAULT_KEY: key })).toThrow(
        "VEZNE_VAULT_KEY must be 32 bytes",
      );
      const config = () => readConfig({ VEZNE_VAULT_KEY: key });
      expect(config).not.toThrow(key);
    },
  );

  it("is not printed when the configuration is logged or serialised", () => {
    const key = randomBytes(32).toString("base64");
    expect(JSON.stringify(readConfig({ VEZNE_VAULT_KEY: key }))).not.toContain(key);
  });
});
