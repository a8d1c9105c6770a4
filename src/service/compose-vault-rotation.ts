import type pg from "pg";
import { keySource, openKeys, type VaultParts } from "./compose-vault.ts";
import type { Parts } from "./compose.ts";
import { openDatabase } from "../edge/store/sql/database.ts";
import { createCodeSecretStore } from "../edge/store/vault/code-secret-store.ts";
import { createFailedItemStore } from "../edge/store/job/failed-item-store.ts";
import { createRewrapStore } from "../edge/store/vault/rewrap-store.ts";
import { createVaultKeyStore } from "../edge/store/vault/vault-key-store.ts";
import { createVaultProcessStore } from "../edge/store/vault/vault-process-store.ts";
import { sleep } from "../edge/system/sleep.ts";
import {
  forgetOldKeys,
  rotateVaultKey,
  type RotateDeps,
  type Rotation,
} from "../edge/vault/rotate.ts";
import { VaultKeyError } from "../edge/vault/vault-key-error.ts";
import { keyAge, type KeyAge } from "../kernel/key-age.ts";

/** One key of the vault as an operator sees it. */
export type VaultKeyStatus = {
  readonly keyId: string;
  /** Since when it is in force, if it is. */
  readonly age: KeyAge | undefined;
  /** This machine has it. */
  readonly isHere: boolean;
  readonly cards: number;
  readonly secondFactors: number;
};

export type RotationOptions = Pick<RotateDeps, "patienceMs"> & {
  /** Whether keys that nothing is under any more are taken out of the key file. */
  readonly forgetOld: boolean;
};

export type VaultAdministration = {
  /** Nothing where no card was ever stored, so that there is no key yet. */
  rotate(options: RotationOptions): Promise<Rotation | undefined>;
  standing(): Promise<readonly VaultKeyStatus[]>;
};

/** What the command line needs to replace the vault key, whether the server runs or not. */
export function openVaultAdministration(parts: Pick<Parts, "database"> & VaultParts): {
  readonly deps: VaultAdministration;
  close(): Promise<void>;
} {
  const address = parts.database;
  const pool = openDatabase({ address, applicationName: "vezne vault", max: 3 });
  const { random, clock } = parts;
  const source = keySource(parts);
  const registry = createVaultKeyStore(pool);
  const records = createRewrapStore(pool);
  const codes = createCodeSecretStore(pool);
  const deps = {
    source,
    registry,
    records,
    codes,
    keys: openKeys(parts, pool),
    processes: createVaultProcessStore(pool),
    failedItems: createFailedItemStore(pool),
    random,
    clock,
    sleep,
    periodDays: parts.config.vault.periodDays,
  };
  return {
    deps: {
      rotate: ({ forgetOld, patienceMs }) =>
        alone(pool, async () => {
          const rotation = await rotateVaultKey({ ...deps, patienceMs });
          if (forgetOld) await forgetOldKeys(deps);
          return rotation;
        }),
      standing: () => standing(deps),
    },
    close: () => pool.end(),
  };
}

type KeyStatus = Pick<RotateDeps, "records" | "codes" | "registry" | "source" | "clock"> & {
  readonly periodDays: number;
};

async function standing(deps: KeyStatus): Promise<readonly VaultKeyStatus[]> {
  const [cards, codes, current, here] = await Promise.all([
    deps.records.countByKey(),
    deps.codes.countByKey(),
    deps.registry.current(),
    deps.source.read(),
  ]);
  const known = new Set(here.map(({ id }) => id));
  const inForce = current === undefined ? [] : [current.keyId];
  const { periodDays } = deps;
  const age = current && keyAge(current.since, { now: deps.clock.now(), periodDays });
  const ids = new Set([...inForce, ...cards.keys(), ...codes.keys(), ...known]);
  return [...ids].map((keyId) => ({
    keyId,
    age: keyId === current?.keyId ? age : undefined,
    isHere: known.has(keyId),
    cards: cards.get(keyId) ?? 0,
    secondFactors: codes.get(keyId) ?? 0,
  }));
}

/** Any constant does, as long as nothing else in the database locks it. */
const LOCK = [1_986_361_966, 101] as const;

/** Two rotations at once could each write a key file without the other's key. */
async function alone<Value>(pool: pg.Pool, work: () => Promise<Value>): Promise<Value> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ taken: boolean }>(
      "select pg_try_advisory_lock($1, $2) as taken",
      [...LOCK],
    );
    if (rows[0]?.taken !== true) throw new VaultKeyError("Another rotation is under way.");
    return await work();
  } finally {
    // Ends the connection, and with it the lock.
    client.release(true);
  }
}
