import type pg from "pg";
import {
  CONNECTION_HOSTS,
  type AcquirerConnection,
  type CheckNote,
  type ConnectionHosts,
  type ConnectionOwner,
} from "../../domain/connection/connection.ts";
import type { ConnectionStore, StateMove } from "../../domain/connection/ports.ts";
import type { RoutingRule } from "../../domain/connection/rule.ts";
import { toIso } from "../../kernel/clock.ts";
import { merchantOf, type ConnectionId } from "../../kernel/ids.ts";
import { namesOf, rowValues, valuesClause, type Column } from "../../database/mapping/columns.ts";
import { inTransaction } from "../../database/connection/database.ts";
import { count, id, oneOf, text, type Row } from "../../database/mapping/rows.ts";
import { keyInForce, type KeyLock } from "../../database/connection/key-lock.ts";
import { CONNECTION, OWNER, RULE } from "./connection-rows.ts";
import {
  changeConnection,
  insertConnection,
  nextVersion,
  type SealedCredentials,
  type SealedWrite,
} from "./write-connection.ts";

/** The rows of connections, with credentials as ciphertext. */
export type ConnectionTable = Omit<ConnectionStore, "create" | "change"> & {
  create(connection: AcquirerConnection, sealed: SealedCredentials): Promise<SealedWrite>;
  change(connection: AcquirerConnection, sealed?: SealedCredentials): Promise<SealedWrite>;
  findCredentials(connectionId: ConnectionId): Promise<string | undefined>;
  readVersion(): Promise<number>;
  /** The addresses of live connections, also of retired ones. */
  liveHosts(): Promise<readonly ConnectionHosts[]>;
  /** Lists the rules of all owners, each owner's in their order. */
  listRules(): Promise<readonly OwnedRule[]>;
  /** Lists the credentials that are not encrypted under a vault key. */
  credentialsNotUnder(keyId: string): Promise<readonly StoredCredentials[]>;
  /** Replaces credentials unless they have changed; resolves to false otherwise. */
  replaceCredentials(before: StoredCredentials, after: SealedCredentials): Promise<boolean>;
  /** The number of connections whose credentials are under each vault key. */
  countByKey(): Promise<ReadonlyMap<string, number>>;
};

export type OwnedRule = ConnectionOwner & { readonly rule: RoutingRule };
export type StoredCredentials = {
  readonly connectionId: ConnectionId;
  readonly text: string;
};

const OWNED = "where merchant_id = $1 and connection_id = $2";

export function createConnectionTable(pool: pg.Pool, lock: KeyLock = "share"): ConnectionTable {
  const select = async (where: string, values: readonly unknown[]) => {
    const { rows } = await pool.query<Row>(
      `select ${namesOf(CONNECTION.columns)}, last_check, key_note from acquirer_connection ${where}`,
      [...values],
    );
    return rows.map(CONNECTION.read);
  };
  return {
    create: (connection, sealed) => insertConnection({ pool, lock }, connection, sealed),
    change: (connection, sealed) => changeConnection({ pool, lock }, connection, sealed),
    changeState: (connectionId, move) => changeState(pool, connectionId, move),
    ...noteTable(pool),
    async find(connectionId) {
      const [found] = await select(OWNED, [merchantOf(connectionId), connectionId]);
      return found;
    },
    list: ({ merchantId, mode }) =>
      select("where merchant_id = $1 and mode = $2 order by created_at, connection_id", [
        merchantId,
        mode,
      ]),
    listInUse: () => select("where state <> 'retired' order by merchant_id, connection_id", []),
    async findCredentials(connectionId) {
      const { rows } = await pool.query<Row>(
        `select credentials from acquirer_connection ${OWNED}`,
        [merchantOf(connectionId), connectionId],
      );
      return rows[0] === undefined ? undefined : text(rows[0], "credentials");
    },
    liveHosts: () => liveHosts(pool),
    async readVersion() {
      const { rows } = await pool.query<Row>({
        name: "read-connection-version",
        text: "select version from connection_version",
      });
      return rows[0] === undefined ? 0 : count(rows[0], "version");
    },
    ...ruleTable(pool),
    ...keyTable(pool, lock),
  };
}

