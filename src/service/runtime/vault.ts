import { realpath } from "node:fs/promises";
import { hostname } from "node:os";
import type { CardVault } from "../../domain/card/ports.ts";
import type { Config } from "../../config/config.ts";
import { isVaultKeyApart, isWithin } from "../../config/vault-settings.ts";
import { createCardVault } from "../../vault/card-vault.ts";
import { createCodeSecrets } from "../../vault/code-secrets.ts";
import { sealPlainSecrets } from "../../vault/signing-secrets.ts";
import { sleep } from "../../system/sleep.ts";
import { KeyServiceFailed, MissingVaultKey, VaultKeyError } from "../../vault/vault-key-error.ts";
import { later, SECOND, toIso } from "../../kernel/clock.ts";
import { randomText } from "../../kernel/ids.ts";
import type { CodeSecrets } from "../../domain/merchant/user-ports.ts";
import type { Installation } from "../installation/installation.ts";
import type { Round, Rounds } from "./job.ts";

/**
 * The stored cards and the second factors, encrypted. Credentials of connections, banks' values of
 * attempts and secrets that sign are encrypted, too; the installation has them as `connections`,
 * `attemptVault`, `merchants` and `endpoints`.
 */
export type Vault = {
  readonly cardVault: CardVault;
  readonly codeSecrets: CodeSecrets;
};

/**
 * Opens the vault. A machine without the key in force logs an error, and serves every request that
 * needs no stored card, no second factor, no connected bank and no signature.
 */
export async function openVault(installation: Installation): Promise<Vault> {
  const { clock, random, logger, vaultKeys: keys } = installation;
  await checkPatiently(installation, sleep).catch((error: unknown) => {
    // Another process serves meanwhile, and this one is started again.
    if (error instanceof KeyServiceFailed || !(error instanceof VaultKeyError)) throw error;
    logger.error(
      { error: error.message },
      "stored cards, second factors, connected banks and signatures can't be used on this machine",
    );
  });
  const report = (sentence: string, facts: object): void => logger.error(facts, sentence);
  return {
    cardVault: createCardVault({ store: installation.storedCards, clock, keys, random, report }),
    codeSecrets: createCodeSecrets({ store: installation.codeSecretStore, keys, random, report }),
  };
}

/**
 * Checks that a service may start with the vault keys of this machine. A configured key must be the
 * key in force; a machine that never had a key may serve requests that need none.
 * @throws VaultKeyError that says what to do.
 */
export async function checkVaultKeys(
  installation: CheckedVault,
  wait: Wait = sleep,
): Promise<void> {
  const { config } = installation;
  await refuseFileInside(config);
  try {
    await checkPatiently(installation, wait);
  } catch (error) {
    // If the configuration names a place of the keys, the key in force must be there.
    const mayServe = error instanceof MissingVaultKey && !isVaultKeyApart(config.vault);
    if (!mayServe) throw error;
  }
}

type CheckedVault = Pick<Installation, "config" | "clock" | "vaultKeys" | "logger">;
type Wait = (ms: number) => Promise<void>;

/**
 * The time for which a start waits for an unreachable KMS. A stop waits for the start, so this time
 * and one more call must be shorter than the time that a supervisor gives a process to stop.
 */
const PATIENCE_MS = 30 * SECOND;
const PAUSE_MS = { first: SECOND, longest: 8 * SECOND };

/** Checks the vault keys of this process, and waits a while for a KMS that is away. */
async function checkPatiently(
  { clock, vaultKeys, logger }: Omit<CheckedVault, "config">,
  wait: Wait,
): Promise<void> {
  const end = later(clock.now(), PATIENCE_MS);
  for (let pauseMs = PAUSE_MS.first; ; pauseMs = Math.min(2 * pauseMs, PAUSE_MS.longest)) {
    try {
      await vaultKeys.check();
      return;
    } catch (error) {
      const isPassing = error instanceof KeyServiceFailed && error.isPassing;
      if (!isPassing || later(clock.now(), pauseMs) > end) throw error;
      logger.warn({ error: error.message, again_in_ms: pauseMs }, "the start waits for the KMS");
      await wait(pauseMs);
    }
  }
}

/**
 * Refuses a key file in the data directory, also behind a link: a copy of the directory must not
 * hold the key.
 * @throws VaultKeyError
 */
async function refuseFileInside({ vault, dataDir }: Config): Promise<void> {
  if (vault.file === undefined) return;
  const [folder, file] = await Promise.all([realPath(dataDir), realPath(vault.file)]);
  if (isWithin(folder, file)) {
    throw new VaultKeyError(`VEZNE_VAULT_KEY_FILE leads to ${file}, which lies in ${folder}.`);
  }
}

/** The path itself if nothing exists there yet. */
function realPath(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

/**
 * Erases expired cards, cards that no payment was approved with, and drafts of cards without a
 * payment. Encrypts the secrets that sign, once the installation is told to.
 */
export function sweepVault(
  installation: Pick<Installation, "clock" | "random" | "vaultKeys" | "signingSecretStore">,
  { cardVault }: Vault,
): Round {
  return async () => {
    const { clock, random, vaultKeys: keys, signingSecretStore } = installation;
    // The two are independent: each goes on if the other fails.
    await Promise.all([
      cardVault.sweep(clock.now()),
      sealPlainSecrets({ keys, random }, signingSecretStore),
    ]);
    return false;
  };
}

/** Logs each day that the vault key is due for replacement. */
export function remindOfVaultKey({
  vaultKeyAge,
  logger,
}: Pick<Installation, "vaultKeyAge" | "logger">): Round {
  return async () => {
    const age = await vaultKeyAge();
    if (age !== undefined && age.state !== "good") {
      const times = { in_force_since: toIso(age.since), replace_by: toIso(age.dueAt) };
      logger.warn(times, "the key of stored cards is to be replaced: vezne vault rotate");
    }
    return false;
  };
}

/** Asks the KMS each hour whether it would decrypt the vault keys; undefined without a KMS. */
export function probeKms({
  vaultKeySources: { probeKms: probe },
}: Pick<Installation, "vaultKeySources">): Round | undefined {
  if (probe === undefined) return undefined;
  return async () => {
    await probe();
    return false;
  };
}

/** Records the keys that this process has, so that a rotation waits until it has the new one. */
export function announceVaultKeys({
  random,
  vaultKeys,
  vaultProcesses,
}: Pick<Installation, "random" | "vaultKeys" | "vaultProcesses">): Rounds {
  const id = randomText(random, 16);
  const name = `process ${process.pid} on ${hostname()}`;
  return {
    round: async () => {
      const keyIds = await vaultKeys.ids();
      if (keyIds.length > 0) await vaultProcesses.announce({ id, name, keyIds });
      return false;
    },
    end: () => vaultProcesses.leave(id).catch(() => undefined),
  };
}
