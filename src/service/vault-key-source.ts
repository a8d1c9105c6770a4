import type { Config } from "../config/config.ts";
import { keyFileOf } from "../edge/vault/key-file.ts";
import { fileKeys, givenKeys, type KeySource } from "../edge/vault/key-source.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Random } from "../kernel/random.ts";

export type KeySourceParts = {
  readonly config: Config;
  readonly clock: Clock;
  readonly random: Random;
};

/** The source of this machine's vault keys: the configuration, or a key file. */
export function keySource({ config, random, clock }: KeySourceParts): KeySource {
  const { vault, dataDir } = config;
  return areKeysGiven(config)
    ? givenKeys(vault)
    : fileKeys(vault.file ?? keyFileOf(dataDir), { random, clock });
}

/** True if the configuration holds keys or parts of keys. */
export function areKeysGiven({ vault }: Config): boolean {
  return vault.keys.length + vault.parts.length + vault.partFiles.length > 0;
}
