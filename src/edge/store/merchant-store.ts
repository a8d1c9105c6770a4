import type pg from "pg";
import { SECOND, toIso, type Clock, type Instant } from "../../kernel/clock.ts";
import type { ApiKey } from "../../merchant/api-key.ts";
import { DEFAULT_SETTINGS, type Merchant, type MerchantSettings } from "../../merchant/merchant.ts";
import type { MerchantStore } from "../../merchant/ports.ts";
import { createExpiringCache } from "./expiring-cache.ts";
import { inTransaction } from "./database.ts";
import { moment, optionalMoment, text, trusted, type Row } from "./rows.ts";

/**
 * A replaced key must be dead on every process within a second, so nothing is remembered longer.
 */
const REMEMBERED_MS = SECOND;

const CHANGE_SETTINGS = "update merchant set settings = settings || $2 where merchant_id = $1";

/** `least` looks past null: what had no end gets one, and what had one never gets a later one. */
const END_KEYS = `
  update api_key set expires_at = least(expires_at, coalesce($3::timestamptz, '-infinity'))
  where merchant_id = $1 and mode = $2`;

const FORGET_KEYS = `
  delete from api_key where merchant_id = $1 and mode = $2 and expires_at <= $3`;

type Sql = Pick<pg.PoolClient, "query">;

export function createMerchantStore(pool: pg.Pool, clock: Clock): MerchantStore {
  const merchants = createExpiringCache<Merchant>(clock, REMEMBERED_MS);
  const keys = createExpiringCache<ApiKey>(clock, REMEMBERED_MS);
  return {
    create: (merchant, issued) =>
      inTransaction(pool, async (sql) => {
        await insertMerchant(sql, merchant);
        for (const key of issued) await insertKey(sql, key);
      }),

    list: () => listMerchants(pool),

    async changeSettings(merchantId, change) {
      await pool.query(CHANGE_SETTINGS, [merchantId, JSON.stringify(change)]);
      merchants.clear();
    },

    find: (merchantId) =>
      merchants.get(merchantId, async () => {
        const { rows } = await pool.query<Record<string, unknown>>(
          "select * from merchant where merchant_id = $1",
          [merchantId],
        );
        return rows[0] === undefined ? undefined : readMerchant(rows[0]);
      }),

    async findKey(merchantId, hash) {
      const key = await keys.get(`${merchantId} ${hash}`, async () => {
        const { rows } = await pool.query<Record<string, unknown>>(
          "select * from api_key where merchant_id = $1 and hash = $2",
          [merchantId, hash],
        );
        return rows[0] === undefined ? undefined : readKey(rows[0]);
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

    addKey: (key) => insertKey(pool, key),
  };
}

async function listMerchants(pool: pg.Pool): Promise<readonly Merchant[]> {
  const { rows } = await pool.query<Row>("select * from merchant order by created_at, merchant_id");
  return rows.map(readMerchant);
}

async function insertMerchant(sql: Sql, merchant: Merchant): Promise<void> {
  await sql.query(
    `insert into merchant (merchant_id, name, settings, webhook_secret, created_at)
     values ($1, $2, $3, $4, $5)`,
    [
      merchant.merchantId,
      merchant.name,
      JSON.stringify(merchant.settings),
      merchant.webhookSecret,
      toIso(merchant.createdAt),
    ],
  );
}

async function insertKey(sql: Sql | pg.Pool, key: ApiKey): Promise<void> {
  await sql.query(
    `insert into api_key (merchant_id, hash, mode, last_four, created_at)
     values ($1, $2, $3, $4, $5)`,
    [key.merchantId, key.hash, key.mode, key.lastFour, toIso(key.createdAt)],
  );
}

function readMerchant(row: Row): Merchant {
  return {
    merchantId: trusted(row, "merchant_id"),
    name: text(row, "name"),
    // A setting that is younger than the merchant has its default.
    settings: { ...DEFAULT_SETTINGS, ...trusted<Partial<MerchantSettings>>(row, "settings") },
    webhookSecret: text(row, "webhook_secret"),
    createdAt: moment(row, "created_at"),
  };
}

function isInForce({ expiresAt }: ApiKey, now: Instant): boolean {
  return expiresAt === undefined || now < expiresAt;
}

function readKey(row: Row): ApiKey {
  return {
    merchantId: trusted(row, "merchant_id"),
    mode: trusted(row, "mode"),
    hash: text(row, "hash"),
    lastFour: text(row, "last_four"),
    createdAt: moment(row, "created_at"),
    expiresAt: optionalMoment(row, "expires_at"),
  };
}
