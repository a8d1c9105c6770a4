export type Log = (message: string, fields?: object) => void;

/**
 * A database's address and login; `host` is the directory of a Unix socket or a loopback address.
 */
export type PostgresConnection = {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
};

export type ServerClaim =
  | { readonly ok: true }
  /** Another process serves this data directory; `pid` is its number, if it is known. */
  | { readonly ok: false; readonly pid: number | undefined };

export type EmbeddedPostgres = {
  /** The service's own role, which owns its database and nothing else. */
  readonly connection: PostgresConnection;
  /** The cluster's superuser: for backup, restore and tests, not for serving. */
  readonly ownerConnection: PostgresConnection;
  /** True if the server was running already. */
  readonly adopted: boolean;
  /** Makes this process the one that serves the data directory; tries for 2 s. */
  claimServer(): Promise<ServerClaim>;
  /** Registers a listener for each end of the server that this process has not asked for. */
  onExit(listener: () => void): void;
  /**
   * Starts the server again, at the same address if possible; a successful `claimServer` is
   * repeated.
   */
  restart(): Promise<void>;
  /** Leaves the server; stops it if no other process uses it. */
  stop(): Promise<void>;
};
