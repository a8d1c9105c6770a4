import type pg from "pg";
import type { UserId } from "../../../kernel/ids.ts";
import { bigint, optionalText, text, trusted, type Row } from "../sql/rows.ts";

export type KeptSecret = { readonly userId: UserId; readonly text: string };
type Sealed = KeptSecret & { readonly keyId: string };

/** Secrets of authenticator apps as they are kept: sealed, or in clear by a release before. */
export type CodeSecretStore = {
  find(userId: UserId): Promise<string | undefined>;
  /** Keeps the first one of a user; nothing where there is one, or the key is not in force. */
  keepFirst(sealed: Sealed): Promise<void>;
  /** False where it is another one by now, or the key is not in force. */
  replace(before: string, sealed: Sealed): Promise<boolean>;
  /** Those that are not under this key, in clear or sealed. */
  notUnder(keyId: string): Promise<readonly KeptSecret[]>;
  listClear(): Promise<readonly KeptSecret[]>;
  countByKey(): Promise<ReadonlyMap<string, number>>;
};

/** Holds the row of the key, so that nothing comes to be under one that is being replaced. */
const KEY = `with key as materialized (
   select from vault_key where key_id = $1 and is_current for share
 )`;

export function createCodeSecretStore(pool: pg.Pool): CodeSecretStore {
  const list = async (where: string, values: readonly string[]): Promise<readonly KeptSecret[]> => {
    const { rows } = await pool.query<Row>(
      `select user_id, code_secret from panel_user where code_secret is not null and ${where}`,
      [...values],
    );
    return rows.map((row) => ({ userId: trusted(row, "user_id"), text: text(row, "code_secret") }));
  };
  return {
    async find(userId) {
      const { rows } = await pool.query<Row>(
        "select code_secret from panel_user where user_id = $1",
        [userId],
      );
      return rows[0] === undefined ? undefined : optionalText(rows[0], "code_secret");
    },

    async keepFirst({ userId, text: sealed, keyId }) {
      await pool.query(
        `${KEY} update panel_user set code_secret = $3
         where user_id = $2 and code_secret is null and exists (select from key)`,
        [keyId, userId, sealed],
      );
    },

    async replace(before, { userId, text: sealed, keyId }) {
      const { rowCount } = await pool.query(
        `${KEY} update panel_user set code_secret = $3
         where user_id = $2 and code_secret = $4 and exists (select from key)`,
        [keyId, userId, sealed, before],
      );
      return rowCount === 1;
    },

    notUnder: (keyId) => list("not starts_with(code_secret, 'sealed:' || $1 || ':')", [keyId]),
    listClear: () => list("not starts_with(code_secret, 'sealed:')", []),

    async countByKey() {
      const { rows } = await pool.query<Row>(
        `select split_part(code_secret, ':', 2) as key_id, count(*) as secrets
         from panel_user where starts_with(code_secret, 'sealed:') group by 1`,
      );
      return new Map(rows.map((row) => [text(row, "key_id"), Number(bigint(row, "secrets"))]));
    },
  };
}
