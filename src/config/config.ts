import { resolve } from "node:path";
import { ConfigError } from "./config-error.ts";
import { readConnections, type ConnectionSettings } from "./connection-settings.ts";
import { readOutward, type OutwardSettings } from "./outward.ts";
import { readSignIn, type SignInSettings } from "./identity-settings.ts";
import { readTraces, type TraceSettings } from "./trace-settings.ts";
import { withSecretFiles } from "./secret-files.ts";
import {
  addressOf,
  contactsOf,
  databaseOf,
  flagOf,
  hostInUrl,
  hostOf,
  instanceOf,
  integerOf,
  LOG_DAYS,
  logLevelOf,
  proxiesOf,
  rateLimitOf,
  switchOf,
  textOf,
  type Environment,
  type Proxies,
} from "./values.ts";
import { readVaultSettings, type VaultSettings } from "./vault-settings.ts";

/** The whole configuration, read once; no other module reads the environment (contract C1). */
export type Config = OutwardSettings &
  SignInSettings &
  Proxies & {
    readonly host: string;
    readonly port: number;
    /** The service's own address in links, without a trailing slash. */
    readonly publicUrl: string;
    /** The address at which this process reaches itself. */
    readonly localUrl: string;
    readonly databaseUrl: string | undefined;
    /**
     * A standby of the database at `databaseUrl`, for lists, summaries and exports; unset: they use
     * the database at `databaseUrl`.
     */
    readonly databaseReplicaUrl: string | undefined;
    /** The largest age of the replica's data with which reports read it, in seconds. */
    readonly replicaLagMaxS: number;
    readonly connections: ConnectionSettings;
    /** True if the service and its commands migrate the database; false if only `vezne migrate`. */
    readonly migrates: boolean;
    readonly dataDir: string;
    /** True if the directory was configured; false for the default. */
    readonly isDataDirNamed: boolean;
    /** The keys that encrypt stored cards and second factors. */
    readonly vault: VaultSettings;
    readonly workers: number;
    /** The seconds for which a process goes on serving after the signal to stop. */
    readonly stopDelayS: number;
    readonly logLevel: string;
    /** Where traces go; undefined: there are none. */
    readonly traces: TraceSettings | undefined;
    /** The name of this process in the log, among others of the same service. */
    readonly instance: string;
    /** Address of a test bank in another process; unset: the one in this process. */
    readonly bankUrl: string | undefined;
    /** A folder whose bank statements are imported as they arrive; unset: none. */
    readonly statementsDir: string | undefined;
    readonly sessionOnlyRefunds: boolean;
    /** Requests per second and API key; undefined: no limit. */
    readonly rateLimit: number | undefined;
    /** How many days the request log is kept; 0: it is off. */
    readonly requestLogDays: number;
    /**
     * The contacts of `/.well-known/security.txt`, as `mailto:` or `https:`; empty: the file does not
     * exist.
     */
    readonly securityContacts: readonly string[];
  };

const LAG_SECONDS = { fallback: 30, min: 1, max: 3_600 };
/** The rest of the 30 s that a stop may take belongs to the calls under way. */
const STOP_DELAY_SECONDS = { fallback: 0, min: 0, max: 15 };

/** @throws ConfigError that names the variable and the valid form. */
export function readConfig(given: Environment): Config {
  const environment = withSecretFiles(given);
  const host = hostOf(environment);
  const port = integerOf(environment, "PORT", { fallback: 3000, min: 0, max: 65_535 });
  const localUrl = `http://${hostInUrl(host)}:${port}`;
  const publicUrl = addressOf(environment, "VEZNE_PUBLIC_URL") ?? localUrl;
  const proxies = proxiesOf(environment);
  const { trustedProxies } = proxies;
  const outward = readOutward(environment, { host, port, publicUrl, trustedProxies });
  const bankUrl = addressOf(environment, "VEZNE_BANK_URL");
  if (outward.isRehearsal && !outward.testBank && bankUrl === undefined) {
    throw new ConfigError("VEZNE_SIMULATED_BANK must be on for VEZNE_LIVE_REHEARSAL=on");
  }
  const dataDir = resolve(textOf(environment, "VEZNE_DATA_DIR") ?? ".vezne");
  return Object.freeze({
    host,
    port,
    localUrl,
    publicUrl,
    ...outward,
    ...readSignIn(environment),
    databaseUrl: databaseOf(environment, "DATABASE_URL"),
    databaseReplicaUrl: databaseOf(environment, "DATABASE_REPLICA_URL"),
    replicaLagMaxS: integerOf(environment, "VEZNE_REPLICA_LAG_MAX", LAG_SECONDS),
    connections: readConnections(environment),
    migrates: switchOf(environment, "VEZNE_MIGRATE", true),
    isDataDirNamed: textOf(environment, "VEZNE_DATA_DIR") !== undefined,
    dataDir,
    vault: readVaultSettings((name) => textOf(environment, name), dataDir),
    workers: integerOf(environment, "VEZNE_WORKERS", { fallback: 1, min: 1, max: 64 }),
    stopDelayS: integerOf(environment, "VEZNE_STOP_DELAY", STOP_DELAY_SECONDS),
    logLevel: logLevelOf(environment),
    traces: readTraces(environment),
    instance: instanceOf(environment),
    bankUrl,
    statementsDir: textOf(environment, "VEZNE_STATEMENTS_DIR"),
    sessionOnlyRefunds: flagOf(environment, "VEZNE_SESSION_ONLY_REFUNDS", false),
    ...proxies,
    rateLimit: rateLimitOf(environment),
    requestLogDays: integerOf(environment, "VEZNE_REQUEST_LOG_DAYS", LOG_DAYS),
    securityContacts: contactsOf(environment),
  });
}

/** Reads a setting of a command, which may be a secret; an empty one counts as unset. */
export function readSetting(environment: Environment, name: string): string | undefined {
  return textOf(withSecretFiles(environment), name);
}
