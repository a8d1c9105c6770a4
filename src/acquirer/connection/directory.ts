import { unknownCard } from "../../domain/card/bin-record.ts";
import type { BinDirectory } from "../../domain/card/ports.ts";
import type { Candidate } from "../../domain/connection/route.ts";
import type { ConnectionRoster } from "../../domain/connection/ports.ts";
import {
  hasConnection,
  routePayment,
  type RouteDeps,
} from "../../domain/connection/route-payment.ts";
import type { Clocks } from "../../domain/merchant/clocks.ts";
import type { Acquirer } from "../../domain/payment/acquirer.ts";
import type { AcquirerDirectory, AcquirerQuery } from "../../domain/payment/acquirer-directory.ts";
import type { ConnectionHealth } from "./connection-health.ts";
import type { OpenAcquirers } from "./open-acquirers.ts";
import { unreachableAcquirer } from "./unreachable-acquirer.ts";

export type DirectoryDeps = {
  /** The test bank, for test payments of merchants without connections. */
  readonly sandbox: Acquirer;
  readonly roster: Pick<ConnectionRoster, "of" | "hasLive">;
  readonly routing: RouteDeps;
  readonly opened: Pick<OpenAcquirers, "of" | "byName">;
  readonly health: Pick<ConnectionHealth, "beginTry">;
  readonly bins: BinDirectory;
  readonly clocks: Clocks;
};

/** The acquirers of this installation: the test bank and the connections of merchants. */
export function createAcquirerDirectory(deps: DirectoryDeps): AcquirerDirectory {
  const { sandbox, roster, opened, clocks } = deps;
  return {
    async choose(query) {
      const { session, card, merchant } = query;
      if (session.mode === "live" && merchant.settings.liveSince === null) return [];
      if (!hasConnection(roster, session, clocks.now(session))) {
        return session.mode === "test" ? [sandbox] : [];
      }
      const found = await chooseConnections(deps, query);
      // Wallets, lenders and Papel have no connection: the test bank stands for them.
      return card === undefined && session.mode === "test" ? [...found, sandbox] : found;
    },
    async byName(name) {
      if (name === sandbox.name) return sandbox;
      return (await opened.byName(name)) ?? unreachableAcquirer(name);
    },
    takesLivePayments: () => roster.hasLive(),
  };
}

async function chooseConnections(
  { routing, opened, health, bins, clocks }: DirectoryDeps,
  { session, card, installmentCount, amount, purpose, refusedBefore }: AcquirerQuery,
): Promise<readonly Acquirer[]> {
  const bin = card?.bin ?? "";
  const routed = await routePayment(routing, session, {
    bin,
    card: card === undefined ? unknownCard(bin) : bins.table(session.mode).find(bin).best,
    amount,
    installmentCount,
    needsChallenge: false,
    now: clocks.now(session),
  });
  const candidates = await refusersLast(routed.candidates, refusedBefore);
  const [first] = candidates;
  if (purpose === "charge" && first !== undefined) health.beginTry(first.connection.connectionId);
  const acquirers = await Promise.all(candidates.map(({ connection }) => opened.of(connection)));
  return acquirers.filter((acquirer) => acquirer !== undefined);
}

/** Moves connections that refused an earlier payment of the customer's session to the end. */
async function refusersLast(
  candidates: readonly Candidate[],
  refusedBefore: AcquirerQuery["refusedBefore"],
): Promise<readonly Candidate[]> {
  if (candidates.length < 2 || refusedBefore === undefined) return candidates;
  const refused = await refusedBefore();
  const isRefuser = ({ connection }: Candidate) => refused.has(connection.connectionId);
  return candidates.toSorted((left, right) => Number(isRefuser(left)) - Number(isRefuser(right)));
}
