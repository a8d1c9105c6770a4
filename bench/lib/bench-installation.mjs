import { randomBytes } from "node:crypto";
import { readConfig } from "../../dist/config/config.js";
import { createLogger } from "../../dist/system/logger.js";
import { openInstallation } from "../../dist/service/installation/installation.js";

const CONNECTIONS = { applicationName: "bench", max: 4, statementTimeoutMs: 0 };

/** The installation of a bench, without server and jobs. */
export function benchInstallation(address) {
  return openInstallation({
    config: readConfig({}),
    database: address,
    clock: { now: () => Date.now() },
    random: { bytes: (count) => randomBytes(count) },
    logger: createLogger("silent"),
    connections: CONNECTIONS,
  });
}
