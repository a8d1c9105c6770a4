import { ConfigError } from "../../config/config-error.ts";
import { DataDirError } from "../../database/embedded/data-dir.ts";
import { DatabaseUnreachable } from "../../database/connection/database-error.ts";
import { EmbeddedPostgresError } from "../../database/embedded/refusal.ts";
import { UnsuitableDatabase } from "../../database/installation/database-fitness.ts";
import { SchemaError } from "../../database/migration/schema-record.ts";
import { VaultKeyError } from "../../vault/vault-key-error.ts";

/** True for an error that an operator can mend: its message says how, so no stack is printed. */
export function isMendable(error: unknown): error is Error {
  return (
    error instanceof ConfigError ||
    error instanceof DataDirError ||
    error instanceof DatabaseUnreachable ||
    error instanceof EmbeddedPostgresError ||
    error instanceof UnsuitableDatabase ||
    error instanceof SchemaError ||
    error instanceof VaultKeyError ||
    isOfSystem(error)
  );
}

/** True for an error of the operating system, such as a full disk: its message names the file. */
function isOfSystem(error: unknown): error is Error {
  return error instanceof Error && "syscall" in error && "code" in error;
}
