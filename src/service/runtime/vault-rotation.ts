import { openKeyServices } from "../../outbound/kms/open-key-services.ts";
import { tryAdvisoryLock } from "../../database/connection/advisory-lock.ts";
import { sealedBankValues, type BankValues } from "../../vault/bank-values.ts";
import { sealedCodeSecrets } from "../../vault/code-secrets.ts";
import { sealedCredentials } from "../../vault/connection-vault.ts";
import { sealedFeeds } from "../../vault/feed-vault.ts";
import { sealedSigningSecrets, sealPlainSecrets } from "../../vault/signing-secrets.ts";
import {
  forgetOldKeys,
  rotateVaultKey,
  type RotateDeps,
  type Rotation,
} from "../../vault/rotate.ts";
import { rewrapKeys } from "../../vault/rewrap-keys.ts";
import { sleep } from "../../system/sleep.ts";
import { VaultKeyError } from "../../vault/vault-key-error.ts";
import { SECOND } from "../../kernel/clock.ts";
import { keyAge, type KeyAge } from "../../kernel/key-age.ts";
import type { Installation } from "../installation/installation.ts";

/** A key of the vault, as an operator sees it. */
export type VaultKeyStatus = {
  readonly keyId: string;
  /** How long it has been in force; absent unless it is the key in force. */
  readonly age: KeyAge | undefined;
  /** True if this machine has the key. */
  readonly isHere: boolean;
  /** Stored cards, and drafts of cards whose payment is open. */
  readonly cards: number;
  readonly secondFactors: number;
  /** Acquirer connections, whose credentials are encrypted under the key. */
  readonly connections: number;
  /** Account feeds, whose credentials are encrypted under the key. */
  readonly accountFeeds: number;
  /** Secrets that sign webhooks and redirects. */
  readonly signingSecrets: number;
  /** Attempts with values of their bank that are encrypted under the key. */
  readonly attempts: number;
};

export type RotationOptions = Pick<RotateDeps, "patienceMs"> & {
  /** True if a key outside the KMS is to be put in force. */
  readonly leaveKms: boolean;
  /** True if keys that encrypt nothing any more are to be removed from the key file. */
  readonly forgetOld: boolean;
};

/** A replaced key; `stillInUse` lists the keys that could not be removed from the key file. */
export type ReplacedKey = Rotation & { readonly stillInUse: readonly string[] };

/**
 * Replaces the vault key, whether the service runs or not. If acquirers are connected, it waits for
 * a minute and a half until no value of a bank can be on its way under the old key. Returns
 * undefined if nothing was ever encrypted, so that there is no key yet.
 */
export async function rotateVault(
  installation: Installation,
  { forgetOld, leaveKms, patienceMs }: RotationOptions,
  wait: RotateDeps["sleep"] = sleep,
): Promise<ReplacedKey | undefined> {
  const { random, clock, failedItems, vaultKeySources } = installation;
  const deps = {
    source: leaveKms ? vaultKeySources.leavingKms : vaultKeySources.all,
    registry: installation.vaultKeyStore,
    records: installation.rewraps,
    texts: [
      sealedCodeSecrets(installation.codeSecretStore),
      sealedCredentials(installation.connectionTable),
      sealedFeeds(installation.feedTable),
      sealedSigningSecrets(installation.signingSecretStore),
    ],
    bankValues: bankValuesOf(installation),
    keys: installation.vaultKeys,
    processes: installation.vaultProcesses,
    failedItems,
    random,
    clock,
    sleep: wait,
    patienceMs,
  };
  return alone(installation, async () => {
    const rotation = await rotateVaultKey(deps);
    const stillInUse = forgetOld ? await forgetOldKeys(deps) : [];
    return rotation && { ...rotation, stillInUse };
  });
}

/** Only connected banks bring values; connections are retired and never deleted. */
function bankValuesOf({
  connectionTable,
  sealedAttempts,
}: Pick<Installation, "connectionTable" | "sealedAttempts">): BankValues {
  const values = sealedBankValues(sealedAttempts);
  const stores = [connectionTable, values];
  return {
    ...values,
    async mayBeOnTheirWay() {
      for (const store of stores) if ((await store.countByKey()).size > 0) return true;
      return false;
    },
  };
}

