import { openKeyServices } from "../edge/kms/open-key-services.ts";
import { tryAdvisoryLock } from "../edge/store/sql/advisory-lock.ts";
import { sealedCodeSecrets } from "../edge/vault/code-secrets.ts";
import { sealedCredentials } from "../edge/vault/connection-vault.ts";
import {
  forgetOldKeys,
  rotateVaultKey,
  type RotateDeps,
  type Rotation,
} from "../edge/vault/rotate.ts";
import { rewrapKeys } from "../edge/vault/rewrap-keys.ts";
import { sleep } from "../edge/system/sleep.ts";
import { VaultKeyError } from "../edge/vault/vault-key-error.ts";
import { keyAge, type KeyAge } from "../kernel/key-age.ts";
import type { Installation } from "./installation.ts";

/** A key of the vault, as an operator sees it. */
export type VaultKeyStatus = {
  readonly keyId: string;
  /** How long it has been in force; absent unless it is the key in force. */
  readonly age: KeyAge | undefined;
  /** True if this machine has the key. */
  readonly isHere: boolean;
  readonly cards: number;
  readonly secondFactors: number;
  /** Acquirer connections, whose credentials are encrypted under the key. */
  readonly connections: number;
};

export type RotationOptions = Pick<RotateDeps, "patienceMs"> & {
  /** True if a key outside the KMS is to be put in force. */
  readonly leaveKms: boolean;
  /** True if keys that encrypt nothing any more are to be removed from the key file. */
  readonly forgetOld: boolean;
};

/**
 * Replaces the vault key, whether the service runs or not. Returns undefined if no card was ever
 * stored, so that there is no key yet.
 */
export async function rotateVault(
  installation: Installation,
  { forgetOld, leaveKms, patienceMs }: RotationOptions,
): Promise<Rotation | undefined> {
  const { random, clock, failedItems, vaultKeySources } = installation;
  const deps = {
    source: leaveKms ? vaultKeySources.leavingKms : vaultKeySources.all,
    registry: installation.vaultKeyStore,
    records: installation.rewraps,
    texts: [
      sealedCodeSecrets(installation.codeSecretStore),
      sealedCredentials(installation.connectionTable),
    ],
    attempts: installation.sealedAttempts,
    keys: installation.vaultKeys,
    processes: installation.vaultProcesses,
    failedItems,
    random,
    clock,
    sleep,
    patienceMs,
  };
  return alone(installation, async () => {
    const rotation = await rotateVaultKey(deps);
    if (forgetOld) await forgetOldKeys(deps);
    return rotation;
  });
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

/** The keys of the vault with the number of records under each. */
export async function vaultKeyStatus(
  installation: Installation,
): Promise<readonly VaultKeyStatus[]> {
  const [cards, codes, connections, attempts, current, here] = await Promise.all([
    installation.rewraps.countByKey(),
    installation.codeSecretStore.countByKey(),
    installation.connectionTable.countByKey(),
    installation.sealedAttempts.countByKey(),
    installation.vaultKeyStore.current(),
    installation.vaultKeySources.all.read(),
  ]);
  const known = new Set(here.map(({ id }) => id));
  const inForce = current === undefined ? [] : [current.keyId];
  const { periodDays } = installation.config.vault;
  const now = installation.clock.now();
  const age = current && keyAge(current.since, { now, periodDays });
  const counts = [cards, codes, connections, attempts];
  const used = counts.flatMap((count) => [...count.keys()]);
  const ids = new Set([...inForce, ...used, ...known]);
  return [...ids].map((keyId) => ({
    keyId,
    age: keyId === current?.keyId ? age : undefined,
    isHere: known.has(keyId),
    cards: cards.get(keyId) ?? 0,
    secondFactors: codes.get(keyId) ?? 0,
    connections: connections.get(keyId) ?? 0,
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
