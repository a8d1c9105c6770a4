export type Log = (message: string, fields?: object) => void;

/** How to connect; `host` is the directory of a Unix socket or a loopback address. */
export type PostgresConnection = {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
};

export type ServerClaim =
  | { readonly ok: true }
  /** Another process serves this data directory; its number, if it told. */
  | { readonly ok: false; readonly pid: number | undefined };

export type EmbeddedPostgres = {
  /** The service's own role, which owns its database and nothing else. */
  readonly connection: PostgresConnection;
  /** The cluster's superuser: for backup, restore and tests, not for serving. */
  readonly ownerConnection: PostgresConnection;
  /** Whether the server was running already. */
  readonly adopted: boolean;
  /** Makes this process the one that serves the data directory; waits 2 s for a killed one. */
  claimServer(): Promise<ServerClaim>;
  /** Calls back each time the server dies underneath. */
  onExit(listener: () => void): void;
  /** Starts the server again, at the same address if possible, and renews the claim. */
  restart(): Promise<void>;
  /** Leaves the server, and stops it unless another process uses it. */
  stop(): Promise<void>;
};
