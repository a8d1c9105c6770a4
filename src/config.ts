import { isIP } from "node:net";
import { resolve } from "node:path";
import { ConfigError } from "./config/config-error.ts";
import { LIMITS } from "./kernel/limits.ts";
import { withoutEndSlashes } from "./kernel/text.ts";
import { readVaultSettings, type VaultSettings } from "./config/vault-settings.ts";

/** The whole configuration, read once; nothing else reads the environment (contract 1). */
export type Config = {
  readonly host: string;
  readonly port: number;
  /** Own address in links, without a trailing slash. */
  readonly publicUrl: string;
  /** How this process reaches itself. */
  readonly localUrl: string;
  /** Whether only this machine reaches the service: it listens on loopback, behind no proxy. */
  readonly isLocal: boolean;
  readonly databaseUrl: string | undefined;
  /** A standby of that database, for lists, summaries and exports; unset: they ask the database. */
  readonly databaseReplicaUrl: string | undefined;
  readonly dataDir: string;
  /** The keys of stored cards and second factors. */
  readonly vault: VaultSettings;
  readonly workers: number;
  readonly logLevel: string;
  /** Address of a simulated bank that runs elsewhere; unset: the one inside this service. */
  readonly bankUrl: string | undefined;
  /** A folder whose bank statements are imported as they come; unset: none is. */
  readonly statementsDir: string | undefined;
  readonly sessionOnlyRefunds: boolean;
  /** Addresses, and networks as CIDR, of the proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  /** Requests a second and API key; undefined where there is no limit. */
  readonly rateLimit: number | undefined;
  /** How long the request log goes back; 0: there is none. */
  readonly requestLogDays: number;
  /** Whom `/.well-known/security.txt` names, as `mailto:` or `https:`; none: there is no file. */
  readonly securityContacts: readonly string[];
};

export { ConfigError };

type Environment = Readonly<Record<string, string | undefined>>;

/** @throws ConfigError that names the variable and says what would be right. */
export function readConfig(environment: Environment): Config {
  const host = hostOf(environment);
  const port = integerOf(environment, "PORT", { fallback: 3000, min: 0, max: 65_535 });
  const localUrl = `http://${hostInUrl(host)}:${port}`;
  const publicUrl = addressOf(environment, "VEZNE_PUBLIC_URL") ?? localUrl;
  const trustedProxies = proxiesOf(environment);
  const dataDir = resolve(textOf(environment, "VEZNE_DATA_DIR") ?? ".vezne");
  return Object.freeze({
    host,
    port,
    localUrl,
    publicUrl,
    isLocal: [host, new URL(publicUrl).hostname].every(isLoopback) && trustedProxies.length === 0,
    databaseUrl: databaseOf(environment, "DATABASE_URL"),
    databaseReplicaUrl: databaseOf(environment, "DATABASE_REPLICA_URL"),
    dataDir,
    vault: readVaultSettings((name) => textOf(environment, name), dataDir),
    workers: integerOf(environment, "VEZNE_WORKERS", { fallback: 1, min: 1, max: 64 }),
    logLevel: logLevelOf(environment),
    bankUrl: addressOf(environment, "VEZNE_BANK_URL"),
    statementsDir: textOf(environment, "VEZNE_STATEMENTS_DIR"),
    sessionOnlyRefunds: flagOf(environment, "VEZNE_SESSION_ONLY_REFUNDS"),
    trustedProxies,
    rateLimit: rateLimitOf(environment),
    requestLogDays: integerOf(environment, "VEZNE_REQUEST_LOG_DAYS", LOG_DAYS),
    securityContacts: listOf(environment, "VEZNE_SECURITY_CONTACT").map(contactOf),
  });
}

function textOf(environment: Environment, name: string): string | undefined {
  const value = environment[name]?.trim();
  return value === undefined || value === "" ? undefined : value;
}

type Range = { readonly fallback: number; readonly min: number; readonly max: number };

function integerOf(environment: Environment, name: string, range: Range): number {
  const value = textOf(environment, name);
  if (value === undefined) return range.fallback;
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (number >= range.min && number <= range.max) return number;
  throw new ConfigError(`${name} must be a whole number from ${range.min} to ${range.max}`);
}

