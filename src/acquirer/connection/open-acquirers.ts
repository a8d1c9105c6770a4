import {
  hostsOf,
  type AcquirerConnection,
  type Rehearsal,
} from "../../domain/connection/connection.ts";
import type {
  ConnectionCredentials,
  ConnectionRoster,
  ConnectionStore,
  Credentials,
} from "../../domain/connection/ports.ts";
import { keyState } from "../../domain/connection/store-key.ts";
import { MODES } from "../../domain/merchant/merchant.ts";
import { later } from "../../kernel/clock.ts";
import {
  merchantOf,
  parseConnectionId,
  type ConnectionId,
  type MerchantId,
} from "../../kernel/ids.ts";
import type { Acquirer } from "../../domain/payment/acquirer.ts";
import type { BankTransport } from "../kit/bank-transport.ts";
import { MissingCredential } from "../kit/credentials.ts";
import { doorUrl } from "./door-paths.ts";
import type { OpenConnection, Protocol } from "../kit/protocol.ts";
import type { CardWatch } from "./card-watch.ts";
import type { KeyWatch } from "./key-watch.ts";
import { watchedAcquirer, type BankCall } from "./watched-acquirer.ts";

export type OpenAcquirersDeps = Rehearsal & {
  readonly roster: Pick<ConnectionRoster, "of">;
  readonly connections: Pick<ConnectionStore, "find"> & ConnectionCredentials;
  readonly protocols: readonly Protocol[];
  readonly transport: BankTransport;
  /** The address of the test bank, or undefined if there is none. */
  readonly testBankUrl: string | undefined;
  /** The number of ms by which a merchant's sandbox is ahead of the real time. */
  readonly aheadMs: (merchantId: MerchantId) => number;
  readonly onCall: (call: BankCall) => void;
  readonly keys: KeyWatch;
  readonly cards: Pick<CardWatch, "hear">;
  /** Wraps the acquirers of connections; absent while traces are off. */
  readonly trace?: TraceAcquirer | undefined;
  readonly report: (sentence: string, facts: Readonly<Record<string, unknown>>) => void;
};

/** Wraps the acquirer of a connection, so that its calls are recorded in traces. */
export type TraceAcquirer = (
  acquirer: Acquirer,
  connection: Pick<BankCall, "connectionId" | "protocol" | "bank">,
) => Acquirer;

type Opened = {
  readonly version: number;
  readonly isRetired: boolean;
  readonly acquirer: Promise<Acquirer | undefined>;
};

/**
 * The acquirers of connections in this process. One is opened at its first call, and opened again
 * after a change of its connection.
 */
export class OpenAcquirers {
  readonly #deps: OpenAcquirersDeps;
  readonly #opened = new Map<ConnectionId, Opened>();

  constructor(deps: OpenAcquirersDeps) {
    this.#deps = deps;
  }

  /**
   * Returns the acquirer of a connection; undefined if this release lacks the protocol, a
   * credential is missing, or this machine can't decrypt them. Each is reported.
   */
  async of(connection: AcquirerConnection): Promise<Acquirer | undefined> {
    const { connectionId, version, state } = connection;
    const known = this.#opened.get(connectionId);
    if (known?.version === version) return known.acquirer;
    const acquirer = this.#open(connection);
    this.#opened.set(connectionId, { version, isRetired: state === "retired", acquirer });
    // An acquirer that could not be opened is tried again by the next call.
    const forget = (): boolean => this.#opened.delete(connectionId);
    const opened = await acquirer.catch((error: unknown) => {
      forget();
      throw error;
    });
    if (opened === undefined) forget();
    return opened;
  }

  /** Returns the acquirer of a connection by its id, also of a retired one. */
  async byName(name: string): Promise<Acquirer | undefined> {
    const connectionId = parseConnectionId(name);
    if (connectionId === undefined) return undefined;
    const known = this.#opened.get(connectionId);
    // A retired connection never changes again.
    if (known?.isRetired === true) return known.acquirer;
    const connection =
      this.#inRoster(connectionId) ?? (await this.#deps.connections.find(connectionId));
    return connection === undefined ? undefined : this.of(connection);
  }

