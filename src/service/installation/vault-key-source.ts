import type pg from "pg";
import type { Config } from "../../config/config.ts";
import { openKeyServices } from "../../outbound/kms/open-key-services.ts";
import { createWrappedKeyStore } from "../../store/vault/wrapped-key-store.ts";
import { keyFileOf } from "../../vault/key-file.ts";
import { fileKeys, givenKeys, type KeySource } from "../../vault/key-source.ts";
import { joinedKeys, kmsKeys } from "../../vault/kms-keys.ts";
import { probeVaultKeys } from "../../vault/wrapped-key.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Random } from "../../kernel/random.ts";

export type KeySourceParts = {
  readonly config: Config;
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly random: Random;
};

/** The places of this installation's vault keys. */
export type KeySources = {
  /** All places; new keys are made in the KMS if there is one. */
  readonly all: KeySource;
  /** All places; new keys are made outside the KMS, which the installation leaves. */
  readonly leavingKms: KeySource;
  /**
   * Lets the KMS decrypt all keys again, as the next start needs it; undefined without a KMS.
   * @throws VaultKeyError
   */
  readonly probeKms: (() => Promise<void>) | undefined;
};

export function openKeySources({ config, pool, random, clock }: KeySourceParts): KeySources {
  const { vault, dataDir } = config;
  const local = isGiven(config)
    ? givenKeys(vault)
    : fileKeys(vault.file ?? keyFileOf(dataDir), { random, clock });
  if (vault.kms.keys.length === 0) return { all: local, leavingKms: local, probeKms: undefined };
  const services = openKeyServices(vault.kms, { clock });
  const store = createWrappedKeyStore(pool);
  const kms = kmsKeys({ services, store, random, clock });
  return {
    all: joinedKeys(kms, local),
    leavingKms: joinedKeys(local, kms),
    probeKms: async () => probeVaultKeys(services, await store.list()),
  };
}

function isGiven({ vault }: Config): boolean {
  return vault.keys.length + vault.parts.length + vault.partFiles.length > 0;
}
