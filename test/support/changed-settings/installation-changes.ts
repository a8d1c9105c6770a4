import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SECRETS } from "../../../src/config/secret-files.ts";
import { freePort } from "../free-port.ts";
import { VAULT_KEY } from "../vault-key.ts";
import { REGISTRIES } from "./registries.ts";

type Environment = Readonly<Record<string, string>>;

/** A setting of the installation: its change by a restart, or why no payment can meet one. */
export type InstallationRow =
  | { readonly change: (port: string) => Environment | Promise<Environment> }
  | { readonly because: string };

const COMMANDS = "only commands read it";
const SIGN_IN = "it decides who signs in to the panel; no payment reads it";
const CUSTODY = "it says where the vault's keys are kept: kms-custody and key-custody change it";
const TRACES = "it says where traces go; no payment reads it";
const OTHER_DATA = "another database is other data: restored-data and failover play it";

const newDir = (): Promise<string> => mkdtemp(join(tmpdir(), "vezne-setting-"));
const admin = async (): Promise<Environment> => ({
  VEZNE_ADMIN_HOST: "127.0.0.1",
  VEZNE_ADMIN_PORT: String(await freePort()),
});
const NEW_KEY = Buffer.alloc(32, "another vault key of the tests").toString("base64");

const NAMED: Readonly<Record<string, InstallationRow | string>> = {
  HOST: { change: () => ({ HOST: "0.0.0.0" }) },
  PORT: { because: "a shop and a bank know the address; behind a proxy it has no effect" },
  VEZNE_ADMIN_HOST: { change: admin },
  VEZNE_ADMIN_PORT: { change: admin },
  VEZNE_ALLOW_ROOT: "true",
  VEZNE_API_KEY: { because: COMMANDS },
  VEZNE_BANK_URL: { because: "another test bank is another bank, which knows no payment" },
  VEZNE_DATA_DIR: { change: async () => ({ VEZNE_DATA_DIR: await newDir() }) },
  VEZNE_DEMO_SHOP: "off",
  VEZNE_DOCS: "off",
  VEZNE_ENVIRONMENT: {
    because: "production ends the test bank; its other defaults are rows of their own",
  },
  VEZNE_FEED_HOSTS: "sftp.bank.example",
  VEZNE_INSTANCE: "another-machine",
  VEZNE_JOB_CONNECTIONS: "2",
  VEZNE_KEY_PERIOD_DAYS: "30",
  VEZNE_KMS_CA_FILE: { because: CUSTODY },
  VEZNE_KMS_KEY: { because: CUSTODY },
  VEZNE_KMS_POD_TOKEN_FILE: { because: CUSTODY },
  VEZNE_KMS_SECRET: { because: CUSTODY },
  VEZNE_KMS_SECRET_FILE: { because: CUSTODY },
  VEZNE_LIVE_REHEARSAL: { because: "a lane pays in test mode; live-rehearsal proves the refusals" },
  VEZNE_LOCAL_PASSWORDS: { because: SIGN_IN },
  VEZNE_LOG_LEVEL: "error",
  VEZNE_METRICS: "off",
  VEZNE_METRICS_TOKEN: "a-token-of-thirty-two-characters",
  VEZNE_MIGRATE: "off",
  VEZNE_OIDC_CLIENT_ID: { because: SIGN_IN },
  VEZNE_OIDC_CLIENT_SECRET: { because: SIGN_IN },
  VEZNE_OIDC_GROUPS_CLAIM: { because: SIGN_IN },
  VEZNE_OIDC_ISSUER: { because: SIGN_IN },
  VEZNE_OIDC_REQUIRED_GROUP: { because: SIGN_IN },
  VEZNE_PUBLIC_URL: { change: (port) => ({ VEZNE_PUBLIC_URL: `http://localhost:${port}` }) },
  VEZNE_RATE_LIMIT: "1000",
  VEZNE_REPLICA_LAG_MAX: "5",
  VEZNE_REPORT_CONNECTIONS: "2",
  VEZNE_REQUEST_CONNECTIONS: "2",
  VEZNE_REQUEST_LOG_DAYS: "0",
  VEZNE_SECURITY_CONTACT: "mailto:security@shop.example",
  VEZNE_SESSION_ONLY_REFUNDS: "true",
  VEZNE_SIMULATED_BANK: {
    because: "without it nothing of test mode can be asked; what is open goes on once it is back",
  },
  VEZNE_STATEMENTS_DIR: { change: async () => ({ VEZNE_STATEMENTS_DIR: await newDir() }) },
  VEZNE_STOP_DELAY: "1",
  VEZNE_TRUSTED_PROXIES: "10.0.0.0/8",
  VEZNE_URL: { because: COMMANDS },
  VEZNE_VAULT_KEY: `${NEW_KEY},${VAULT_KEY}`,
  VEZNE_VAULT_KEY_FILE: { because: CUSTODY },
  VEZNE_VAULT_KEY_PARTS: { because: CUSTODY },
  VEZNE_WEBHOOK_LOOPBACK: "true",
  VEZNE_WEBHOOK_SECRET: { because: COMMANDS },
  VEZNE_WORKERS: { because: "each worker is such a process: protocol-storm and rolling-restart" },
  DATABASE_URL: { because: OTHER_DATA },
  DATABASE_REPLICA_URL: { because: "only reports read it" },
};

const PREFIXES: Readonly<Record<string, string>> = {
  AWS_: CUSTODY,
  OTEL_: TRACES,
  VEZNE_VAULT_KEY_PART_: CUSTODY,
};

/** The row of each setting of the installation; undefined for one without a row. */
export function installationRow(name: string): InstallationRow | undefined {
  const row = NAMED[name];
  if (typeof row === "string") return { change: () => ({ [name]: row }) };
  if (row !== undefined) return row;
  const [, because] = Object.entries(PREFIXES).find(([prefix]) => name.startsWith(prefix)) ?? [];
  if (because !== undefined) return { because };
  const isFile = SECRETS.some((secret) => name === `${secret}_FILE`);
  return isFile ? { because: "the same secret, read from a file" } : undefined;
}

/** The settings of the installation that a restart can change under payments. */
export const RESTARTS = REGISTRIES.installation.flatMap((name) => {
  const row = installationRow(name);
  return row !== undefined && "change" in row ? [{ name, change: row.change }] : [];
});
