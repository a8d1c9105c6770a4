import { isInService, type AcquirerConnection } from "../../domain/connection/connection.ts";
import { keyStateAmong, type KeyState } from "../../domain/connection/store-key.ts";
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
      checks.push(
        ...some.flatMap((one, index) => [
          judge(one, answers[index]),
          ...judgeKey(one, keyStateAmong(connections.protocols, one)),
        ]),
      );
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

/** The store key of a live connection; at the test bank the keys are published ones. */
export function judgeKey(
  { connectionId, title, mode, keyNote }: AcquirerConnection,
  state: KeyState,
) {
  if (mode !== "live" || state === "not_signed") return [];
  const name = `store key of ${title}`;
  const told = [keyNote?.code, keyNote?.message].filter((part) => part !== undefined).join(" ");
  const advice =
    `vezne acquirers returns ${connectionId} shows the returns that differ; the page ` +
    "/docs/3d-secure-help explains them.";
  switch (state) {
    case "proved":
      return [ok(name, "a return that the bank signed has proved it")];
    case "refused":
      return [failed(name, `the bank refuses our signature: ${told}`, advice)];
    case "doubted":
      return [warning(name, "a return with another signature came, and none that fits", advice)];
    case "unproved":
      return [
        warning(
          name,
          "unproved: no signed return has come yet",
          `Pay 1.00 TRY yourself. ${advice}`,
        ),
      ];
  }
}
