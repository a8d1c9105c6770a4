import { ConfigError } from "../../config/config-error.ts";
import { hostsOf } from "../../domain/connection/connection.ts";
import type { Installation } from "../installation/installation.ts";

const REHEARSED =
  "live mode of this installation is a rehearsal: its payments were made at the test bank. Set " +
  "VEZNE_LIVE_REHEARSAL=on, or take another VEZNE_DATA_DIR or database for real payments";
const REAL =
  "VEZNE_LIVE_REHEARSAL is on, and live mode of this installation has a real bank. Remove the " +
  "setting, or take another VEZNE_DATA_DIR or database for the rehearsal";

/**
 * Refuses an installation whose live connections or feeds have addresses that its setting does not
 * allow: books of real money and of a rehearsal must not become one
 * (docs/decisions/live-rehearsal.md).
 * @throws ConfigError that says what to do.
 */
export async function refuseMixedAddresses(
  installation: Pick<Installation, "connectionTable" | "accountFeeds" | "isRehearsal">,
): Promise<void> {
  const { isRehearsal, connectionTable, accountFeeds } = installation;
  const [connections, feeds] = await Promise.all([
    connectionTable.liveHosts(),
    accountFeeds.listAll(),
  ]);
  // A feed at a host that a person typed has no place at the test bank, and is no sign of a bank.
  const rehearsed = feeds.filter(
    ({ owner, hosts }) => owner?.mode !== "test" && hosts === "simulated_bank",
  );
  const allowed = hostsOf("live", installation);
  const met = [...connections, ...rehearsed.map(({ hosts }) => hosts)];
  if (met.every((hosts) => allowed.includes(hosts))) return;
  throw new ConfigError(isRehearsal ? REAL : REHEARSED);
}
