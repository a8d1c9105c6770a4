import { ConfigError } from "./config-error.ts";
import {
  flagOf,
  hostInUrl,
  hostOf,
  hostsOf,
  integerOf,
  isLoopbackHost,
  secretOf,
  switchOf,
  textOf,
  type Environment,
} from "./values.ts";
import type { Secret } from "../kernel/secret.ts";

/** The settings that control which parts of the service other machines can reach. */
export type OutwardSettings = {
  /**
   * True if only this machine reaches the service: not in production, on loopback, behind no proxy.
   */
  readonly isLocal: boolean;
  readonly isProduction: boolean;
  /** True if customers of live merchants may come: in production, behind an https address. */
  readonly isPublic: boolean;
  /** True if live payments are allowed: they need https, except on this machine itself. */
  readonly mayServeLive: boolean;
  /** Where metrics and health are served instead of at the public port; unset: at that port. */
  readonly admin: AdminAddress | undefined;
  readonly demoShop: boolean;
  readonly testBank: boolean;
  readonly docs: boolean;
  /** The token that readers of `/metrics` must send, or `open` if they need none. */
  readonly metrics: "open" | "off" | Secret;
  /** True if webhooks of test mode, and of a rehearsal, may go to this machine. */
  readonly webhookLoopback: boolean;
  /** Hosts of account feeds that may be in a private network, in lower case. */
  readonly feedHosts: readonly string[];
  /** True if live mode pays at the test bank (docs/decisions/live-rehearsal.md). */
  readonly isRehearsal: boolean;
  readonly allowRoot: boolean;
};

/** The address of the port for supervisors and monitoring. */
export type AdminAddress = {
  readonly host: string;
  readonly port: number;
  readonly url: string;
};

type Addresses = {
  readonly port: number;
  readonly host: string;
  readonly publicUrl: string;
  readonly trustedProxies: readonly string[];
};

/**
 * Reads the settings of everything that is reachable from outside. Defaults depend on whether the
 * service is public; the reasons are in docs/decisions/exposure.md.
 *
 * @throws ConfigError that names the variable and the valid form.
 */
export function readOutward(environment: Environment, addresses: Addresses): OutwardSettings {
  const isProduction = environmentOf(environment) === "production";
  const { protocol, hostname } = new URL(addresses.publicUrl);
  const isAlone =
    [addresses.host, hostname].every(isLoopbackHost) && addresses.trustedProxies.length === 0;
  const isLocal = isAlone && !isProduction;
  const mayServeLive = isAlone || protocol === "https:";
  if (isProduction && !mayServeLive) {
    throw new ConfigError(
      "VEZNE_PUBLIC_URL must be the https address of this installation in production",
    );
  }
  const isPublic = isProduction || (mayServeLive && !isAlone);
  const admin = adminOf(environment, addresses.port);
  const isRehearsal = switchOf(environment, "VEZNE_LIVE_REHEARSAL", false);
  return {
    isLocal,
    isProduction,
    isPublic,
    mayServeLive,
    admin,
    demoShop: switchOf(environment, "VEZNE_DEMO_SHOP", !isPublic),
    // On also in a public sandbox: the test bank's API accepts signed messages only, and its
    // pages show only payments of test keys.
    testBank: switchOf(environment, "VEZNE_SIMULATED_BANK", !isProduction),
    docs: switchOf(environment, "VEZNE_DOCS", !isPublic),
    metrics: metricsOf(environment, isPublic && admin === undefined),
    webhookLoopback: flagOf(environment, "VEZNE_WEBHOOK_LOOPBACK", isLocal || isRehearsal),
    isRehearsal,
    feedHosts: hostsOf(environment, "VEZNE_FEED_HOSTS"),
    allowRoot: flagOf(environment, "VEZNE_ALLOW_ROOT", false),
  };
}

function environmentOf(environment: Environment): string {
  const name = textOf(environment, "VEZNE_ENVIRONMENT") ?? "development";
  if (name === "development" || name === "production") return name;
  throw new ConfigError("VEZNE_ENVIRONMENT must be development or production");
}

function adminOf(environment: Environment, publicPort: number): AdminAddress | undefined {
  const host = hostOf(environment, "VEZNE_ADMIN_HOST");
  const port = integerOf(environment, "VEZNE_ADMIN_PORT", { fallback: 0, min: 1, max: 65_535 });
  if (port === 0) return undefined;
  if (port === publicPort) throw new ConfigError("VEZNE_ADMIN_PORT must be another port than PORT");
  return { host, port, url: `http://${hostInUrl(host)}:${port}` };
}

function metricsOf(environment: Environment, isExposed: boolean): OutwardSettings["metrics"] {
  if (!switchOf(environment, "VEZNE_METRICS", true)) return "off";
  const token = secretOf(environment, "VEZNE_METRICS_TOKEN");
  if (token !== undefined) return token;
  if (!isExposed) return "open";
  if (textOf(environment, "VEZNE_METRICS") === undefined) return "off";
  throw new ConfigError(
    "VEZNE_METRICS_TOKEN must be set for VEZNE_METRICS=on where the service is public, or VEZNE_ADMIN_PORT",
  );
}
