import { realpath } from "node:fs/promises";
import { hostname } from "node:os";
import type pg from "pg";
import type { CardVault } from "../card/ports.ts";
import type { Config } from "../config/config.ts";
import { createCodeSecretStore } from "../edge/store/vault/code-secret-store.ts";
import { startLoop, type Loop } from "../edge/jobs/loop.ts";
import { openDatabase, type DatabaseAddress } from "../edge/store/sql/database.ts";
import { createStoredCardStore } from "../edge/store/card/stored-card-store.ts";
import { createVaultKeyStore } from "../edge/store/vault/vault-key-store.ts";
import { createVaultProcessStore } from "../edge/store/vault/vault-process-store.ts";
import type { Logger } from "../edge/system/logger.ts";
import { sleep } from "../edge/system/sleep.ts";
import { createCardVault } from "../edge/vault/card-vault.ts";
import { createCodeSecrets } from "../edge/vault/code-secrets.ts";
import { keyFileOf } from "../edge/vault/key-file.ts";
import { fileKeys, givenKeys, type KeySource } from "../edge/vault/key-source.ts";
import { MissingVaultKey, VaultKeyError } from "../edge/vault/vault-key-error.ts";
import { watchVaultKey, type KeyWatch } from "../edge/vault/key-watch.ts";
import { VaultKeys } from "../edge/vault/vault-keys.ts";
import { DAY, MINUTE, SECOND, toIso, type Clock } from "../kernel/clock.ts";
import { randomText } from "../kernel/ids.ts";
import type { Random } from "../kernel/random.ts";
import type { CodeSecrets } from "../merchant/user-ports.ts";
import { isWithin } from "../config/vault-settings.ts";

export type VaultParts = {
  readonly config: Config;
  readonly clock: Clock;
  readonly random: Random;
};

const SWEEP_EVERY_MS = MINUTE;
const ANNOUNCE_EVERY_MS = 2 * SECOND;

/** What a service keeps sealed, and the jobs that belong to it. */
export type Vault = {
  readonly cardVault: CardVault;
  readonly codeSecrets: CodeSecrets;
  readonly keyAge: KeyWatch;
  startJobs(): readonly Loop[];
};

/**
 * Opens the vault of stored cards. A machine without the key that the cards are kept under says so
 * and serves all that needs no stored card.
 */
export async function openVault(
  parts: VaultParts & { readonly logger: Logger },
  pool: pg.Pool,
): Promise<Vault> {
  const { clock, random, logger } = parts;
  const keys = openKeys(parts, pool);
  await keys.check().catch((error: unknown) => {
    if (!(error instanceof VaultKeyError)) throw error;
    logger.error(
      { error: error.message },
      "stored cards and second factors can't be used on this machine",
    );
  });
  const report = (sentence: string, facts: object): void => logger.error(facts, sentence);
  const shared = { keys, random, report };
  const cardVault = createCardVault({ store: createStoredCardStore(pool), clock, ...shared });
  const codeSecrets = createCodeSecrets({ store: createCodeSecretStore(pool), ...shared });
  const keyAge = openKeyWatch(parts, pool);
  return {
    cardVault,
    codeSecrets,
    keyAge,
    startJobs: () => [
      startSweep(parts, { cardVault, codeSecrets }),
      startReminding(parts, keyAge),
      startAnnouncing(parts, pool, keys),
    ],
  };
}

/**
 * Whether a service may start with the vault keys that it has. A key that was configured must be
 * the right one; a machine that never had one may serve what needs none.
 * @throws VaultKeyError that says what to do.
 */
export async function checkVaultKeys(parts: VaultParts, address: DatabaseAddress): Promise<void> {
  await refuseFileInside(parts.config);
  const pool = openDatabase({ address, applicationName: "vezne vault", max: 1 });
  try {
    await openKeys(parts, pool).check();
  } catch (error) {
    const mayServe = error instanceof MissingVaultKey && !isConfigured(parts.config);
    if (!mayServe) throw error;
  } finally {
    await pool.end();
  }
}

