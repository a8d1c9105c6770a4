import { hostname } from "node:os";
import type pg from "pg";
import type { CardVault } from "./card/ports.ts";
import type { Config } from "./config.ts";
import { createCodeSecretStore } from "./edge/store/code-secret-store.ts";
import { startLoop, type Loop } from "./edge/jobs/loop.ts";
import { openDatabase, type DatabaseAddress } from "./edge/store/database.ts";
import { createStoredCardStore } from "./edge/store/stored-card-store.ts";
import { createVaultKeyStore } from "./edge/store/vault-key-store.ts";
import { createVaultProcessStore } from "./edge/store/vault-process-store.ts";
import type { Logger } from "./edge/system/logger.ts";
import { sleep } from "./edge/system/sleep.ts";
import { createCardVault } from "./edge/vault/card-vault.ts";
import { createCodeSecrets } from "./edge/vault/code-secrets.ts";
import { keyFileOf } from "./edge/vault/key-file.ts";
import { environmentKeys, fileKeys, type KeySource } from "./edge/vault/key-source.ts";
import { MissingVaultKey, VaultKeyError } from "./edge/vault/vault-key-error.ts";
import { VaultKeys } from "./edge/vault/vault-keys.ts";
import { MINUTE, SECOND, type Clock } from "./kernel/clock.ts";
import { randomText } from "./kernel/ids.ts";
import type { Random } from "./kernel/random.ts";
import type { CodeSecrets } from "./merchant/user-ports.ts";

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
  return {
    cardVault,
    codeSecrets,
    startJobs: () => [
      startSweep(parts, { cardVault, codeSecrets }),
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
  const pool = openDatabase({ address, applicationName: "vezne vault", max: 1 });
  try {
    await openKeys(parts, pool).check();
  } catch (error) {
    const mayServe = error instanceof MissingVaultKey && parts.config.vaultKeys.length === 0;
    if (!mayServe) throw error;
  } finally {
    await pool.end();
  }
}

export function openKeys(parts: VaultParts, pool: pg.Pool): VaultKeys {
  const { random, clock } = parts;
  const registry = createVaultKeyStore(pool);
  return new VaultKeys({ source: keySource(parts), registry, random, clock });
}

export function keySource({ config, random, clock }: VaultParts): KeySource {
  return config.vaultKeys.length > 0
    ? environmentKeys(config.vaultKeys)
    : fileKeys(keyFileOf(config.dataDir), { random, clock });
}

type Job = VaultParts & { readonly logger: Logger };

/** Erases what no customer wants to keep, and what killed processes left; seals what was clear. */
function startSweep(
  { clock, logger }: Job,
  { cardVault, codeSecrets }: Pick<Vault, "cardVault" | "codeSecrets">,
): Loop {
  return startLoop({
    everyMs: SWEEP_EVERY_MS,
    sleep,
    round: async () => {
      await cardVault.sweep(clock.now());
      await codeSecrets.sealClear();
      return false;
    },
    onError: (error) => logger.warn({ err: error }, "what is sealed can't be swept"),
  });
}

/** Tells a rotation of the keys which of them this process has. */
function startAnnouncing({ random, logger }: Job, pool: pg.Pool, keys: VaultKeys): Loop {
  const processes = createVaultProcessStore(pool);
  const id = randomText(random, 16);
  const name = `process ${process.pid} on ${hostname()}`;
  const loop = startLoop({
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