/** The words of banks about a connection, which stays the same. */
function noteTable(pool: pg.Pool): Pick<ConnectionTable, "noteCheck" | "noteKey"> {
  return {
    async noteCheck(connectionId, check) {
      await pool.query(`update acquirer_connection set last_check = $3 ${OWNED}`, [
        merchantOf(connectionId),
        connectionId,
        JSON.stringify(check),
      ]);
    },
    async noteKey(connectionId, note, credentialsVersion) {
      await pool.query(
        `update acquirer_connection set key_note = $3
         ${OWNED} and credentials_version = $4 and (key_note is null or $5)`,
        [
          merchantOf(connectionId),
          connectionId,
          JSON.stringify(note),
          credentialsVersion,
          note.kind !== "doubted",
        ],
      );
    },
  };
}

async function liveHosts(pool: pg.Pool): Promise<readonly ConnectionHosts[]> {
  const { rows } = await pool.query<Row>(
    "select distinct hosts from acquirer_connection where mode = 'live'",
  );
  return rows.map((row) => oneOf(row, "hosts", CONNECTION_HOSTS));
}

function changeState(
  pool: pg.Pool,
  connectionId: ConnectionId,
  { to, at, check }: StateMove,
): Promise<boolean> {
  return inTransaction(pool, async (sql) => {
    const version = await nextVersion(sql);
    const { rowCount } = await sql.query(
      `update acquirer_connection set state = $3, updated_at = $4, version = $5,
         last_check = coalesce($6::jsonb, last_check)
       ${OWNED} and state <> 'retired'`,
      [merchantOf(connectionId), connectionId, to, toIso(at), version, jsonOf(check)],
    );
    return rowCount === 1;
  });
}

function jsonOf(check: CheckNote | undefined): string | null {
  return check === undefined ? null : JSON.stringify(check);
}

type KeyTable = Pick<ConnectionTable, "credentialsNotUnder" | "replaceCredentials" | "countByKey">;

function keyTable(pool: pg.Pool, lock: KeyLock): KeyTable {
  return {
    async credentialsNotUnder(keyId) {
      const { rows } = await pool.query<Row>(
        `select connection_id, credentials from acquirer_connection
         where not starts_with(credentials, 'sealed:' || $1 || ':')`,
        [keyId],
      );
      return rows.map((row) => ({
        connectionId: id<ConnectionId>(row, "connection_id"),
        text: text(row, "credentials"),
      }));
    },
    async replaceCredentials({ connectionId, text: before }, sealed) {
      const { rowCount } = await pool.query(
        `with key as materialized (${keyInForce("$3", lock)})
         update acquirer_connection set credentials = $4
         ${OWNED} and credentials = $5 and exists (select from key)`,
        [merchantOf(connectionId), connectionId, sealed.keyId, sealed.text, before],
      );
      return rowCount === 1;
    },
    async countByKey() {
      const { rows } = await pool.query<Row>(
        `select split_part(credentials, ':', 2) as key_id, count(*) as connections
         from acquirer_connection group by 1`,
      );
      return new Map(rows.map((row) => [text(row, "key_id"), count(row, "connections")]));
    },
  };
}

function ruleTable(pool: pg.Pool): Pick<ConnectionTable, "rules" | "replaceRules" | "listRules"> {
  return {
    async rules({ merchantId, mode }) {
      const { rows } = await pool.query<Row>(
        "select * from routing_rule where merchant_id = $1 and mode = $2 order by position",
        [merchantId, mode],
      );
      return rows.map(RULE.read);
    },
    replaceRules: ({ merchantId, mode }, rules) =>
      inTransaction(pool, async (sql) => {
        await nextVersion(sql);
        const owner = [merchantId, mode];
        await sql.query("delete from routing_rule where merchant_id = $1 and mode = $2", owner);
        for (const [position, rule] of rules.entries()) {
          const columns = ruleColumns(owner, position);
          await sql.query(
            `insert into routing_rule ${valuesClause(columns)}`,
            rowValues(columns, rule),
          );
        }
      }),
    async listRules() {
      const { rows } = await pool.query<Row>(
        "select * from routing_rule order by merchant_id, mode, position",
      );
      return rows.map((row) => ({ ...OWNER.read(row), rule: RULE.read(row) }));
    },
  };
}

function ruleColumns(
  [merchantId, mode]: readonly string[],
  position: number,
): readonly Column<RoutingRule>[] {
  return [
    ["merchant_id", "text", () => merchantId],
    ["mode", "text", () => mode],
    ["position", "integer", () => position],
    ...RULE.columns,
  ];
}