/**
 * Also behind a link: a copy of the data directory must not hold the key.
 * @throws VaultKeyError
 */
async function refuseFileInside({ vault, dataDir }: Config): Promise<void> {
  if (vault.file === undefined) return;
  const [folder, file] = await Promise.all([realPath(dataDir), realPath(vault.file)]);
  if (isWithin(folder, file)) {
    throw new VaultKeyError(`VEZNE_VAULT_KEY_FILE leads to ${file}, which lies in ${folder}.`);
  }
}

/** As it is named, where nothing is there yet. */
function realPath(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

export function openKeys(parts: VaultParts, pool: pg.Pool): VaultKeys {
  const { random, clock } = parts;
  const registry = createVaultKeyStore(pool);
  return new VaultKeys({ source: keySource(parts), registry, random, clock });
}

export function openKeyWatch(
  { config, clock }: Omit<VaultParts, "random">,
  pool: pg.Pool,
): KeyWatch {
  const { periodDays } = config.vault;
  return watchVaultKey({ registry: createVaultKeyStore(pool), clock, periodDays });
}

export function keySource({ config, random, clock }: VaultParts): KeySource {
  const { vault, dataDir } = config;
  return isGiven(config)
    ? givenKeys(vault)
    : fileKeys(vault.file ?? keyFileOf(dataDir), { random, clock });
}

function isGiven({ vault }: Config): boolean {
  return vault.keys.length + vault.parts.length + vault.partFiles.length > 0;
}

/** Whether the operator has said where keys come from, so that the right one must be there. */
function isConfigured(config: Config): boolean {
  return isGiven(config) || config.vault.file !== undefined;
}

type Job = VaultParts & { readonly logger: Logger };

/** Erases what no customer wants to keep, and what killed processes left; seals what was clear. */
function startSweep(
  { clock, logger }: Job,
  { cardVault, codeSecrets }: Pick<Vault, "cardVault" | "codeSecrets">,
): Loop {
  return startLoop({
    name: "sweep-sealed",
    everyMs: SWEEP_EVERY_MS,
    sleep,
    round: async () => {
      // Neither waits for the other, whose failure has nothing to do with it.
      await Promise.all([cardVault.sweep(clock.now()), codeSecrets.encryptPlain()]);
      return false;
    },
    onError: (error) => logger.warn({ err: error }, "what is sealed can't be swept"),
  });
}

/** Says in the log, each day, that the key is to be replaced. */
function startReminding({ logger }: Job, keyAge: KeyWatch): Loop {
  return startLoop({
    name: "remind-of-vault-key",
    everyMs: DAY,
    sleep,
    round: async () => {
      const age = await keyAge();
      if (age !== undefined && age.state !== "good") {
        const times = { in_force_since: toIso(age.since), replace_by: toIso(age.dueAt) };
        logger.warn(times, "the key of stored cards is to be replaced: vezne vault rotate");
      }
      return false;
    },
    onError: (error) => logger.warn({ err: error }, "the age of the vault key is not known"),
  });
}

/** Tells a rotation of the keys which of them this process has. */
function startAnnouncing({ random, logger }: Job, pool: pg.Pool, keys: VaultKeys): Loop {
  const processes = createVaultProcessStore(pool);
  const id = randomText(random, 16);
  const name = `process ${process.pid} on ${hostname()}`;
  const loop = startLoop({
    name: "announce-vault-keys",
    everyMs: ANNOUNCE_EVERY_MS,
    sleep,
    round: async () => {
      const keyIds = await keys.ids();
      if (keyIds.length > 0) await processes.announce({ id, name, keyIds });
      return false;
    },
    onError: (error) => logger.warn({ err: error }, "the vault keys can't be looked up"),
  });
  return {
    async stop() {
      await loop.stop();
      await processes.leave(id).catch(() => undefined);
    },
  };
}
