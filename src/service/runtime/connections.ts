import type { AcquirerConnection } from "../../domain/connection/connection.ts";
import { shownHealth } from "../../domain/connection/health.ts";
import { ConnectionHealth } from "../../acquirer/connection/connection-health.ts";
import { createAccountWatch } from "../../acquirer/connection/account-watch.ts";
import { CardWatch } from "../../acquirer/connection/card-watch.ts";
import { createKeyWatch } from "../../acquirer/connection/key-watch.ts";
import { createBankTransport } from "../../acquirer/kit/bank-transport.ts";
import { OpenAcquirers } from "../../acquirer/connection/open-acquirers.ts";
import type { BankCall } from "../../acquirer/connection/watched-acquirer.ts";
import { openConnectionRoster } from "../../store/connection/connection-roster.ts";
import type { ConnectionStatus } from "../../system/bank-metrics.ts";
import { tracedConnections, tracedTransport } from "../tracing/traced-acquirers.ts";
import { testBankUrl } from "./bank-listener.ts";
import type { RouteDeps } from "../../domain/connection/route-payment.ts";
import type { Installation } from "../installation/installation.ts";
import { sweepGroups } from "../installation/merchant-groups.ts";
import { DIFFERENCES_KEPT_DAYS } from "../../domain/connection/store-key.ts";
import { DAY, later } from "../../kernel/clock.ts";
import { forgetReturnDifferences } from "../../store/connection/return-differences.ts";
import type { Round } from "./job.ts";

/** The connections of all merchants, opened at their banks as payments need them. */
export type Connections = Awaited<ReturnType<typeof openConnections>>;

/**
 * Opens the connections of all merchants; each bank is called as payments need it. `bankUrl` is
 * where this process reaches the test bank, unless it is the address for others.
 */
export async function openConnections(installation: Installation, bankUrl?: string) {
  const listeners: ((call: BankCall) => void)[] = [];
  const { config, clock, logger, protocols, connections } = installation;
  const { tracer } = installation.tracing ?? {};
  const plain = createBankTransport({ clock });
  const transport = tracer === undefined ? plain : tracedTransport(tracer, plain);
  const roster = await openConnectionRoster(installation.connectionTable);
  const health = new ConnectionHealth(clock);
  const watchAccount = createAccountWatch({ connections, clock, report: reporter(logger) });
  const { returnDifferences: differences } = installation;
  const keys = createKeyWatch({ connections, differences, clock, report: reporter(logger) });
  const cards = new CardWatch(installation.cardNotes, clock);
  const opened = new OpenAcquirers({
    roster,
    connections,
    protocols,
    transport,
    isRehearsal: installation.isRehearsal,
    testBankUrl: bankUrl ?? testBankUrl(config),
    aheadMs: (merchantId) => installation.sandboxTime.aheadMs(merchantId),
    onCall(call) {
      if (call.isFailure !== undefined) health.note(call.connectionId, call.isFailure);
      watchAccount(call);
      for (const listener of listeners) listener(call);
    },
    keys,
    cards,
    trace: tracer && tracedConnections(tracer),
    report: reporter(logger),
  });
  return {
    protocols,
    roster,
    health,
    opened,
    cards,
    routing: routingOf(installation, { roster, health }),
    /** Calls the listener after each call to a bank. */
    listen(listener: (call: BankCall) => void): void {
      listeners.push(listener);
    },
    statuses: (): readonly ConnectionStatus[] =>
      roster.inUse().map((connection) => statusOf(connection, health)),
    close: (): Promise<void> => transport.close(),
  };
}

function routingOf(
  { installmentTerms, random }: Pick<Installation, "installmentTerms" | "random">,
  { roster, health }: Pick<RouteDeps, "roster"> & { readonly health: ConnectionHealth },
): RouteDeps {
  return {
    roster,
    installmentTerms,
    healthOf: (connectionId) => health.stateOf(connectionId),
    draw: () => shareOf(random.bytes(4)),
  };
}

function statusOf(connection: AcquirerConnection, health: ConnectionHealth): ConnectionStatus {
  const { connectionId, protocol, bank } = connection;
  const known = health.knownStateOf(connectionId);
  const isUntried = shownHealth(known, connection) === "untried";
  return { connectionId, protocol, bank, health: isUntried ? "untried" : (known ?? "closed") };
}

/** A number from 0 (inclusive) to 1 (exclusive) from four random bytes. */
function shareOf(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0) / 2 ** 32;
}

function reporter(logger: Installation["logger"]) {
  return (sentence: string, facts: object): void => logger.error(facts, sentence);
}

const NOTES_KEPT_DAYS = 400;

/** Writes what this process heard of cards, and removes old notes. */
export function keepCardNotes(
  { cardNotes, clock }: Pick<Installation, "cardNotes" | "clock">,
  { cards }: Pick<Connections, "cards">,
): Round {
  return async () => {
    await cards.write();
    await cardNotes.forget(later(clock.now(), -NOTES_KEPT_DAYS * DAY));
    return false;
  };
}

/** Removes records of returns whose signature differs once they are a month old. */
export function forgetOldDifferences(installation: Pick<Installation, "clock" | "groups">): Round {
  const before = () => later(installation.clock.now(), -DIFFERENCES_KEPT_DAYS * DAY);
  return () => sweepGroups(installation, (pool) => forgetReturnDifferences(pool, before()));
}
