import type pg from "pg";
import { toIso, type Instant } from "../../kernel/clock.ts";
import { inTransaction } from "../../database/connection/database.ts";
import { text } from "../../database/mapping/rows.ts";

/** A vault key that a key management service has encrypted. */
export type WrappedVaultKey = {
  readonly keyId: string;
  /** The name of the service's key. */
  readonly service: string;
  readonly wrapped: string;
};

export type WrappedKeyStore = {
  /** All keys, the newest first. */
  list(): Promise<readonly WrappedVaultKey[]>;
  add(key: WrappedVaultKey, at: Instant): Promise<void>;
  /** Adds the first key; does nothing if another process has added one. */
  addFirst(key: WrappedVaultKey, at: Instant): Promise<void>;
  /** Resolves to false if `from` is not stored any more. */
  replace(from: WrappedVaultKey, to: WrappedVaultKey, at: Instant): Promise<boolean>;
  remove(keyIds: readonly string[]): Promise<void>;
};

export function createWrappedKeyStore(pool: pg.Pool): WrappedKeyStore {
  return {
    async list() {
      const { rows } = await pool.query<Record<string, unknown>>(
        "select key_id, service, wrapped from vault_wrapped_key order by made_at desc, key_id",
      );
      return rows.map((row) => ({
        keyId: text(row, "key_id"),
        service: text(row, "service"),
        wrapped: text(row, "wrapped"),
      }));
    },

    add: (key, at) => add(pool, key, at),

    addFirst: (key, at) =>
      inTransaction(pool, async (sql) => {
        // Two processes that store their first cards at once must not make a key each.
        await sql.query("lock table vault_wrapped_key in share row exclusive mode");
        const { rowCount } = await sql.query("select from vault_wrapped_key limit 1");
        if (rowCount === 0) await add(sql, key, at);
      }),

    async replace(from, to, at) {
      const { rowCount } = await pool.query(
        `update vault_wrapped_key set service = $3, wrapped = $4, wrapped_at = $5
         where key_id = $1 and wrapped = $2`,
        [from.keyId, from.wrapped, to.service, to.wrapped, toIso(at)],
      );
      return rowCount === 1;
    },

    async remove(keyIds) {
      await pool.query("delete from vault_wrapped_key where key_id = any ($1)", [keyIds]);
    },
  };
}

async function add(
  sql: Pick<pg.Pool, "query">,
  { keyId, service, wrapped }: WrappedVaultKey,
  at: Instant,
): Promise<void> {
  await sql.query(
    `insert into vault_wrapped_key (key_id, service, wrapped, made_at, wrapped_at)
     values ($1, $2, $3, $4, $4)`,
    [keyId, service, wrapped, toIso(at)],
  );
}
