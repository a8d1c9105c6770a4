import { MINUTE, type Clock } from "../kernel/clock.ts";
import { keyAge, type KeyAge } from "../kernel/key-age.ts";
import type { KeyInForce, VaultKeyStore } from "../store/vault/vault-key-store.ts";

export type KeyWatchDeps = {
  readonly registry: Pick<VaultKeyStore, "current">;
  readonly clock: Clock;
  readonly periodDays: number;
};

/** Returns the age of the vault key in force, or undefined before the first card. */
export type KeyWatch = () => Promise<KeyAge | undefined>;

/** Caches the key in force for a minute, because each read of the metrics asks for it. */
export function watchVaultKey({ registry, clock, periodDays }: KeyWatchDeps): KeyWatch {
  let looking: Promise<KeyInForce | undefined> = Promise.resolve(undefined);
  let lookedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const now = clock.now();
    if (Math.abs(now - lookedAt) >= MINUTE) {
      const before = looking;
      lookedAt = now;
      // While the database is away, the last known key is returned.
      looking = registry.current().catch(() => before);
    }
    const known = await looking;
    return known === undefined ? undefined : keyAge(known.since, { now, periodDays });
  };
}
