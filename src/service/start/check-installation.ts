import type { Installation } from "../installation/installation.ts";
import { openSchemaFit } from "../installation/schema-fit.ts";
import { checkVaultKeys } from "../runtime/vault.ts";

/**
 * Checks that a service may start: its statements fit the schema, and the vault keys of this
 * machine are those in force.
 * @throws SchemaError or VaultKeyError that says what to do.
 */
export async function checkInstallation(installation: Installation): Promise<void> {
  await openSchemaFit(installation)?.check();
  await checkVaultKeys(installation);
}
