import { openAdministration, type Administration, type Parts } from "../compose.ts";
import { ConfigError, readConfig } from "../config.ts";
import { EmbeddedPostgresError } from "../edge/store/embedded/refusal.ts";
import { SchemaError } from "../edge/store/migrate.ts";
import { migrateAll, openServiceDatabase } from "../edge/store/service-database.ts";
import { systemClock } from "../edge/system/clock.ts";
import { createSystemRandom } from "../edge/system/random.ts";
import { VaultKeyError } from "../edge/vault/vault-key-error.ts";
import { CommandError } from "./output.ts";

/** Opens what a command needs of the installation; closed when the command ends. */
type Open<Deps> = (parts: Pick<Parts, "config" | "database" | "clock" | "random">) => {
  readonly deps: Deps;
  close(): Promise<void>;
};

/** Runs a command on merchants and their keys. */
export function withService(work: (deps: Administration["deps"]) => Promise<void>): Promise<void> {
  return withParts(openAdministration, work);
}

/**
 * Runs a command on the installation's database, whether the server runs or not. What a user can
 * mend ends with a sentence and exit code 1; a wrong configuration with 2.
 */
export async function withParts<Deps>(
  open: Open<Deps>,
  work: (deps: Deps) => Promise<void>,
): Promise<void> {
  try {
    await run(open, work);
  } catch (error) {
    const known =
      error instanceof CommandError ||
      error instanceof ConfigError ||
      error instanceof EmbeddedPostgresError ||
      error instanceof SchemaError ||
      error instanceof VaultKeyError;
    if (!known) throw error;
    process.stderr.write(`vezne: ${error.message}\n`);
    process.exitCode = error instanceof ConfigError ? 2 : 1;
  }
}

async function run<Deps>(open: Open<Deps>, work: (deps: Deps) => Promise<void>): Promise<void> {
  const config = readConfig(process.env);
  const random = createSystemRandom();
  const database = await openServiceDatabase({ ...config, random, log: () => undefined });
  try {
    await migrateAll(database.address);
    const parts = open({ config, database: database.address, clock: systemClock, random });
    try {
      await work(parts.deps);
    } finally {
      await parts.close();
    }
  } finally {
    await database.close();
  }
}
