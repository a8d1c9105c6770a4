import { readFileSync } from "node:fs";
import { ConfigError } from "./config-error.ts";
import { textOf, type Environment } from "./values.ts";

/**
 * The settings that hold a secret. Each may be given as a file instead, in the variable with the
 * suffix `_FILE`. Two settings have files of their own: `VEZNE_VAULT_KEY_FILE`, which the service also
 * writes, and `VEZNE_KMS_SECRET_FILE`, which is read again for each login.
 */
export const SECRETS: readonly string[] = [
  "DATABASE_URL",
  "DATABASE_REPLICA_URL",
  "VEZNE_METRICS_TOKEN",
  "VEZNE_OIDC_CLIENT_SECRET",
  "AWS_SECRET_ACCESS_KEY",
  "AWS_SESSION_TOKEN",
  "OTEL_EXPORTER_OTLP_HEADERS",
  "OTEL_EXPORTER_OTLP_TRACES_HEADERS",
  "VEZNE_API_KEY",
  "VEZNE_WEBHOOK_SECRET",
  ...Array.from({ length: 9 }, (_, at) => `VEZNE_VAULT_KEY_PART_${at + 1}`),
];

/**
 * Returns the environment with the contents of secret files in place of their names.
 * @throws ConfigError that names the variable, and never repeats a content.
 */
export function withSecretFiles(environment: Environment): Environment {
  const read: Record<string, string | undefined> = { ...environment };
  for (const name of SECRETS) {
    const path = textOf(environment, `${name}_FILE`);
    if (path === undefined) continue;
    if (textOf(environment, name) !== undefined) {
      throw new ConfigError(`${name} and ${name}_FILE are both set; remove one of them`);
    }
    read[name] = contentOf(name, path);
    read[`${name}_FILE`] = undefined;
  }
  return read;
}

function contentOf(name: string, path: string): string {
  const text = readText(name, path).trim();
  if (text !== "") return text;
  throw new ConfigError(`${name}_FILE must name a file with a value; ${path} is empty`);
}

function readText(name: string, path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
    throw new ConfigError(
      `${name}_FILE must name a file that this process may read; ${path}: ${code}`,
    );
  }
}
