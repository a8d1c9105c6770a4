import { readConfig } from "../../src/config/config.ts";
import { createLogger } from "../../src/system/logger.ts";
import type { DatabaseAddress } from "../../src/database/connection/database.ts";
import type { Clock } from "../../src/kernel/clock.ts";
import {
  openInstallation,
  type Installation,
} from "../../src/service/installation/installation.ts";
import { random } from "./sandbox-bank.ts";
import { VAULT_KEY } from "./vault-key.ts";

type Place = {
  readonly database: { readonly connection: DatabaseAddress };
  readonly clock: Clock;
};

/** The name that the connections of these installations have at the database. */
export const COMMAND_NAME = "vezne command";

const CONNECTIONS = { applicationName: COMMAND_NAME, max: 4, statementTimeoutMs: 0 };

/** The installation behind a service of a test, as a command opens it: without server and jobs. */
export function installationOf({ database, clock }: Place): Promise<Installation> {
  return openInstallation({
    config: readConfig({ VEZNE_WEBHOOK_LOOPBACK: "true", VEZNE_VAULT_KEY: VAULT_KEY }),
    database: database.connection,
    clock,
    random,
    logger: createLogger("silent"),
    connections: CONNECTIONS,
  });
}

/** Opens the installation for some work, and closes it afterwards. */
export async function atInstallation<Value>(
  place: Place,
  work: (installation: Installation) => Promise<Value>,
): Promise<Value> {
  const installation = await installationOf(place);
  try {
    return await work(installation);
  } finally {
    await installation.close();
  }
}
