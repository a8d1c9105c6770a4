import type pg from "pg";
import { SECOND, toIso, type Clock } from "../../kernel/clock.ts";
import type { OperatorKey, OperatorKeyStore } from "../../domain/merchant/operator-key.ts";
import { OPERATOR_RIGHTS } from "../../domain/merchant/operator-right.ts";
import { rowValues, valuesClause } from "../../database/mapping/columns.ts";
import { createExpiringCache } from "../../database/connection/expiring-cache.ts";
import { column, notInserted, optional, record } from "../../database/mapping/mapping.ts";
import type { Row } from "../../database/mapping/rows.ts";

/** Every process must refuse a revoked key within a second, so no key is cached longer. */
const REMEMBERED_MS = SECOND;

const KEY = record<OperatorKey>({
  keyId: column.id("key_id"),
  name: column.text("name"),
  rights: column.listOf("rights", OPERATOR_RIGHTS),
  networks: column.texts("networks"),
  hash: column.text("hash"),
  lastFour: column.text("last_four"),
  createdAt: column.instant("created_at"),
  createdBy: column.text("created_by"),
  expiresAt: column.instant("expires_at"),
  revokedAt: optional(column.instant("revoked_at")),
  usedAt: notInserted(optional(column.instant("used_at"))),
  usedFrom: notInserted(optional(column.text("used_from"))),
});

const NOTE_USE = `
  update operator_key set used_at = $2, used_from = $3
  where key_id = $1 and (used_at is null or used_at <= $2::timestamptz - interval '1 minute'
    or used_from is distinct from $3)`;

/** The keys of the administration API. */
export function createOperatorKeyStore(pool: pg.Pool, clock: Clock): OperatorKeyStore {
  const keys = createExpiringCache<OperatorKey>(clock, REMEMBERED_MS);
  return {
    async add(key) {
      const { rowCount } = await pool.query(
        `insert into operator_key ${valuesClause(KEY.columns)}
         on conflict (name) where revoked_at is null do nothing`,
        rowValues(KEY.columns, key),
      );
      return rowCount === 1;
    },

    find: (keyId) =>
      keys.get(keyId, async () => {
        const { rows } = await pool.query<Row>("select * from operator_key where key_id = $1", [
          keyId,
        ]);
        return rows[0] === undefined ? undefined : KEY.read(rows[0]);
      }),

    async list() {
      const { rows } = await pool.query<Row>(
        "select * from operator_key order by created_at, key_id",
      );
      return rows.map(KEY.read);
    },

    async revoke(keyId, at) {
      const { rowCount } = await pool.query(
        "update operator_key set revoked_at = $2 where key_id = $1 and revoked_at is null",
        [keyId, toIso(at)],
      );
      keys.clear();
      return rowCount === 1;
    },

    async noteUse({ keyId }, { at, network }) {
      await pool.query(NOTE_USE, [keyId, toIso(at), network]);
    },
  };
}
