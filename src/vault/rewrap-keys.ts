import type { Clock } from "../kernel/clock.ts";
import type { KeyService } from "../kernel/key-service.ts";
import type { WrappedKeyStore } from "../store/vault/wrapped-key-store.ts";
import { firstOf, probeVaultKeys, unwrapVaultKey, wrapVaultKey } from "./wrapped-key.ts";

export type RewrapDeps = {
  readonly services: readonly KeyService[];
  readonly store: WrappedKeyStore;
  readonly clock: Clock;
};

/**
 * Encrypts each stored vault key again with the first service, which uses the newest version of its
 * key. Running processes keep the keys that they have decrypted. Returns the number of keys.
 * @throws VaultKeyError; the keys before the one that failed are encrypted again already
 */
export async function rewrapKeys({ services, store, clock }: RewrapDeps): Promise<number> {
  let count = 0;
  for (const row of await store.list()) {
    const next = await unwrapVaultKey(services, row, (secret) =>
      wrapVaultKey(firstOf(services), secret, row.keyId),
    );
    // A new ciphertext that can't be decrypted would lose every record under the key.
    await probeVaultKeys(services, [next]);
    if (await store.replace(row, next, clock.now())) count += 1;
  }
  return count;
}
