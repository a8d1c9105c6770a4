import type { Pool } from "pg";
import type { Config } from "../../config/config.ts";
import { createSigningSecretStore } from "../../store/vault/signing-secret-store.ts";
import { systemClock } from "../../system/clock.ts";
import { createSystemRandom } from "../../system/random.ts";
import { VaultKeyError } from "../../vault/vault-key-error.ts";
import { openKeySources } from "../../service/installation/vault-key-source.ts";
import { failed, ok, warning, type Check } from "./check.ts";

const NAME = "secrets that sign";

/** Checks that the secrets that sign are encrypted, and that this machine can decrypt them. */
export async function checkSigners(pool: Pool, config: Config): Promise<Check> {
  const store = createSigningSecretStore(pool);
  const used = [...(await store.countByKey()).keys()];
  try {
    const here = await keysHere(pool, config);
    const missing = used.filter((keyId) => !here.has(keyId));
    if (missing.length > 0) return lacking(missing);
  } catch (error) {
    if (!(error instanceof VaultKeyError)) throw error;
    return failed(NAME, error.message, "See docs/security/keys.md.");
  }
  if ((await store.listPlain()).length === 0) return ok(NAME, "encrypted under the vault key");
  const advice =
    "Once no process of an earlier release is needed and every machine has the vault key: " +
    "vezne vault seal. See docs/operations/upgrade.md.";
  return warning(NAME, "lie in clear in the database and its backups", advice);
}

async function keysHere(pool: Pool, config: Config): Promise<ReadonlySet<string>> {
  const sources = openKeySources({
    config,
    pool,
    clock: systemClock,
    random: createSystemRandom(),
  });
  return new Set((await sources.all.read()).map(({ id }) => id));
}

function lacking(keyIds: readonly string[]): Check {
  return failed(
    NAME,
    `encrypted under ${keyIds.join(", ")}, which this machine lacks, so that it signs nothing`,
    "Give it that key by VEZNE_VAULT_KEY, its parts, its file or the KMS. See docs/security/keys.md.",
  );
}