const LOG_DAYS: Range = { fallback: 30, min: 0, max: 400 };

function flagOf(environment: Environment, name: string): boolean {
  const value = textOf(environment, name) ?? "false";
  if (value === "true" || value === "false") return value === "true";
  throw new ConfigError(`${name} must be true or false`);
}

function listOf(environment: Environment, name: string): readonly string[] {
  const value = textOf(environment, name) ?? "";
  return value.split(",").flatMap((item) => (item.trim() === "" ? [] : [item.trim()]));
}

const E_MAIL = /^[^\s@:<>"]{1,64}@[a-z0-9.-]{3,253}$/i;

function contactOf(text: string): string {
  const address = E_MAIL.test(text) ? `mailto:${text}` : text;
  const { protocol, pathname } = URL.canParse(address) ? new URL(address) : NO_ADDRESS;
  if (protocol === "https:" || (protocol === "mailto:" && E_MAIL.test(pathname))) return address;
  throw new ConfigError(
    "VEZNE_SECURITY_CONTACT must be e-mail addresses or https addresses, separated by commas",
  );
}

const NO_ADDRESS = { protocol: "", pathname: "" };
function proxiesOf(environment: Environment): readonly string[] {
  const proxies = listOf(environment, "VEZNE_TRUSTED_PROXIES");
  const wrong = proxies.find((proxy) => !isNetwork(proxy));
  if (wrong === undefined) return proxies;
  throw new ConfigError(
    `VEZNE_TRUSTED_PROXIES must be addresses or networks such as 10.0.0.0/8; ${wrong} is neither`,
  );
}

function isNetwork(text: string): boolean {
  const [address = "", prefix, ...rest] = text.split("/");
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  if (bits < 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
}

function rateLimitOf(environment: Environment): number | undefined {
  const name = "VEZNE_RATE_LIMIT";
  const value = textOf(environment, name) ?? String(LIMITS.keyPerSecond);
  if (value === "off") return undefined;
  const number = /^\d+$/.test(value) ? Number(value) : 0;
  if (number >= 1 && number <= 1_000_000) return number;
  throw new ConfigError(`${name} must be off, or a whole number of requests a second`);
}

const HOST_NAME = /^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/i;

function hostOf(environment: Environment): string {
  const host = textOf(environment, "HOST") ?? "127.0.0.1";
  const isName = HOST_NAME.test(host) && URL.canParse(`http://${host}`);
  if (isName || isIP(host) !== 0) return host;
  throw new ConfigError("HOST must be an address of this machine, or a name of it");
}

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"];

function logLevelOf(environment: Environment): string {
  const level = textOf(environment, "VEZNE_LOG_LEVEL") ?? "info";
  if (LOG_LEVELS.includes(level)) return level;
  throw new ConfigError(`VEZNE_LOG_LEVEL must be one of ${LOG_LEVELS.join(", ")}`);
}

/** An address that paths are written behind. */
function addressOf(environment: Environment, name: string): string | undefined {
  const value = textOf(environment, name);
  if (value === undefined) return undefined;
  if (!/^https?:\/\//.test(value) || !URL.canParse(value)) {
    throw new ConfigError(`${name} must be an absolute http or https address`);
  }
  const { username, password } = new URL(value);
  if (username !== "" || password !== "" || /[?#]/.test(value)) {
    throw new ConfigError(`${name} must be without user name, password, query and fragment`);
  }
  return withoutEndSlashes(value);
}

/** Addresses of sockets are no URLs to every parser. The message repeats no password. */
function databaseOf(environment: Environment, name: string): string | undefined {
  const value = textOf(environment, name);
  if (value === undefined || /^(postgres(ql)?:\/\/|socket:|\/)/.test(value)) return value;
  throw new ConfigError(`${name} must be the address of a PostgreSQL: postgres://user@host/name`);
}

function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, "").toLowerCase();
  if (isIP(name) === 4) return name.startsWith("127.");
  return name === "::1" || name === "localhost" || name.endsWith(".localhost");
}

/** How a listening address is written in a link: a wildcard is reached by loopback. */
function hostInUrl(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
