import { Socket } from "node:net";
import { SECOND } from "../../kernel/clock.ts";
import { Client, type ClientBase, type ClientConfig } from "pg";
import { connectAlive } from "./kept-alive.ts";
import { queryWithin } from "./timed-query.ts";

/**
 * The settings by which a server says that it refuses writes: at the start of a connection, and
 * again when they change.
 */
const REFUSES_WRITES = new Set(["in_hot_standby", "default_transaction_read_only"]);

const READ_ONLY_MS = SECOND;

/** The settings of a connection; `silenceMs` limits a query that has no limit of its own. */
export type ConnectionConfig = ClientConfig & {
  readonly silenceMs?: number | undefined;
  /** True if the server has to notice soon that this machine is gone. */
  readonly isKeptAlive?: boolean;
};

type ReportedParameter = { readonly parameterName: string; readonly parameterValue: string };

/** A connection that knows whether its server takes writes, without asking it. */
export class ServerConnection extends Client {
  readonly #refusing = new Set<string>();
  readonly #openedAt = performance.now();

  constructor(config?: ConnectionConfig) {
    super(config);
    Object.assign(this, { query: queryWithin(this, config?.silenceMs) });
    if (config?.isKeptAlive === true) Object.assign(this, { connect: connectAlive(this) });
    this.connection.on(
      "parameterStatus",
      ({ parameterName, parameterValue }: ReportedParameter) => {
        if (!REFUSES_WRITES.has(parameterName)) return;
        if (parameterValue === "on") this.#refusing.add(parameterName);
        else this.#refusing.delete(parameterName);
      },
    );
  }

  get isReadOnly(): boolean {
    return this.#refusing.size > 0;
  }

  get ageMs(): number {
    return performance.now() - this.#openedAt;
  }

  /** The bytes that came from the server so far. */
  get bytesRead(): number {
    const { stream } = this.connection;
    return stream instanceof Socket ? stream.bytesRead : 0;
  }

  /** Ends the connection without a farewell, which a silent server would not read. */
  destroy(): void {
    this.connection.stream.destroy();
  }
}

/** True if the connection's server has reported that it takes no writes. */
export function isReadOnly(client: ClientBase): boolean {
  return client instanceof ServerConnection && client.isReadOnly;
}

/**
 * True if a connection should be replaced, because its server takes no writes: a new one may reach
 * the new primary. It is kept for a moment, so that reads of a standby do not connect each time.
 */
export function isOutdated(client: ClientBase): boolean {
  return client instanceof ServerConnection && client.isReadOnly && client.ageMs > READ_ONLY_MS;
}

/** The bytes that each connection had received at a moment. */
export type ReceivedBytes = ReadonlyMap<ServerConnection, number>;

/** The open connections of a process to one database. */
export class OpenConnections {
  readonly #open = new Set<ServerConnection>();

  add(client: ClientBase): void {
    if (!(client instanceof ServerConnection)) return;
    this.#open.add(client);
    client.once("end", () => this.#open.delete(client));
  }

  received(): ReceivedBytes {
    return new Map([...this.#open].map((client) => [client, client.bytesRead]));
  }

  /**
   * Ends the connections that have received nothing since then; returns their number. After a
   * change of servers they wait for one that is gone without a farewell.
   */
  endSilent(since: ReceivedBytes): number {
    const silent = [...since].filter(
      ([client, bytes]) => this.#open.has(client) && client.bytesRead === bytes,
    );
    for (const [client] of silent) client.destroy();
    return silent.length;
  }
}
