import { ConfigError } from "./config.ts";
import { DatabaseUnreachable } from "./edge/store/database-error.ts";
import { EmbeddedPostgresError } from "./edge/store/embedded/refusal.ts";
import { SchemaError } from "./edge/store/migrate.ts";
import { VaultKeyError } from "./edge/vault/vault-key-error.ts";

/** Whether whoever runs the installation can mend it: the message says how, and a stack nothing. */
export function isMendable(error: unknown): error is Error {
  return (
    error instanceof ConfigError ||
    error instanceof DatabaseUnreachable ||
    error instanceof EmbeddedPostgresError ||
    error instanceof SchemaError ||
    error instanceof VaultKeyError
  );
}
