import type pg from "pg";
import { KEY_RIGHTS } from "../../domain/merchant/key-right.ts";
import { rowValues, valuesClause } from "../../database/mapping/columns.ts";
import { column, notInserted, optional, record } from "../../database/mapping/mapping.ts";
import { MODES } from "../../domain/merchant/merchant.ts";
import { SECOND, toIso, type Clock, type Instant } from "../../kernel/clock.ts";
import type { ApiKey } from "../../domain/merchant/api-key.ts";
import type { MerchantStore } from "../../domain/merchant/ports.ts";
import { createExpiringCache } from "../../database/connection/expiring-cache.ts";
import { inTransaction, type SqlClient } from "../../database/connection/database.ts";

/** Every process must refuse a replaced key within a second, so no key is cached longer. */
const REMEMBERED_MS = SECOND;
/**
 * `least` ignores null: a key without an expiry gets one, and no key gets a later expiry than it
 * had.
 */
const END_KEYS = `
  update api_key set expires_at = least(expires_at, coalesce($3::timestamptz, '-infinity'))
  where merchant_id = $1 and mode = $2 and name is not distinct from $4`;

const END_KEY = `
  update api_key set expires_at = $3
  where merchant_id = $1 and hash = $2 and (expires_at is null or expires_at > $3)`;

const SAME_NAME = `
  select from api_key where merchant_id = $1 and mode = $2 and name = $3
    and (expires_at is null or expires_at > $4)`;

const FORGET_KEYS = `
  delete from api_key where merchant_id = $1 and mode = $2 and expires_at <= $3`;

const KEY = record<ApiKey>({
  merchantId: column.id("merchant_id"),
  mode: column.oneOf("mode", MODES),
  hash: column.text("hash"),
  lastFour: column.text("last_four"),
  createdAt: column.instant("created_at"),
  name: optional(column.text("name")),
  rights: optional(column.listOf("rights", KEY_RIGHTS)),
  networks: column.texts("networks"),
  createdBy: optional(column.text("created_by")),
  expiresAt: optional(column.instant("expires_at")),
  aboveLimitFrom: optional(column.instant("above_limit_from")),
  usedAt: notInserted(optional(column.instant("used_at"))),
  usedFrom: notInserted(optional(column.text("used_from"))),
});

type KeyStore = Pick<
  MerchantStore,
  "findKey" | "listKeys" | "replaceKeys" | "endKey" | "endAboveLimit" | "addKey"
>;

export function createKeyStore(pool: pg.Pool, clock: Clock): KeyStore {
  const keys = createExpiringCache<ApiKey>(clock, REMEMBERED_MS);
  return {
    async findKey(merchantId, hash) {
      const key = await keys.get(`${merchantId} ${hash}`, async () => {
        const { rows } = await pool.query<Record<string, unknown>>(
          "select * from api_key where merchant_id = $1 and hash = $2",
          [merchantId, hash],
        );
        if (rows[0] === undefined) return undefined;
        return KEY.read(rows[0]);
      });
      return key !== undefined && isInForce(key, clock.now()) ? key : undefined;
    },

    async listKeys(merchantId) {
      const { rows } = await pool.query<Record<string, unknown>>(
        "select * from api_key where merchant_id = $1 order by created_at, hash",
        [merchantId],
      );
      const now = clock.now();
      return rows.map(KEY.read).filter((key) => isInForce(key, now));
    },

    ...changesOf(pool, { clock, forget: () => keys.clear() }),
  };
}

type ChangeParts = {
  readonly clock: Clock;
  /** Clears the cache of this process. */
  readonly forget: () => void;
};

function changesOf(
  pool: pg.Pool,
  { clock, forget }: ChangeParts,
): Pick<MerchantStore, "replaceKeys" | "endKey" | "endAboveLimit" | "addKey"> {
  return {
    replaceKeys: (key, oldUntil) =>
      inTransaction(pool, async (sql) => {
        await lockKeys(sql, key);
        await sql.query(END_KEYS, [
          key.merchantId,
          key.mode,
          oldUntil === undefined ? null : toIso(oldUntil),
          key.name ?? null,
        ]);
        await sql.query(FORGET_KEYS, [key.merchantId, key.mode, toIso(clock.now())]);
        await insertKey(sql, key);
        forget();
      }),

    async endKey(merchantId, hash) {
      const now = toIso(clock.now());
      const { rowCount } = await pool.query(END_KEY, [merchantId, hash, now]);
      forget();
      return rowCount === 1;
    },

    async endAboveLimit(merchantId, hash) {
      await pool.query(
        "update api_key set above_limit_from = null where merchant_id = $1 and hash = $2",
        [merchantId, hash],
      );
      forget();
    },

    addKey: (key) =>
      inTransaction(pool, async (sql) => {
        await lockKeys(sql, key);
        const values = [key.merchantId, key.mode, key.name ?? null, toIso(clock.now())];
        const { rowCount } = await sql.query(SAME_NAME, values);
        if (rowCount !== 0) return false;
        await insertKey(sql, key);
        return true;
      }),
  };
}

export async function insertKey(
  sql: Pick<pg.PoolClient, "query"> | pg.Pool,
  key: ApiKey,
): Promise<void> {
  await sql.query(`insert into api_key ${valuesClause(KEY.columns)}`, rowValues(KEY.columns, key));
}

/** Locks the merchant's row, so that changes of its keys happen one after another. */
async function lockKeys(sql: SqlClient, { merchantId }: ApiKey): Promise<void> {
  await sql.query("select from merchant where merchant_id = $1 for update", [merchantId]);
}

function isInForce({ expiresAt }: ApiKey, now: Instant): boolean {
  return expiresAt === undefined || now < expiresAt;
}
