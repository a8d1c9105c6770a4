import type { InstallationParts } from "../installation/foundation.ts";
import { openSchemaFit } from "../installation/schema-fit.ts";
import { checkVaultKeys } from "../runtime/vault.ts";
import { refuseMixedAddresses } from "./rehearsal.ts";
import { useInstallation } from "./use-installation.ts";

/**
 * Checks that a service may start: its statements fit the schema, the vault keys of this
 * machine are those in force, and live mode meets either real banks or the test bank.
 * @throws SchemaError, VaultKeyError or ConfigError that says what to do.
 */
export async function checkInstallation(parts: InstallationParts): Promise<void> {
  await useInstallation(parts, async (installation) => {
    await openSchemaFit(installation)?.check();
    await checkVaultKeys(installation);
    await refuseMixedAddresses(installation);
  });
}
