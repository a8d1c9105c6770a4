import type pg from "pg";
import { toIso, type Instant } from "../../kernel/clock.ts";
import { inTransaction } from "../../database/connection/database.ts";
import { buffer, moment, text } from "../../database/mapping/rows.ts";

/** The database's record of a vault key; the key itself is never stored there. */
export type RegisteredKey = {
  readonly keyId: string;
  readonly wrappedFingerprintKey: Buffer;
};

/** The key that new records are wrapped with. */
export type KeyInForce = RegisteredKey & { readonly since: Instant };

export type VaultKeyStore = {
  /** Ids of all keys that were ever in force. */
  ids(): Promise<ReadonlySet<string>>;
  /** Undefined before the first card. */
  current(): Promise<KeyInForce | undefined>;
  /** Puts the first key in force, unless another process has done so. */
  register(key: RegisteredKey, at: Instant): Promise<void>;
  /**
   * Puts another key in force, after waiting for all statements that write under the earlier one.
   * From then on no record is written under an earlier key. Resolves to false if `from` was not the
   * key in force.
   */
  promote(from: string, to: RegisteredKey, at: Instant): Promise<boolean>;
};

export function createVaultKeyStore(pool: pg.Pool): VaultKeyStore {
  return {
    async ids() {
      const { rows } = await pool.query<Record<string, unknown>>("select key_id from vault_key");
      return new Set(rows.map((row) => text(row, "key_id")));
    },

    async current() {
      const { rows } = await pool.query<Record<string, unknown>>(
        "select key_id, wrapped_fingerprint_key, created_at from vault_key where is_current",
      );
      const [row] = rows;
      if (row === undefined) return undefined;
      return {
        keyId: text(row, "key_id"),
        wrappedFingerprintKey: buffer(row, "wrapped_fingerprint_key"),
        since: moment(row, "created_at"),
      };
    },

    async register(key, at) {
      await pool.query(
        `insert into vault_key (key_id, is_current, wrapped_fingerprint_key, created_at)
         values ($1, true, $2, $3)
         on conflict do nothing`,
        [key.keyId, key.wrappedFingerprintKey, toIso(at)],
      );
    },

    promote: (from, to, at) =>
      inTransaction(pool, async (sql) => {
        // The update waits for all statements that write under this key: each holds a share lock on
        // the key's row until it commits.
        const { rowCount } = await sql.query(
          "update vault_key set is_current = false where key_id = $1 and is_current",
          [from],
        );
        if (rowCount !== 1) return false;
        await sql.query(
          `insert into vault_key (key_id, is_current, wrapped_fingerprint_key, created_at)
           values ($1, true, $2, $3)
           on conflict (key_id) do update
           set is_current = true, wrapped_fingerprint_key = excluded.wrapped_fingerprint_key`,
          [to.keyId, to.wrappedFingerprintKey, toIso(at)],
        );
        return true;
      }),
  };
}
