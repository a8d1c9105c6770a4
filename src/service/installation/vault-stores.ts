import { isVaultKeyApart } from "../../config/vault-settings.ts";
import type { FeedTable } from "../../store/account-feed/feed-table.ts";
import type { ConnectionTable } from "../../store/connection/connection-table.ts";
import type { SigningSecretStore } from "../../store/vault/signing-secret-store.ts";
import { createAttemptVault } from "../../vault/attempt-vault.ts";
import { createFeedVault } from "../../vault/feed-vault.ts";
import { createConnectionVault } from "../../vault/connection-vault.ts";
import { sealedDeliveries, sealedEndpoints, sealedMerchants } from "../../vault/sealed-signers.ts";
import { SigningSecrets } from "../../vault/signing-secrets.ts";
import type { VaultKeys } from "../../vault/vault-keys.ts";
import type { DeliveryStore, EndpointStore } from "../../domain/event/ports.ts";
import type { MerchantStore } from "../../domain/merchant/ports.ts";
import type { Foundation } from "./foundation.ts";
import { merchantsWithShop } from "./shop-merchants.ts";

type Parts = Pick<Foundation, "pool" | "config" | "random" | "logger" | "clock"> & {
  readonly connectionTable: ConnectionTable;
  readonly feedTable: FeedTable;
  readonly merchantTable: MerchantStore;
  readonly endpointTable: EndpointStore;
  readonly deliveryTable: DeliveryStore;
  readonly signingSecretStore: SigningSecretStore;
  readonly vaultKeys: VaultKeys;
};

/**
 * Connections, account feeds, the banks' values of attempts, and the secrets that sign: the vault
 * encrypts them.
 */
export function vaultStores(parts: Parts) {
  const { vaultKeys: keys, random, clock } = parts;
  const report = (sentence: string, facts: object): void => parts.logger.error(facts, sentence);
  const { databaseUrl, vault } = parts.config;
  // A key that the data directory of one of several machines would get may be lost with it.
  const beginsSealed = databaseUrl === undefined || isVaultKeyApart(vault);
  const store = parts.signingSecretStore;
  const secrets = new SigningSecrets({ keys, random, clock, store, beginsSealed, report });
  return {
    connections: () =>
      createConnectionVault({ table: parts.connectionTable, keys, random, report }),
    accountFeeds: () => createFeedVault({ table: parts.feedTable, keys, random, report }),
    attemptVault: () => createAttemptVault({ keys, random, clock }),
    merchants: () => merchantsWithShop(parts, sealedMerchants(parts.merchantTable, secrets)),
    endpoints: () => sealedEndpoints(parts.endpointTable, secrets),
    deliveries: () => sealedDeliveries(parts.deliveryTable, secrets),
  };
}
