import { DatabaseError } from "pg";
import { errorMessage } from "../../kernel/thrown.ts";

/** The meaning of a database error for the caller. */
export type DatabaseFailure =
  /** Down, unreachable, failing over, read-only or full: answer 503, the caller retries later. */
  | { readonly kind: "unavailable" }
  | { readonly kind: "unique_violation"; readonly constraint: string | undefined }
  | { readonly kind: "reference_violation"; readonly constraint: string | undefined }
  | { readonly kind: "check_violation"; readonly constraint: string | undefined }
  /** Lost against a concurrent transaction; the same transaction may be run again. */
  | { readonly kind: "conflict" }
  /** A statement or a lock took longer than allowed. */
  | { readonly kind: "timeout" }
  | { readonly kind: "other" };

/** No connection to the database was made; the message names the address and the reason. */
export class DatabaseUnreachable extends Error {
  constructor(cause: unknown) {
    // If the driver tried several addresses, its error has a code and no message.
    const message = errorMessage(cause);
    const reason = message === "" ? (property(cause, "code") ?? "unknown") : message;
    super(`the database can't be reached: ${reason}. DATABASE_URL names it.`, { cause });
  }
}

/** Connection lost or refused: 08; the server shuts down, has crashed or starts: 57P01 to 57P05. */
const CONNECTION_STATES = /^(08...|57P0[1-5])$/;

const READ_ONLY = "25006";
const INSUFFICIENT_PRIVILEGE = "42501";

type PlainKind = Exclude<DatabaseFailure["kind"], `${string}_violation`>;

/**
 * The SQLSTATEs that the service tells apart; the first pattern that matches counts. Each kind but
 * `other` is answered with 503 and `Retry-After`, because the same call may succeed a moment later.
 */
const STATES: readonly (readonly [RegExp, PlainKind])[] = [
  [CONNECTION_STATES, "unavailable"],
  // 25006: read-only, such as a standby.
  [/^25006$/, "unavailable"],
  // 53100 disk full, 53200 out of memory, 53300 too many connections.
  [/^53...$/, "unavailable"],
  // Input and output errors of the server, and objects that are not ready.
  [/^(58...|55000)$/, "unavailable"],
  // 55P03: no lock within lock_timeout; 57014: no result within statement_timeout.
  [/^(55P03|57014)$/, "timeout"],
  // 40001: serialization failure; 40P01: deadlock.
  [/^(40001|40P01)$/, "conflict"],
];

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

/** Messages of the driver's own errors, which have no code. */
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
 * True if the connection broke or was never made. A statement that was under way may have been
 * executed.
 */
export function isConnectionError(error: unknown): boolean {
  const code = property(error, "code");
  if (code !== undefined) return CONNECTION_STATES.test(code) || NETWORK_CODES.has(code);
  if (!(error instanceof Error)) return false;
  const message = error.message.toLowerCase();
  return DRIVER_MESSAGES.some((start) => message.startsWith(start));
}

/**
 * True if the server did not answer a statement in time. The statement may still be executed, even
 * after its connection was given up.
 */
export function isUnanswered(error: unknown): boolean {
  return error instanceof Error && /^query read timeout/i.test(error.message);
}

/** The codes of a connection that broke, and of a server that ended or crashed meanwhile. */
const LOST_STATES = /^(08(000|003|006|007|P01)|57P0[125]|ECONNABORTED|ECONNRESET|EPIPE)$/;

/** True if a statement may have been executed although it failed. */
export function mayBeExecuted(error: unknown): boolean {
  const code = property(error, "code");
  if (code !== undefined) return LOST_STATES.test(code);
  return (
    isUnanswered(error) || (error instanceof Error && /^connection terminated/i.test(error.message))
  );
}

/** True if an established connection broke; another connection may work at once. */
export function isBroken(error: unknown): boolean {
  return isConnectionError(error) && !(error instanceof Error && /timeout/i.test(error.message));
}

/**
 * True if a connection is useless, even if it is still open: a server that became a standby
 * refuses writes on it for good, while the address may already lead to the new primary.
 */
export function isUselessConnection(error: unknown): boolean {
  return isConnectionError(error) || isReadOnly(error);
}

/**
 * True if a migration has changed the columns of a prepared statement's result. The server refuses
 * such a statement before it is executed, on each connection that has prepared it.
 */
export function isStalePlan(error: unknown): boolean {
  return error instanceof DatabaseError && error.routine === "RevalidateCachedQuery";
}

export function classifyDatabaseError(error: unknown): DatabaseFailure {
  if (isConnectionError(error)) return { kind: "unavailable" };
  const code = property(error, "code") ?? "";
  const constraint = constraintOf(error);
  if (code === "23505") return { kind: "unique_violation", constraint };
  if (code === "23503") return { kind: "reference_violation", constraint };
  if (code === "23514") return { kind: "check_violation", constraint };
  return { kind: STATES.find(([pattern]) => pattern.test(code))?.[1] ?? "other" };
}

/**
 * SQLSTATE classes of errors that no row causes: connections, the transaction's state, prepared
 * statements, conflicts, the schema, resources, locks, the operator, the system.
 */
const STATES_OF_THE_MOMENT = /^(08|25|26|40|42|53|55|57P|58)/;

/** True if an error is temporary and says nothing about the rows of the statement. */
export function isPassing(error: unknown): boolean {
  const code = error instanceof DatabaseError ? error.code : undefined;
  return (
    isAway(error) || isStalePlan(error) || (code !== undefined && STATES_OF_THE_MOMENT.test(code))
  );
}

/** True if a server answers and refuses writes: a standby, or one that is set to read-only. */
export function isReadOnly(error: unknown): boolean {
  return property(error, "code") === READ_ONLY;
}

/** True if the connection's role may not write the table, or nothing at all may be written. */
export function isWriteForbidden(error: unknown): boolean {
  return isReadOnly(error) || property(error, "code") === INSUFFICIENT_PRIVILEGE;
}

/** The SQLSTATE with which `hold_shard` says that a shard group is on another node. */
export const SHARD_MOVED = "58V01";

/** The start of Citus's own message about a shard that was split. */
const SHARD_GONE = "could not find valid entry for shard";

/** True if a shard group of a distributed database was moved to another node, or was split. */
export function isShardMoved(error: unknown): boolean {
  if (property(error, "code") === SHARD_MOVED) return true;
  return error instanceof DatabaseError && error.message.startsWith(SHARD_GONE);
}

/** True if the database is away, read-only or full, and may be back soon. */
export function isAway(error: unknown): boolean {
  return classifyDatabaseError(error).kind === "unavailable";
}

const TEMPORARY: ReadonlySet<string> = new Set(["unavailable", "timeout", "conflict"]);

/** True if the same call may succeed a moment later, so that it is answered with 503. */
export function isUnavailable(error: unknown): boolean {
  return TEMPORARY.has(classifyDatabaseError(error).kind);
}

/**
 * The name of the constraint that a statement violated. Citus tells the errors of its workers in
 * the message only, and there the name ends with the number of the shard.
 */
function constraintOf(error: unknown): string | undefined {
  const message = error instanceof Error ? error.message : "";
  const named = property(error, "constraint") ?? / constraint "([^"]+)"/.exec(message)?.[1];
  return named?.replace(/_\d{6,}$/, "");
}

function property(error: unknown, key: "code" | "constraint"): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  const value: unknown = Reflect.get(error, key);
  return typeof value === "string" ? value : undefined;
}
