import type pg from "pg";
import type { UserId } from "../../kernel/ids.ts";
import { keyInForce, type KeyLock } from "../../database/connection/key-lock.ts";
import { bigint, id, optionalText, text, type Row } from "../../database/mapping/rows.ts";

export type KeptSecret = { readonly userId: UserId; readonly text: string };
type Encrypted = KeptSecret & { readonly keyId: string };

/** The encrypted secrets of authenticator apps. */
export type CodeSecretStore = {
  find(userId: UserId): Promise<string | undefined>;
  /**
   * Stores a user's secret in place of one that is not active. Resolves to false if the user has an
   * active one or the key is not in force.
   */
  keep(secret: Encrypted): Promise<boolean>;
  /** True if a code has confirmed the user's secret. */
  isActive(userId: UserId): Promise<boolean>;
  /**
   * Resolves to false if the stored secret is not `before` any more, or the key is not in force.
   */
  replace(before: string, secret: Encrypted): Promise<boolean>;
  /** The secrets that are not encrypted under this key. */
  notUnder(keyId: string): Promise<readonly KeptSecret[]>;
  countByKey(): Promise<ReadonlyMap<string, number>>;
};

export function createCodeSecretStore(pool: pg.Pool, lock: KeyLock = "share"): CodeSecretStore {
  const key = `with key as materialized (${keyInForce("$1", lock)})`;
  const list = async (where: string, values: readonly string[]): Promise<readonly KeptSecret[]> => {
    const { rows } = await pool.query<Row>(
      `select user_id, code_secret from panel_user where code_secret is not null and ${where}`,
      [...values],
    );
    return rows.map((row) => ({ userId: id(row, "user_id"), text: text(row, "code_secret") }));
  };
  return {
    async find(userId) {
      const { rows } = await pool.query<Row>(
        "select code_secret from panel_user where user_id = $1",
        [userId],
      );
      return rows[0] === undefined ? undefined : optionalText(rows[0], "code_secret");
    },

    async keep({ userId, text: encrypted, keyId }) {
      const { rowCount } = await pool.query(
        `${key} update panel_user set code_secret = $3
         where user_id = $2 and code_since is null and exists (select from key)`,
        [keyId, userId, encrypted],
      );
      return rowCount === 1;
    },

    isActive: (userId) => isActive(pool, userId),

    async replace(before, { userId, text: encrypted, keyId }) {
      const { rowCount } = await pool.query(
        `${key} update panel_user set code_secret = $3
         where user_id = $2 and code_secret = $4 and exists (select from key)`,
        [keyId, userId, encrypted, before],
      );
      return rowCount === 1;
    },

    notUnder: (keyId) => list("not starts_with(code_secret, 'sealed:' || $1 || ':')", [keyId]),

    async countByKey() {
      const { rows } = await pool.query<Row>(
        `select split_part(code_secret, ':', 2) as key_id, count(*) as secrets
         from panel_user where starts_with(code_secret, 'sealed:') group by 1`,
      );
      return new Map(rows.map((row) => [text(row, "key_id"), Number(bigint(row, "secrets"))]));
    },
  };
}

async function isActive(pool: pg.Pool, userId: UserId): Promise<boolean> {
  const { rowCount } = await pool.query(
    "select from panel_user where user_id = $1 and code_since is not null",
    [userId],
  );
  return rowCount === 1;
}