/**
 * Encrypts each vault key of the KMS again, under the newest version of its first key. The vault
 * keys stay the same, so no record changes. Returns the number of keys.
 */
export function rewrapVaultKeys(installation: Installation): Promise<number> {
  const { config, clock, wrappedKeys: store } = installation;
  const services = openKeyServices(config.vault.kms, { clock });
  return alone(installation, () => rewrapKeys({ services, store, clock }));
}

/** The time in ms in which every live process announces itself; each does so every two seconds. */
const ANNOUNCED_MS = 5 * SECOND;

/**
 * Makes the installation encrypt the secrets that sign, and encrypts those in clear; returns the
 * number of secrets that are encrypted now.
 * @throws VaultKeyError if a process runs that could not sign with them, or this one lacks the key
 */
export function sealSigners(
  installation: Installation,
  wait: RotateDeps["sleep"] = sleep,
): Promise<number> {
  const { vaultKeys: keys, vaultProcesses, random, signingSecretStore: store } = installation;
  return alone(installation, async () => {
    const { key } = await keys.current();
    await wait(ANNOUNCED_MS);
    const [older, keyless] = await Promise.all([
      vaultProcesses.withoutSigners(),
      vaultProcesses.without(key.id),
    ]);
    if (older.length > 0) throw new VaultKeyError(olderProcesses(older));
    if (keyless.length > 0) throw new VaultKeyError(keylessProcesses(keyless, key.id));
    await store.seal();
    await sealPlainSecrets({ keys, random }, store);
    const counts = await store.countByKey();
    return [...counts.values()].reduce((sum, count) => sum + count, 0);
  });
}

function olderProcesses(names: readonly string[]): string {
  return (
    `These processes are of an earlier release, which can't sign with encrypted secrets: ` +
    `${names.join(", ")}. Upgrade them, then run this again.`
  );
}

function keylessProcesses(names: readonly string[], keyId: string): string {
  return (
    `These processes don't have the vault key ${keyId}, and could not sign: ${names.join(", ")}. ` +
    "Give it to them, then run this again."
  );
}

/** The keys of the vault with the number of records under each. */
export async function vaultKeyStatus(
  installation: Installation,
): Promise<readonly VaultKeyStatus[]> {
  const [cards, codes, connections, feeds, secrets, attempts, current, here] = await Promise.all([
    installation.rewraps.countByKey(),
    installation.codeSecretStore.countByKey(),
    installation.connectionTable.countByKey(),
    installation.feedTable.countByKey(),
    installation.signingSecretStore.countByKey(),
    installation.sealedAttempts.countByKey(),
    installation.vaultKeyStore.current(),
    installation.vaultKeySources.all.read(),
  ]);
  const known = new Set(here.map(({ id }) => id));
  const inForce = current === undefined ? [] : [current.keyId];
  const { periodDays } = installation.config.vault;
  const now = installation.clock.now();
  const age = current && keyAge(current.since, { now, periodDays });
  const counts = [cards, codes, connections, feeds, secrets, attempts];
  const used = counts.flatMap((count) => [...count.keys()]);
  const ids = new Set([...inForce, ...used, ...known]);
  return [...ids].map((keyId) => ({
    keyId,
    age: keyId === current?.keyId ? age : undefined,
    isHere: known.has(keyId),
    cards: cards.get(keyId) ?? 0,
    secondFactors: codes.get(keyId) ?? 0,
    connections: connections.get(keyId) ?? 0,
    accountFeeds: feeds.get(keyId) ?? 0,
    signingSecrets: secrets.get(keyId) ?? 0,
    attempts: attempts.get(keyId) ?? 0,
  }));
}

/** The key of an advisory lock of PostgreSQL; no other lock of the database has these numbers. */
const LOCK = [1_986_361_966, 101] as const;

/**
 * Holds an advisory lock during a rotation: two rotations at once could each write a key file
 * without the other's key. The lock belongs to the connection and ends with it.
 */
async function alone<Value>(
  { pool }: Pick<Installation, "pool">,
  work: () => Promise<Value>,
): Promise<Value> {
  const client = await pool.connect();
  try {
    if (!(await tryAdvisoryLock(client, LOCK))) {
      throw new VaultKeyError("Another rotation is under way.");
    }
    return await work();
  } finally {
    // `true` closes the connection, and with it the lock.
    client.release(true);
  }
}
