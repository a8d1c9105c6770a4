import { isInService, type AcquirerConnection } from "../../domain/connection/connection.ts";
import type { Config } from "../../config/config.ts";
import type { DatabaseAddress } from "../../database/connection/database.ts";
import { systemClock } from "../../system/clock.ts";
import { createLogger } from "../../system/logger.ts";
import { createSystemRandom } from "../../system/random.ts";
import { useInstallation } from "../../service/start/use-installation.ts";
import { askBank } from "../../acquirer/connection/check-connection.ts";
import { openConnections } from "../../service/runtime/connections.ts";
import type { Installation } from "../../service/installation/installation.ts";
import { failed, ok, warning, type Check } from "./check.ts";

/** The number of banks that are asked at once. */
const AT_ONCE = 8;

/** Asks the bank of each active connection whether it accepts the credentials. */
export function checkBanks(config: Config, database: DatabaseAddress): Promise<readonly Check[]> {
  const parts = {
    config,
    database,
    clock: systemClock,
    random: createSystemRandom(),
    logger: createLogger("silent"),
    connections: { applicationName: "vezne doctor", max: 2 },
  };
  return useInstallation(parts, checkAcquirers);
}

export async function checkAcquirers(installation: Installation): Promise<readonly Check[]> {
  const connections = await openConnections(installation);
  try {
    const now = installation.clock.now();
    const active = connections.roster.inUse().filter((one) => isInService(one, now));
    if (active.length === 0) return [ok("acquirers", "no bank is connected")];
    const asking = { ...installation, opened: connections.opened };
    const checks: Check[] = [];
    for (let from = 0; from < active.length; from += AT_ONCE) {
      const some = active.slice(from, from + AT_ONCE);
      const answers = await Promise.all(some.map((one) => askBank(asking, one)));
      checks.push(...some.map((one, index) => judge(one, answers[index])));
    }
    return checks;
  } finally {
    await connections.close();
  }
}

function judge(connection: AcquirerConnection, check: AcquirerConnection["lastCheck"]): Check {
  const { connectionId, title, mode } = connection;
  const name = `acquirer ${title} (${mode})`;
  if (check?.kind === "ready") return ok(name, "the bank accepts the credentials");
  if (check?.kind === "refused") {
    const answer = [check.code, check.message].filter((part) => part !== undefined).join(" ");
    const advice = `vezne acquirers test ${connectionId} shows what the bank asks for.`;
    return failed(name, `the bank refuses: ${answer}`, advice);
  }
  const advice = "Look at the network to the bank, and at the bank's own state.";
  return warning(name, `no clear answer: ${check?.message ?? "unknown"}`, advice);
}
