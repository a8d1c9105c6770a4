import { later, SECOND, type Clock, type Instant } from "../kernel/clock.ts";
import type { KeyService } from "../kernel/key-service.ts";
import type { Random } from "../kernel/random.ts";
import type { WrappedKeyStore, WrappedVaultKey } from "../store/vault/wrapped-key-store.ts";
import { vaultKey, type VaultKey } from "./envelope.ts";
import type { KeySource } from "./key-source.ts";
import { firstOf, unwrapVaultKey, wrapVaultKey } from "./wrapped-key.ts";

export type KmsKeysDeps = {
  /** The first one wraps new keys. */
  readonly services: readonly KeyService[];
  readonly store: WrappedKeyStore;
  readonly random: Random;
  readonly clock: Clock;
};

type HeldKey = { readonly key: Promise<VaultKey>; failedAt?: Instant };

/** After a failure the KMS is not asked again for this time, however many payments need a key. */
const PAUSE_MS = SECOND;

/**
 * Vault keys that a key management service has encrypted; the database stores them in that form.
 * This process keeps each decrypted key in memory, so it needs the service once for each key.
 */
export function kmsKeys(deps: KmsKeysDeps): KeySource {
  const { services, store, random, clock } = deps;
  /** The keys by their ids; an id stays the same when its key is wrapped anew. */
  const held = new Map<string, HeldKey>();

  const open = (row: WrappedVaultKey): Promise<VaultKey> => {
    const known = held.get(row.keyId);
    const isPaused = known?.failedAt === undefined || clock.now() < later(known.failedAt, PAUSE_MS);
    if (known !== undefined && isPaused) return known.key;
    const next: HeldKey = { key: unwrapVaultKey(services, row, vaultKey) };
    held.set(row.keyId, next);
    next.key.catch(() => {
      next.failedAt = clock.now();
    });
    return next.key;
  };
  const make = async (): Promise<{ readonly key: VaultKey; readonly row: WrappedVaultKey }> => {
    const secret = random.bytes(32);
    try {
      const key = vaultKey(secret);
      return { key, row: await wrapVaultKey(firstOf(services), secret, key.id) };
    } finally {
      secret.fill(0);
    }
  };
  return {
    kind: "kms",
    place: services.map(({ name }) => name).join(" and "),
    read: async () => Promise.all((await store.list()).map(open)),
    async make() {
      if ((await store.list()).length > 0) return;
      await store.addFirst((await make()).row, clock.now());
    },
    async add() {
      const { key, row } = await make();
      await store.add(row, clock.now());
      return key;
    },
    drop: (ids) => store.remove([...ids]),
  };
}

/** Reads the keys of both sources, first those of the one that makes new keys. */
export function joinedKeys(first: KeySource, second: KeySource): KeySource {
  return {
    kind: first.kind,
    place: `${first.place} and ${second.place}`,
    read: async () => [...(await first.read()), ...(await second.read())],
    make: () => first.make(),
    add: () => first.add(),
    async drop(ids) {
      await first.drop(ids);
      await second.drop(ids);
    },
  };
}
