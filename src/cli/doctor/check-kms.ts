import type { Pool } from "pg";
import type { Config } from "../../config/config.ts";
import { openKeyServices } from "../../outbound/kms/open-key-services.ts";
import { createVaultKeyStore } from "../../store/vault/vault-key-store.ts";
import { createWrappedKeyStore } from "../../store/vault/wrapped-key-store.ts";
import { systemClock } from "../../system/clock.ts";
import { keyFileOf, readKeyFile } from "../../vault/key-file.ts";
import { VaultKeyError } from "../../vault/vault-key-error.ts";
import { probeVaultKeys } from "../../vault/wrapped-key.ts";
import { failed, ok, warning, type Check } from "./check.ts";

const NAME = "key management service";
const PAGE = "See docs/operations/kms.md.";

/** Checks that the KMS decrypts the vault keys now, as the next start needs it. */
export async function checkKms(pool: Pool, { vault, dataDir }: Config): Promise<readonly Check[]> {
  const services = openKeyServices(vault.kms, { clock: systemClock });
  const wrapped = await createWrappedKeyStore(pool).list();
  const current = await createVaultKeyStore(pool).current();
  const inForce = wrapped.find(({ keyId }) => keyId === current?.keyId);
  if (services.length === 0) {
    if (inForce === undefined) return [];
    const detail = `the key in force is encrypted by ${inForce.service}`;
    return [failed(NAME, `${detail}, and VEZNE_KMS_KEY is not set`, PAGE)];
  }
  try {
    await probeVaultKeys(services, wrapped);
  } catch (error) {
    if (!(error instanceof VaultKeyError)) throw error;
    return [failed(NAME, error.message, `The next start of the service will fail. ${PAGE}`)];
  }
  if (current !== undefined && inForce === undefined) {
    const detail = "it is configured, and the key in force is outside it";
    return [warning(NAME, detail, `Run vezne vault rotate. ${PAGE}`)];
  }
  const file = keyFileOf(dataDir);
  if (inForce !== undefined && (await readKeyFile(file)).length > 0) {
    const advice = `Keep a copy with the backups from before, then run vezne vault rotate --forget-old-keys.`;
    return [warning(NAME, `${file} still holds a key in clear`, `${advice} ${PAGE}`)];
  }
  const keys = wrapped.length === 1 ? "1 key" : `${wrapped.length} keys`;
  return [ok(NAME, `it decrypts ${keys} of the vault`)];
}
