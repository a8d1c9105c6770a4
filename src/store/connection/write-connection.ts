import type pg from "pg";
import type { AcquirerConnection } from "../../domain/connection/connection.ts";
import type { ConnectionWrite } from "../../domain/connection/ports.ts";
import { assert } from "../../kernel/assert.ts";
import { rowValues, valuesClause, type Column } from "../../database/mapping/columns.ts";
import { inTransaction, type SqlClient } from "../../database/connection/database.ts";
import { classifyDatabaseError } from "../../database/connection/database-error.ts";
import { count, type Row } from "../../database/mapping/rows.ts";
import { keyInForce, type KeyLock } from "../../database/connection/key-lock.ts";
import { CONNECTION } from "./connection-rows.ts";

/** Credentials that the vault has encrypted, as one text, and the id of the vault key. */
export type SealedCredentials = { readonly text: string; readonly keyId: string };

/** Where connections are written, and how the key of their credentials is locked meanwhile. */
export type KeyedPlace = { readonly pool: pg.Pool; readonly lock: KeyLock };

/** `stale_key`: the vault key is not in force any more; the credentials must be encrypted anew. */
export type SealedWrite = ConnectionWrite | { readonly kind: "stale_key" };

type StoredConnection = { readonly connection: AcquirerConnection; readonly credentials?: string };

const COLUMNS: readonly Column<StoredConnection>[] = [
  ...CONNECTION.columns.map(([name, type, value]): Column<StoredConnection> => [
    name,
    type,
    (stored) => value(stored.connection),
  ]),
  ["credentials", "text", ({ credentials }) => credentials],
];

/** The columns that a change never writes. */
const FIXED = new Set([
  "merchant_id",
  "connection_id",
  "mode",
  "protocol",
  "bank",
  "bank_code",
  "terminal",
  "hosts",
  "state",
  "created_at",
]);

/** The unique indexes of the table, each with the refusal of a write that violates it. */
const TAKEN: Readonly<Record<string, "title_taken" | "terminal_taken">> = {
  acquirer_connection_title: "title_taken",
  acquirer_connection_live_terminal: "terminal_taken",
  acquirer_connection_test_terminal: "terminal_taken",
};

export function insertConnection(
  place: KeyedPlace,
  connection: AcquirerConnection,
  sealed: SealedCredentials,
): Promise<SealedWrite> {
  return written(place, sealed, async (sql) => {
    const version = await nextVersion(sql);
    const versioned = { ...connection, version, credentialsVersion: version };
    const stored = { connection: versioned, credentials: sealed.text };
    await sql.query(
      `insert into acquirer_connection ${valuesClause(COLUMNS)}`,
      rowValues(COLUMNS, stored),
    );
    return { kind: "written" };
  });
}

export function changeConnection(
  place: KeyedPlace,
  connection: AcquirerConnection,
  sealed?: SealedCredentials,
): Promise<SealedWrite> {
  const columns = COLUMNS.filter(
    ([name]) => !FIXED.has(name) && (name !== "credentials" || sealed !== undefined),
  );
  const assignments = columns.map(([name], index) => `${name} = $${index + 4}`).join(", ");
  return written(place, sealed, async (sql) => {
    const version = await nextVersion(sql);
    const stored =
      sealed === undefined
        ? { connection: { ...connection, version } }
        : {
            connection: { ...connection, version, credentialsVersion: version },
            credentials: sealed.text,
          };
    // A word about the key that other credentials had says nothing about this one.
    const forgets = sealed === undefined ? "" : ", key_note = null";
    const { rowCount } = await sql.query(
      `update acquirer_connection set ${assignments}${forgets}
       where merchant_id = $1 and connection_id = $2 and version = $3 and state <> 'retired'`,
      [
        connection.merchantId,
        connection.connectionId,
        connection.version,
        ...rowValues(columns, stored),
      ],
    );
    return { kind: rowCount === 1 ? "written" : "changed_meanwhile" };
  });
}

/**
 * Returns the next version of all connections and rules. Its row stays locked until the commit, so
 * that a process that has read a version has read every change up to it.
 */
export async function nextVersion(sql: SqlClient): Promise<number> {
  const { rows } = await sql.query<Row>(
    "update connection_version set version = version + 1 returning version",
  );
  assert(rows[0] !== undefined, "the table of the version has its row");
  return count(rows[0], "version");
}

/**
 * Runs a write in a transaction. It locks the vault key's row, because a rotation waits for this
 * lock, so that nothing is written under a key that is being replaced.
 */
async function written(
  { pool, lock }: KeyedPlace,
  sealed: SealedCredentials | undefined,
  write: (sql: SqlClient) => Promise<SealedWrite>,
): Promise<SealedWrite> {
  try {
    return await inTransaction(pool, async (sql) => {
      const isStale = sealed !== undefined && !(await isInForce(sql, sealed.keyId, lock));
      return isStale ? { kind: "stale_key" } : write(sql);
    });
  } catch (error) {
    const failure = classifyDatabaseError(error);
    const kind = failure.kind === "unique_violation" ? TAKEN[failure.constraint ?? ""] : undefined;
    if (kind === undefined) throw error;
    return { kind };
  }
}

async function isInForce(sql: SqlClient, keyId: string, lock: KeyLock): Promise<boolean> {
  const { rowCount } = await sql.query(keyInForce("$1", lock), [keyId]);
  return rowCount === 1;
}
