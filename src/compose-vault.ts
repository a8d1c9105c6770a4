import type pg from "pg";
import type { CardVault } from "./card/ports.ts";
import type { Config } from "./config.ts";
import { startLoop, type Loop } from "./edge/jobs/loop.ts";
import { createStoredCardStore } from "./edge/store/stored-card-store.ts";
import { createVaultKeyStore } from "./edge/store/vault-key-store.ts";
import type { Logger } from "./edge/system/logger.ts";
import { sleep } from "./edge/system/sleep.ts";
import { createCardVault } from "./edge/vault/card-vault.ts";
import { keyFileOf } from "./edge/vault/key-file.ts";
import { environmentKeys, fileKeys, type KeySource } from "./edge/vault/key-source.ts";
import { VaultKeys } from "./edge/vault/vault-keys.ts";
import { later, MINUTE, type Clock } from "./kernel/clock.ts";
import type { Random } from "./kernel/random.ts";

export type VaultParts = {
  readonly config: Config;
  readonly clock: Clock;
  readonly random: Random;
};

const SWEEP_EVERY_MS = MINUTE;
/** Far longer than it takes from a card that is kept aside to the intent of its payment. */
const ORPHAN_MS = -10 * MINUTE;

/**
 * Opens the vault of stored cards. A machine without the key that the cards are kept under says so
 * and serves all that needs no stored card; a key that was configured and is another one is an error.
 */
export async function openCardVault(
  parts: VaultParts & { readonly logger: Logger },
  pool: pg.Pool,
): Promise<CardVault> {
  const { random, clock, logger } = parts;
  const source = keySource(parts);
  const keys = new VaultKeys({ source, registry: createVaultKeyStore(pool), random, clock });
  await keys.check().catch((error: unknown) => {
    if (source.kind === "environment") throw error;
    logger.error({ err: error }, "stored cards can't be used on this machine");
  });
  return createCardVault({
    store: createStoredCardStore(pool),
    keys,
    random,
    report: (sentence, facts) => logger.error(facts, sentence),
  });
}

export function keySource({ config, random, clock }: VaultParts): KeySource {
  return config.vaultKeys.length > 0
    ? environmentKeys(config.vaultKeys)
    : fileKeys(keyFileOf(config.dataDir), { random, clock });
}

/** Erases cards that were kept aside for payments which a killed process never began. */
export function startCardSweep(
  { cardVault, clock }: { readonly cardVault: CardVault; readonly clock: Clock },
  logger: Logger,
): Loop {
  return startLoop({
    everyMs: SWEEP_EVERY_MS,
    sleep,
    round: async () => {
      await cardVault.sweep(later(clock.now(), ORPHAN_MS));
      return false;
    },
    onError: (error) => logger.warn({ err: error }, "cards kept aside can't be swept"),
  });
}
