import type pg from "pg";
import { toIso, type Instant } from "../../../kernel/clock.ts";
import { inTransaction } from "../sql/database.ts";
import { buffer, moment, text } from "../sql/rows.ts";

/** What the database knows of the vault key in force; the key itself is not in it. */
export type RegisteredKey = {
  readonly keyId: string;
  readonly wrappedFingerprintKey: Buffer;
};

/** The key that new records are wrapped with. */
export type KeyInForce = RegisteredKey & { readonly since: Instant };

export type VaultKeyStore = {
  /** Ids of all keys that were ever in force. */
  ids(): Promise<ReadonlySet<string>>;
  /** None before the first card. */
  current(): Promise<KeyInForce | undefined>;
  /** Puts the first key in force, unless another process has put one. */
  register(key: RegisteredKey, at: Instant): Promise<void>;
  /**
   * Puts another key in force. Once this resolves no record is written under an earlier one any
   * more: those that were being written have been waited for. False if `from` was not in force.
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
        // Waits for every statement that holds the row to write a record under its key.
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