  #inRoster(connectionId: ConnectionId): AcquirerConnection | undefined {
    const merchantId = merchantOf(connectionId);
    return MODES.flatMap((mode) => this.#deps.roster.of({ merchantId, mode })).find(
      (one) => one.connectionId === connectionId,
    );
  }

  async #open(connection: AcquirerConnection): Promise<Acquirer | undefined> {
    if (this.#addressOf(connection) === undefined) return undefined;
    const credentials = await this.#deps.connections.open(connection.connectionId);
    return credentials && this.openWith(connection, credentials);
  }

  /** The protocol of a connection and its addresses; undefined, and reported, without them. */
  #addressOf(connection: AcquirerConnection) {
    const { protocols, report } = this.#deps;
    const { connectionId, protocol: name, bank } = connection;
    const protocol = protocols.find((one) => one.name === name);
    const hosts = protocol && addressesOf(connection, protocol, this.#deps);
    if (protocol === undefined || hosts === undefined) {
      report("an acquirer connection can't be opened: its bank is not in this release or mode", {
        connection_id: connectionId,
        protocol: name,
        bank,
      });
      return undefined;
    }
    return { protocol, hosts };
  }

  /** Opens a connection with these credentials for one use; it is not kept. */
  openWith(connection: AcquirerConnection, credentials: Credentials): Acquirer | undefined {
    const { onCall, keys, cards, trace } = this.#deps;
    const address = this.#addressOf(connection);
    if (address === undefined) return undefined;
    const { protocol, hosts } = address;
    const { connectionId, bank } = connection;
    const { merchantId, mode, model = "", acceptedMdStatus } = connection;
    const { mailOrder, currencies, installmentCounts } = connection;
    const transport = transportOf(connection, this.#deps);
    const acquirer = this.#openedBy(
      protocol,
      {
        connectionId,
        merchantId,
        mode,
        bank,
        hosts,
        credentials,
        model,
        acceptedMdStatus,
        mailOrder,
        currencies,
        // Every terminal takes a single charge.
        installmentCounts: [1, ...installmentCounts],
        onSignature: this.#listenerOf(connection, protocol),
      },
      transport,
    );
    if (acquirer === undefined) return undefined;
    const named = { connectionId, protocol: protocol.name, bank };
    const watched = watchedAcquirer(acquirer, {
      name: named,
      accountCodes: protocol.accountCodes,
      keyCodes: protocol.keyCodes,
      isLive: mode === "live" && connection.hosts === "bank",
      holdDays: connection.holdDays,
      clock: this.#deps.transport.clock,
      onCall: (call) => {
        if (call.keyRefusal !== undefined) keys.onRefusal(connection, call.keyRefusal);
        if (call.cards !== undefined) cards.hear(connection, call.cards);
        onCall(call);
      },
    });
    return trace?.(watched, named) ?? watched;
  }

  /** The listener to compared signatures; absent where the bank's returns prove no key. */
  #listenerOf(connection: AcquirerConnection, protocol: Protocol): OpenConnection["onSignature"] {
    if (keyState(connection, protocol) === "not_signed") return undefined;
    const { connectionId, credentialsVersion } = connection;
    const keyed = { connectionId, credentialsVersion };
    return (word) => this.#deps.keys.onSignature(keyed, word);
  }

  /** Reports a connection that lacks a credential, by the credential's name. */
  #openedBy(
    protocol: Protocol,
    connection: OpenConnection,
    transport: BankTransport,
  ): Acquirer | undefined {
    try {
      return protocol.open(connection, transport);
    } catch (error) {
      if (!(error instanceof MissingCredential)) throw error;
      const { connectionId: connection_id, bank } = connection;
      const facts = { connection_id, protocol: protocol.name, bank, credential: error.credential };
      this.#deps.report("an acquirer connection can't be opened: a credential is missing", facts);
      return undefined;
    }
  }
}

/**
 * The transport of a connection. At the test bank a merchant's sandbox has its own time, which
 * a header tells the bank; a bank's own test system has the real time.
 */
function transportOf(
  { hosts, merchantId }: AcquirerConnection,
  { transport, aheadMs }: Pick<OpenAcquirersDeps, "transport" | "aheadMs">,
): BankTransport {
  if (hosts === "bank") return transport;
  return {
    clock: { now: () => later(transport.clock.now(), aheadMs(merchantId)) },
    post(request) {
      const ahead = aheadMs(merchantId);
      if (ahead === 0) return transport.post(request);
      const headers = { ...request.headers, "x-sandbox-ahead": String(ahead) };
      return transport.post({ ...request, headers });
    },
  };
}

/** The addresses of a connection by purpose. */
function addressesOf(
  { bank: name, hosts, mode }: AcquirerConnection,
  protocol: Protocol,
  { testBankUrl, ...deps }: Pick<OpenAcquirersDeps, "testBankUrl" | "isRehearsal">,
): Readonly<Record<string, string>> | undefined {
  const bank = protocol.banks.find((one) => one.name === name);
  if (bank === undefined || !hostsOf(mode, deps).includes(hosts)) return undefined;
  if (hosts === "bank") return bank[mode];
  if (testBankUrl === undefined) return undefined;
  const purposes = [...new Set([...Object.keys(bank.live), ...Object.keys(bank.test)])];
  return Object.fromEntries(
    purposes.map((purpose) => [
      purpose,
      doorUrl(testBankUrl, { protocol: protocol.name, purpose }),
    ]),
  );
}
