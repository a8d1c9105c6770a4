import { isIP } from "node:net";
import { hostname } from "node:os";
import { LIMITS } from "../domain/limit/limits.ts";
import { Secret } from "../kernel/secret.ts";
import { withoutEndSlashes } from "../kernel/text.ts";
import { ConfigError } from "./config-error.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

export function textOf(environment: Environment, name: string): string | undefined {
  const value = environment[name]?.trim();
  return value === undefined || value === "" ? undefined : value;
}

type IntegerRange = { readonly fallback: number; readonly min: number; readonly max: number };

export function integerOf(environment: Environment, name: string, range: IntegerRange): number {
  const value = textOf(environment, name);
  if (value === undefined) return range.fallback;
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (number >= range.min && number <= range.max) return number;
  throw new ConfigError(`${name} must be a whole number from ${range.min} to ${range.max}`);
}

export const LOG_DAYS: IntegerRange = { fallback: 30, min: 0, max: 400 };

export function flagOf(environment: Environment, name: string, fallback: boolean): boolean {
  const value = textOf(environment, name) ?? String(fallback);
  if (value === "true" || value === "false") return value === "true";
  throw new ConfigError(`${name} must be true or false`);
}

/** Reads whether a part of the service is switched on. */
export function switchOf(environment: Environment, name: string, fallback: boolean): boolean {
  const value = textOf(environment, name) ?? (fallback ? "on" : "off");
  if (value === "on" || value === "off") return value === "on";
  throw new ConfigError(`${name} must be on or off`);
}

/** Long enough that it cannot be guessed, and only characters that are allowed in a header. */
const TOKEN = /^[\x21-\x7e]{16,256}$/;

export function secretOf(environment: Environment, name: string): Secret | undefined {
  const value = textOf(environment, name);
  if (value === undefined) return undefined;
  if (TOKEN.test(value)) return new Secret(value);
  throw new ConfigError(`${name} must be 16 to 256 visible ASCII characters`);
}

function listOf(environment: Environment, name: string): readonly string[] {
  const value = textOf(environment, name) ?? "";
  return value.split(",").flatMap((item) => (item.trim() === "" ? [] : [item.trim()]));
}

