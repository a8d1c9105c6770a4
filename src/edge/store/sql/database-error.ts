import { DatabaseError } from "pg";

/** What an error of the database means to the one who asked. */
export type DatabaseFailure =
  /** Down, out of reach, failing over, read-only, full: try later, answer 503. */
  | { readonly kind: "unavailable" }
  | { readonly kind: "unique_violation"; readonly constraint: string | undefined }
  | { readonly kind: "reference_violation"; readonly constraint: string | undefined }
  | { readonly kind: "check_violation"; readonly constraint: string | undefined }
  /** Lost against a concurrent transaction; the same transaction may be run again. */
  | { readonly kind: "conflict" }
  /** A statement or a lock took longer than allowed. */
  | { readonly kind: "timeout" }
  | { readonly kind: "other" };

/** No connection to the database was made; the message says why, and what names it. */
export class DatabaseUnreachable extends Error {
  constructor(cause: unknown) {
    // Of several addresses that were tried the error has a code, and no message.
    const message = cause instanceof Error ? cause.message : String(cause);
    const reason = message === "" ? (property(cause, "code") ?? "unknown") : message;
    super(`the database can't be reached: ${reason}. DATABASE_URL names it.`, { cause });
  }
}

/** Connection exceptions; the server shuts down, has crashed, or starts. */
const CONNECTION_STATES = /^(08...|57P0[1-5])$/;

const READ_ONLY = "25006";

/** Read-only, disk or memory full, too many connections, input/output error, not yet promoted. */
const RESOURCE_STATES = /^(25006|53...|58...|55000)$/;

const NETWORK_CODES = new Set([
  "EACCES",
  "EAI_AGAIN",
  "ECONNABORTED",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "EMFILE",
  "ENETDOWN",
  "ENETUNREACH",
  "ENFILE",
  "ENOENT",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
]);

/** What the driver itself says, in errors that have no code. */
const DRIVER_MESSAGES = [
  "connection terminated",
  "timeout exceeded when trying to connect",
  "timeout expired",
  "client has encountered a connection error",
  "client was closed",
  "query read timeout",
  "the server does not support ssl",
];

/**
 * Whether the connection broke or was never made. If it broke under a statement, the statement may
 * have been carried out.
 */
export function isConnectionError(error: unknown): boolean {
  const code = property(error, "code");
  if (code !== undefined) return CONNECTION_STATES.test(code) || NETWORK_CODES.has(code);
  if (!(error instanceof Error)) return false;
  const message = error.message.toLowerCase();
  return DRIVER_MESSAGES.some((start) => message.startsWith(start));
}

/** Whether a connection that was there broke; another one may do, and costs no waiting. */
export function isBroken(error: unknown): boolean {
  return isConnectionError(error) && !(error instanceof Error && /timeout/i.test(error.message));
}

/**
 * Whether a connection is of no more use, also one that stands: a server that was made a standby
 * refuses writes for as long as it is spoken to, while the address names another one by now.
 */
export function isUselessConnection(error: unknown): boolean {
  return isConnectionError(error) || isReadOnly(error);
}

export function classifyDatabaseError(error: unknown): DatabaseFailure {
  if (isConnectionError(error)) return { kind: "unavailable" };
  const code = property(error, "code") ?? "";
  const constraint = property(error, "constraint");
  if (RESOURCE_STATES.test(code)) return { kind: "unavailable" };
  if (code === "23505") return { kind: "unique_violation", constraint };
  if (code === "23503") return { kind: "reference_violation", constraint };
  if (code === "23514") return { kind: "check_violation", constraint };
  if (code === "40001" || code === "40P01") return { kind: "conflict" };
  if (code === "57014" || code === "55P03") return { kind: "timeout" };
  return { kind: "other" };
}

/**
 * SQLSTATE classes of errors that no row is the cause of: connections, the transaction's state,
 * prepared statements, conflicts, the schema, resources, locks, the operator, the system.
 */
const STATES_OF_THE_MOMENT = /^(08|25|26|40|42|53|55|57P|58)/;

/** Whether an error comes from the moment, and says nothing about the rows that it came with. */
export function isPassing(error: unknown): boolean {
  const code = error instanceof DatabaseError ? error.code : undefined;
  return isUnavailable(error) || (code !== undefined && STATES_OF_THE_MOMENT.test(code));
}

/** Whether a server answers and takes no writes: a standby, or one that was told so. */
export function isReadOnly(error: unknown): boolean {
  return property(error, "code") === READ_ONLY;
}

/** Whether the database is away, and may be back soon. */
export function isUnavailable(error: unknown): boolean {
  return classifyDatabaseError(error).kind === "unavailable";
}

function property(error: unknown, key: "code" | "constraint"): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  const value: unknown = Reflect.get(error, key);
  return typeof value === "string" ? value : undefined;
}
