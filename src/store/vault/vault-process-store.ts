import type pg from "pg";
import { text } from "../../database/mapping/rows.ts";

/** A running service process and the ids of the vault keys that it has loaded. */
export type VaultProcess = {
  readonly id: string;
  /** Machine and process number, for messages to the operator. */
  readonly name: string;
  readonly keyIds: readonly string[];
};

export type VaultProcessStore = {
  /** Records that a process is alive; writes nothing before the first stored card. */
  announce(process: VaultProcess): Promise<void>;
  leave(id: string): Promise<void>;
  /** Names of the live processes that have not loaded this key. */
  without(keyId: string): Promise<readonly string[]>;
  /** Names of the live processes of releases that can't sign with encrypted secrets. */
  withoutSigners(): Promise<readonly string[]>;
};

/** A process that announced itself later than this is alive, by the database's clock. */
const LATELY = "clock_timestamp() - interval '20 seconds'";

export function createVaultProcessStore(pool: pg.Pool): VaultProcessStore {
  return {
    async announce({ id, name, keyIds }) {
      await pool.query(
        `insert into vault_process (process_id, name, key_ids, seen_at, opens_signers)
         select $1, $2, $3, clock_timestamp(), true where exists (select from vault_key)
         on conflict (process_id) do update
         set key_ids = excluded.key_ids, seen_at = excluded.seen_at`,
        [id, name, keyIds],
      );
    },

    async leave(id) {
      await pool.query(
        `delete from vault_process
         where process_id = $1 or seen_at < clock_timestamp() - interval '1 day'`,
        [id],
      );
    },

    async without(keyId) {
      const { rows } = await pool.query<Record<string, unknown>>(
        `select name from vault_process
         where seen_at > ${LATELY} and not $1 = any (key_ids) order by name`,
        [keyId],
      );
      return rows.map((row) => text(row, "name"));
    },

    async withoutSigners() {
      const { rows } = await pool.query<Record<string, unknown>>(
        `select name from vault_process
         where seen_at > ${LATELY} and not opens_signers order by name`,
      );
      return rows.map((row) => text(row, "name"));
    },
  };
}
