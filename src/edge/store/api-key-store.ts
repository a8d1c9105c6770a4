import type pg from "pg";
import { later, MINUTE, SECOND, toIso, type Clock, type Instant } from "../../kernel/clock.ts";
import type { ApiKey } from "../../merchant/api-key.ts";
import type { MerchantStore } from "../../merchant/ports.ts";
import { createExpiringCache } from "./expiring-cache.ts";
import { inTransaction } from "./database.ts";
import { moment, optionalMoment, text, trusted, type Row } from "./rows.ts";

/**
 * A replaced key must be dead on every process within a second, so nothing is remembered longer.
 */
const REMEMBERED_MS = SECOND;
/** When a key was last used is told to the minute, so that few calls have to write. */
const USE_NOTED_MS = MINUTE;

/** `least` looks past null: what had no end gets one, and what had one never gets a later one. */
const END_KEYS = `
  update api_key set expires_at = least(expires_at, coalesce($3::timestamptz, '-infinity'))
  where merchant_id = $1 and mode = $2`;

const END_KEY = `
  update api_key set expires_at = $3
  where merchant_id = $1 and hash = $2 and (expires_at is null or expires_at > $3)`;

const FORGET_KEYS = `
  delete from api_key where merchant_id = $1 and mode = $2 and expires_at <= $3`;

type KeyStore = Pick<MerchantStore, "findKey" | "listKeys" | "replaceKeys" | "endKey" | "addKey">;

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
        const found = readKey(rows[0]);
        await noteUse(pool, found, clock.now());
        return found;
      });
      return key !== undefined && isInForce(key, clock.now()) ? key : undefined;
    },

    async listKeys(merchantId) {
      const { rows } = await pool.query<Record<string, unknown>>(
        "select * from api_key where merchant_id = $1 order by created_at, hash",
        [merchantId],
      );
      const now = clock.now();
      return rows.map(readKey).filter((key) => isInForce(key, now));
    },

    replaceKeys: (key, oldUntil) =>
      inTransaction(pool, async (sql) => {
        // Of two that replace a key at once, the later one ends the earlier one's.
        await sql.query("select from merchant where merchant_id = $1 for update", [key.merchantId]);
        await sql.query(END_KEYS, [
          key.merchantId,
          key.mode,
          oldUntil === undefined ? null : toIso(oldUntil),
        ]);
        await sql.query(FORGET_KEYS, [key.merchantId, key.mode, toIso(clock.now())]);
        await insertKey(sql, key);
        keys.clear();
      }),

    async endKey(merchantId, hash) {
      const now = toIso(clock.now());
      const { rowCount } = await pool.query(END_KEY, [merchantId, hash, now]);
      keys.clear();
      return rowCount === 1;
    },

    addKey: (key) => insertKey(pool, key),
  };
}

export async function insertKey(
  sql: Pick<pg.PoolClient, "query"> | pg.Pool,
  key: ApiKey,
): Promise<void> {
  await sql.query(
    `insert into api_key (merchant_id, hash, mode, last_four, created_at)
     values ($1, $2, $3, $4, $5)`,
    [key.merchantId, key.hash, key.mode, key.lastFour, toIso(key.createdAt)],
  );
}

function readKey(row: Row): ApiKey {
  return {
    merchantId: trusted(row, "merchant_id"),
    mode: trusted(row, "mode"),
    hash: text(row, "hash"),
    lastFour: text(row, "last_four"),
    createdAt: moment(row, "created_at"),
    expiresAt: optionalMoment(row, "expires_at"),
    usedAt: optionalMoment(row, "used_at"),
  };
}

/** Of processes that note it at once, one writes. */
async function noteUse(pool: pg.Pool, key: ApiKey, now: Instant): Promise<void> {
  const due = later(now, -USE_NOTED_MS);
  if (!isInForce(key, now) || (key.usedAt !== undefined && key.usedAt > due)) return;
  await pool.query(
    `update api_key set used_at = $3
     where merchant_id = $1 and hash = $2 and (used_at is null or used_at <= $4)`,
    [key.merchantId, key.hash, toIso(now), toIso(due)],
  );
}

function isInForce({ expiresAt }: ApiKey, now: Instant): boolean {
  return expiresAt === undefined || now < expiresAt;
}
