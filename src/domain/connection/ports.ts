import type { Instant } from "../../kernel/clock.ts";
import type { ConnectionId } from "../../kernel/ids.ts";
import type { Secret } from "../../kernel/secret.ts";
import type {
  AcquirerConnection,
  CheckNote,
  ConnectionOwner,
  ConnectionState,
  KeyNote,
} from "./connection.ts";
import type { RoutingRule } from "./rule.ts";

export type Credentials = Readonly<Record<string, Secret>>;

export type StateMove = {
  readonly to: ConnectionState;
  readonly at: Instant;
  readonly check?: CheckNote;
};

/** Asks the bank of a connection whether it accepts the credentials; nothing is stored. */
export type AskBank = (
  connection: AcquirerConnection,
  credentials: Credentials,
) => Promise<CheckNote>;

export type ConnectionWrite =
  | { readonly kind: "written" }
  /** Another connection that is not retired has this title or this terminal. */
  | { readonly kind: "title_taken" | "terminal_taken" }
  /** The connection has changed since it was read, or was retired. */
  | { readonly kind: "changed_meanwhile" };

/** The stored connections; their credentials are encrypted by the vault. */
export interface ConnectionStore {
  /** Stores a new connection; a terminal serves one connection that is not retired. */
  create(connection: AcquirerConnection, credentials: Credentials): Promise<ConnectionWrite>;
  /**
   * Writes settings, and the credentials if they are given, unless the stored version is not
   * `connection.version` any more.
   */
  change(connection: AcquirerConnection, credentials?: Credentials): Promise<ConnectionWrite>;
  /**
   * Moves a connection that is not retired to a state, and notes the bank's answer if the move
   * follows from one. Resolves to false if it was retired.
   */
  changeState(connectionId: ConnectionId, move: StateMove): Promise<boolean>;
  /** Notes the bank's answer to a check; the connection stays the same. */
  noteCheck(connectionId: ConnectionId, check: CheckNote): Promise<void>;
  /**
   * Notes a word about the store key, unless the credentials have changed since this version. A
   * doubt replaces no other word, because a stranger can cause it.
   */
  noteKey(connectionId: ConnectionId, note: KeyNote, credentialsVersion: number): Promise<void>;
  find(connectionId: ConnectionId): Promise<AcquirerConnection | undefined>;
  /** Lists the owner's connections by creation, retired ones included. */
  list(owner: ConnectionOwner): Promise<readonly AcquirerConnection[]>;
  /** Lists the connections of all merchants that are not retired. */
  listInUse(): Promise<readonly AcquirerConnection[]>;
  rules(owner: ConnectionOwner): Promise<readonly RoutingRule[]>;
  /** Replaces all rules of an owner in one step. */
  replaceRules(owner: ConnectionOwner, rules: readonly RoutingRule[]): Promise<void>;
}

/** Reads credentials for a call to the bank. */
export interface ConnectionCredentials {
  /**
   * Returns the credentials of a connection; undefined if this machine can't decrypt them, which is
   * reported.
   */
  open(connectionId: ConnectionId): Promise<Credentials | undefined>;
}

/**
 * The connections and rules of all merchants in the memory of a process, at most a second old. It
 * answers at once, so that a payment waits for no query.
 */
export interface ConnectionRoster {
  /** The owner's connections that are not retired, by creation. */
  of(owner: ConnectionOwner): readonly AcquirerConnection[];
  rules(owner: ConnectionOwner): readonly RoutingRule[];
  /** The connections of all merchants that are not retired. */
  inUse(): readonly AcquirerConnection[];
  /** True if any merchant has an active connection for live payments. */
  hasLive(): boolean;
  /** Reads what has changed. */
  refresh(): Promise<void>;
}