export function contactsOf(environment: Environment): readonly string[] {
  return listOf(environment, "VEZNE_SECURITY_CONTACT").map(contactOf);
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

export type Proxies = {
  /** Addresses, and networks as CIDR, of the proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[];
  /**
   * `named`: the proxies are known; `none`: the operator says that none tells an address; `unsaid`:
   * there may be one that is not named, behind which all customers have one address.
   */
  readonly forwarding: "named" | "none" | "unsaid";
};

export function proxiesOf(environment: Environment): Proxies {
  const given = listOf(environment, "VEZNE_TRUSTED_PROXIES");
  if (given.join() === "none") return { trustedProxies: [], forwarding: "none" };
  return {
    trustedProxies: networksOf(given),
    forwarding: given.length === 0 ? "unsaid" : "named",
  };
}

function networksOf(proxies: readonly string[]): readonly string[] {
  const wrong = proxies.find((proxy) => !isNetwork(proxy));
  if (wrong === undefined) return proxies;
  throw new ConfigError(
    `VEZNE_TRUSTED_PROXIES must be addresses or networks such as 10.0.0.0/8, or none; ${wrong} is neither`,
  );
}

function isNetwork(text: string): boolean {
  const [address = "", prefix, ...rest] = text.split("/");
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  if (bits < 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
}

export function rateLimitOf(environment: Environment): number | undefined {
  const name = "VEZNE_RATE_LIMIT";
  const value = textOf(environment, name) ?? String(LIMITS.keyPerSecond);
  if (value === "off") return undefined;
  const number = /^\d+$/.test(value) ? Number(value) : 0;
  if (number >= 1 && number <= 1_000_000) return number;
  throw new ConfigError(`${name} must be off, or a whole number of requests a second`);
}

const HOST_NAME = /^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/i;

export function hostOf(environment: Environment, name = "HOST"): string {
  const host = textOf(environment, name) ?? "127.0.0.1";
  const isName = HOST_NAME.test(host) && URL.canParse(`http://${host}`);
  if (isName || isIP(host) !== 0) return host;
  throw new ConfigError(`${name} must be an address of this machine, or a name of it`);
}

/** Hosts in lower case, as callers compare them. */
export function hostsOf(environment: Environment, name: string): readonly string[] {
  const hosts = listOf(environment, name);
  const wrong = hosts.find((host) => !HOST_NAME.test(host) && isIP(host) === 0);
  if (wrong === undefined) return hosts.map((host) => host.toLowerCase());
  throw new ConfigError(`${name} must be names or addresses of hosts; ${wrong} is neither`);
}

const INSTANCE = /^[A-Za-z0-9._:/-]{1,128}$/;

export function instanceOf(environment: Environment): string {
  const name = textOf(environment, "VEZNE_INSTANCE");
  if (name === undefined) return hostname();
  if (INSTANCE.test(name)) return name;
  throw new ConfigError(
    "VEZNE_INSTANCE must be 1 to 128 letters, digits or . _ : / -, such as the name of the machine",
  );
}

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"];

export function logLevelOf(environment: Environment): string {
  const level = textOf(environment, "VEZNE_LOG_LEVEL") ?? "info";
  if (LOG_LEVELS.includes(level)) return level;
  throw new ConfigError(`VEZNE_LOG_LEVEL must be one of ${LOG_LEVELS.join(", ")}`);
}

/** Reads an address to which paths are appended. */
export function addressOf(environment: Environment, name: string): string | undefined {
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

/**
 * Reads the address of a database. The address of a socket is returned unchecked. An error message
 * never repeats the address, which may hold a password.
 */
export function databaseOf(environment: Environment, name: string): string | undefined {
  const value = textOf(environment, name);
  if (value === undefined || /^(socket:|\/)/.test(value)) return value;
  const parts = POSTGRES_ADDRESS.exec(value)?.groups;
  if (parts === undefined) {
    throw new ConfigError(`${name} must be the address of a PostgreSQL: postgres://user@host/name`);
  }
  const query = new URLSearchParams(parts["query"]);
  const hosts = (query.get("host") ?? parts["hosts"] ?? "").split(",");
  const isProtected = (query.get("sslmode") ?? query.get("ssl") ?? "") !== "";
  if (isProtected || hosts.every(isOnThisMachine)) return value;
  throw new ConfigError(
    `${name} must say how the connection to another machine is protected: add sslmode=verify-full, ` +
      "or sslmode=disable where the network is trusted",
  );
}

/** True if an address leads to another machine, as far as it says. */
export function isRemoteDatabase(address: string): boolean {
  const parts = POSTGRES_ADDRESS.exec(address)?.groups;
  if (parts === undefined) return false;
  const query = new URLSearchParams(parts["query"]);
  return !(query.get("host") ?? parts["hosts"] ?? "").split(",").every(isOnThisMachine);
}

/** Several hosts with ports may follow one another, which the URL parser does not accept. */
const POSTGRES_ADDRESS =
  /^postgres(?:ql)?:\/\/(?:[^/?#]*@)?(?<hosts>[^/?#@]*)(?:\/[^?#]*)?(?:\?(?<query>[^#]*))?$/;

/**
 * True for a directory, which holds the server's socket, and for an absent host, which means the
 * default socket.
 */
function isOnThisMachine(place: string): boolean {
  const host = place.replaceAll(/%2f/gi, "/").replace(/:\d*$/, "");
  return host === "" || host.startsWith("/") || isLoopbackHost(host);
}

/** True if a name or an address means this machine, with or without the brackets of a URL. */
export function isLoopbackHost(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, "").toLowerCase();
  if (isIP(bare) === 4) return bare.startsWith("127.");
  return bare === "::1" || bare === "localhost" || bare.endsWith(".localhost");
}

/** Returns the host of a link to a listening address; a wildcard is reached by loopback. */
export function hostInUrl(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
