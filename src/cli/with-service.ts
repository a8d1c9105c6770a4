import { openAdministration, type Administration } from "../compose.ts";
import { ConfigError, readConfig } from "../config.ts";
import { EmbeddedPostgresError } from "../edge/store/embedded/refusal.ts";
import { SchemaError } from "../edge/store/migrate.ts";
import { migrateAll, openServiceDatabase } from "../edge/store/service-database.ts";
import { systemClock } from "../edge/system/clock.ts";
import { createSystemRandom } from "../edge/system/random.ts";
import { CommandError } from "./output.ts";

/**
 * Runs a command on the installation's database, whether the server runs or not. What a user can
 * mend ends with a sentence and exit code 1; a wrong configuration with 2.
 */
export async function withService(
  work: (deps: Administration["deps"]) => Promise<void>,
): Promise<void> {
  try {
    await run(work);
  } catch (error) {
    const known =
      error instanceof CommandError ||
      error instanceof ConfigError ||
      error instanceof EmbeddedPostgresError ||
      error instanceof SchemaError;
    if (!known) throw error;
    process.stderr.write(`vezne: ${error.message}\n`);
    process.exitCode = error instanceof ConfigError ? 2 : 1;
  }
}

async function run(work: (deps: Administration["deps"]) => Promise<void>): Promise<void> {
  const config = readConfig(process.env);
  const random = createSystemRandom();
  const database = await openServiceDatabase({ ...config, random, log: () => undefined });
  try {
    await migrateAll(database.address);
    const admin = openAdministration({ database: database.address, clock: systemClock, random });
    try {
      await work(admin.deps);
    } finally {
      await admin.close();
    }
  } finally {
    await database.close();
  }
}
